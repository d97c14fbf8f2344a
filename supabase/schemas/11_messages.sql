-- Messages to the owner, and the search and paging of the inbox.

create table public.messages (
  -- The browser may choose the id, which makes sending a message again idempotent.
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  subject text not null check (char_length(subject) between 1 and 500),
  message text not null check (char_length(message) between 1 and 20000),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  replied_at timestamptz,
  spam_reason text check (spam_reason in ('trap', 'speed'))
);

comment on column public.messages.replied_at is 'When the owner marked it as replied; null otherwise.';

comment on column public.messages.spam_reason is 'Why an arriving message is spam: the form''s trap was filled, or it was filled in too fast; null in the inbox.';

create index messages_newest_first on public.messages (created_at desc);

create index messages_unread on public.messages (created_at) where not is_read;

create index messages_replied on public.messages (created_at) where replied_at is not null;

create trigger protect_created_at before insert or update on public.messages
  for each row execute function private.protect_created_at();

create function private.reset_is_read() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.is_read := false;
    new.replied_at := null;
  end if;
  return new;
end
$$;

create trigger reset_is_read before insert on public.messages
  for each row execute function private.reset_is_read();

-- PT400 becomes the HTTP status 400 in PostgREST.
create function private.refuse_bulk_messages() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') and (select count(*) from added) > 1 then
    raise sqlstate 'PT400' using message = 'Please send one message at a time.';
  end if;
  return null;
end
$$;

create trigger refuse_bulk_messages after insert on public.messages
  referencing new table as added
  for each statement execute function private.refuse_bulk_messages();

select private.announce_changes('public.messages', 'admin');

grant insert on public.messages to anon, authenticated;

grant select, update, delete on public.messages to authenticated;

-- reset_is_read already makes every message unread; the check also holds without that trigger.
create policy "Everyone sends unread messages" on public.messages
  for insert to anon, authenticated with check (is_read = false and replied_at is null);

create policy "The owner reads messages" on public.messages
  for select to authenticated using ((select private.is_admin()));

create policy "The owner marks messages" on public.messages
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create policy "The owner deletes messages" on public.messages
  for delete to authenticated using ((select private.is_admin()));

-- The searchable text of each message. It has its own table because marking a message as read writes
-- a new version of its row and of its index entries: marking 50,000 messages must not rewrite 50,000
-- texts in a trigram index.
create table private.message_search (
  id uuid primary key references public.messages (id) on delete cascade deferrable initially deferred,
  created_at timestamptz not null,
  -- The text is already in lower case, so comparing bytes (C) is enough for LIKE.
  text text collate "C" not null
);

comment on table private.message_search is 'The searchable text of each message. Only the triggers of public.messages write here.';

create index message_search_trigrams on private.message_search
  using gin (text extensions.gin_trgm_ops);

create index message_search_newest_first on private.message_search (created_at desc, id desc);

create function private.index_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.message_search (id, created_at, text)
  values (
    new.id,
    new.created_at,
    private.fold_text(concat_ws(E'\n', new.name, new.email, new.subject, new.message))
  )
  on conflict (id) do update set created_at = excluded.created_at, text = excluded.text;
  return null;
end
$$;

create trigger index_message after insert on public.messages
  for each row execute function private.index_message();

create trigger index_updated_message
  after update of name, email, subject, message, created_at on public.messages
  for each row
  when (
    (old.name, old.email, old.subject, old.message, old.created_at)
    is distinct from (new.name, new.email, new.subject, new.message, new.created_at)
  )
  execute function private.index_message();

create function private.require_owner() returns void
language plpgsql stable set search_path = ''
as $$
begin
  -- An empty result would look like an empty inbox to a revoked session.
  perform private.require_role('admin', 'Only the owner reads messages.');
end
$$;

-- LIKE is not leakproof, so PostgreSQL does not use an index for it behind row level security. The
-- following SECURITY DEFINER functions require the owner and return ids only; the rows are then read
-- and changed under the caller's policies.

-- Like search_condition. The words is:unread and is:replied keep the messages with that mark, so
-- that every function with a search acts on exactly the messages that the inbox shows.
create function private.message_condition(search text) returns text
language sql immutable set search_path = ''
as $$
  select private.search_condition(regexp_replace(search, '(^|\s)is:(unread|replied)(?=\s|$)', ' ', 'gi'))
    || case when search ~* '(^|\s)is:unread(\s|$)'
      then ' and id in (select messages.id from public.messages where not messages.is_read)' else '' end
    || case when search ~* '(^|\s)is:replied(\s|$)'
      then ' and id in (select messages.id from public.messages where messages.replied_at is not null)' else '' end
$$;

-- Ids of the messages older or newer than the cursor, nearest first.
create function private.find_messages(
  search text, cursor_time timestamptz, cursor_id uuid, newer boolean, max_rows integer
) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return query execute format(
    'select id from private.message_search where %s and %s order by created_at %s, id %3$s limit %s',
    private.message_condition(search),
    case when cursor_time is null or cursor_id is null then 'true'
      else format('(created_at, id) %s (%L, %L)', case when newer then '>' else '<' end, cursor_time, cursor_id)
    end,
    case when newer then 'asc' else 'desc' end,
    coalesce(max_rows::text, 'all')
  );
end
$$;

create function private.count_messages(search text default '') returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_count bigint;
begin
  perform private.require_owner();
  execute 'select count(*) from private.message_search where ' || private.message_condition(search)
    into found_count;
  return found_count;
end
$$;

-- Every match created up to a given time, except the ids that were deselected.
create function private.matching_messages(search text, until timestamptz, except_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return query execute format(
    'select id from private.message_search where %s and created_at <= %L and id <> all (%L::uuid[])',
    private.message_condition(search), until, except_ids
  );
end
$$;

-- The start of a message on one line, or the passage around the first word of a search.
create function private.preview_of(message text, search text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  word constant text := (regexp_match(private.fold_text(left(search, 200)),
    '(?:^|\s)(?!is:(?:unread|replied)(?:\s|$))(\S+)'))[1];
  place constant integer := case when word is null then 0 else private.place_of(word, message) end;
  start constant integer := case when place > 100 then place - 40 else 1 end;
begin
  return case when start > 1 then '…' else '' end
    || left(regexp_replace(substr(message, start, 400), '\s+', ' ', 'g'), 160);
end
$$;

grant execute on function private.preview_of(text, text) to authenticated, service_role;

create function public.list_messages(
  search text default '',
  cursor_time timestamptz default null,
  cursor_id uuid default null,
  newer boolean default false,
  max_rows integer default 100
) returns table (
  id uuid, name text, email text, subject text, preview text, is_read boolean, created_at timestamptz,
  replied_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$
  select messages.id, messages.name, messages.email, messages.subject,
    private.preview_of(messages.message, search),
    messages.is_read, messages.created_at, messages.replied_at
  from private.find_messages(search, cursor_time, cursor_id, newer, least(greatest(max_rows, 1), 1000)) as found
  join public.messages on messages.id = found
  order by messages.created_at desc, messages.id desc
$$;

comment on function public.list_messages(text, timestamptz, uuid, boolean, integer) is 'A page of the inbox, newest first: the messages older or newer than the cursor (created_at, id). An empty search matches all; is:unread and is:replied in it match marks.';

create function public.export_messages(
  search text default '',
  cursor_time timestamptz default null,
  cursor_id uuid default null,
  max_rows integer default 500
) returns setof public.messages
language sql stable security invoker set search_path = ''
as $$
  select messages.*
  from private.find_messages(search, cursor_time, cursor_id, false, least(greatest(max_rows, 1), 1000)) as found
  join public.messages on messages.id = found
  order by messages.created_at desc, messages.id desc
$$;

comment on function public.export_messages(text, timestamptz, uuid, integer) is 'As list_messages, with the complete messages.';

comment on function private.count_messages(text) is 'The number of messages that match a search.';

-- Bulk writes are one statement each and return the number of messages changed. Row level security
-- would return 0 to other callers, which reads as "nothing to do", so they are refused instead.
create function public.mark_messages(ids uuid[], as_read boolean) returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  changed integer;
begin
  perform private.require_owner();
  update public.messages set is_read = as_read where id = any (ids);
  get diagnostics changed = row_count;
  return changed;
end
$$;

create function public.delete_messages(ids uuid[]) returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  changed integer;
begin
  perform private.require_owner();
  delete from public.messages where id = any (ids);
  get diagnostics changed = row_count;
  return changed;
end
$$;

create function public.mark_found_messages(
  search text, until timestamptz, as_read boolean, except_ids uuid[] default '{}'
) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select public.mark_messages(array(
    select messages.id from private.matching_messages(search, until, except_ids) as found
    join public.messages on messages.id = found and messages.is_read <> as_read
  ), as_read)
$$;

comment on function public.mark_found_messages(text, timestamptz, boolean, uuid[]) is 'Marks every match created up to a given time. Returns the number of messages that changed.';

grant execute on function private.require_owner(), private.find_messages(text, timestamptz, uuid, boolean, integer),
  private.matching_messages(text, timestamptz, uuid[])
  to authenticated, service_role;

-- A replied message is also read. A message that is marked again keeps its time.
create function public.mark_messages_replied(ids uuid[], as_replied boolean) returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  changed integer;
begin
  perform private.require_owner();
  update public.messages
  set is_read = is_read or as_replied,
    replied_at = case when as_replied then coalesce(replied_at, now()) end
  where id = any (ids);
  get diagnostics changed = row_count;
  return changed;
end
$$;

comment on function public.mark_messages_replied(uuid[], boolean) is 'Marks messages as replied or not. Returns the number of messages that exist.';

create function public.mark_found_messages_replied(
  search text, until timestamptz, as_replied boolean, except_ids uuid[] default '{}'
) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select public.mark_messages_replied(array(
    select messages.id from private.matching_messages(search, until, except_ids) as found
    join public.messages on messages.id = found and (messages.replied_at is not null) <> as_replied
  ), as_replied)
$$;

comment on function public.mark_found_messages_replied(text, timestamptz, boolean, uuid[]) is 'As mark_messages_replied, for every match created up to a given time. Returns the number of messages that changed.';

select private.allow_calls('authenticated, service_role', '{
  list_messages, export_messages, count_messages, mark_messages, delete_messages,
  mark_found_messages, mark_messages_replied, mark_found_messages_replied
}');

-- Deleted messages are kept for 30 days and can be restored.
create table public.trashed_messages (
  like public.messages,
  -- Equal for all messages deleted by one call.
  trashed_at timestamptz not null default now(),
  is_spam boolean not null default false,
  primary key (id)
);

comment on table public.trashed_messages is 'Deleted messages. Only a DELETE on messages adds rows, and rows never change.';

create index trashed_messages_newest_first on public.trashed_messages (trashed_at desc, id);

select private.announce_changes('public.trashed_messages', 'admin');

grant select, delete on public.trashed_messages to authenticated;

create policy "The owner reads messages trashed in the last 30 days" on public.trashed_messages
  for select to authenticated
  using ((select private.is_admin()) and trashed_at > now() - interval '30 days');

create policy "The owner permanently deletes trashed messages" on public.trashed_messages
  for delete to authenticated using ((select private.is_admin()));

-- @limit visitors: a deleted message stays in the trash; 30 days by trashed_at <= now() - interval '30 days'
create function private.sweep_trashed_messages() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.trashed_messages where trashed_at <= now() - interval '30 days'
$$;

-- SECURITY DEFINER because callers may not insert into the trash.
create function private.trash_deleted_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.trashed_messages
    (id, name, email, subject, message, is_read, created_at, replied_at, spam_reason)
  select id, name, email, subject, message, is_read, created_at, replied_at, spam_reason from old_rows;
  perform private.sweep_trashed_messages();
  return null;
end
$$;

create trigger trash_deleted_messages after delete on public.messages
  referencing old table as old_rows
  for each statement execute function private.trash_deleted_messages();

-- A visitor's message that is repeated because the response was lost must not reappear, and a
-- trashed message needs its id to be restored. The response is the same as for an id in the inbox.
create function private.refuse_trashed_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.trashed_messages as trashed where trashed.id = new.id) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "messages_pkey"';
  end if;
  return new;
end
$$;

create trigger refuse_trashed_message before insert on public.messages
  for each row execute function private.refuse_trashed_message();

-- SECURITY DEFINER because a restored message keeps its time and marks, which callers cannot set.
create function private.restore_messages(ids uuid[] default '{}', trashed timestamptz default null) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  restored integer;
begin
  perform private.require_owner();
  with removed as (
    delete from public.trashed_messages where id = any (ids) or trashed_at = trashed returning *
  )
  insert into public.messages (id, name, email, subject, message, is_read, created_at, replied_at)
  select id, name, email, subject, message, is_read, created_at, replied_at from removed;
  get diagnostics restored = row_count;
  return restored;
end
$$;

comment on function private.restore_messages(uuid[], timestamptz) is 'Restores messages from the trash, by their ids or by the time of their deletion. Returns the number restored.';

create function public.trash_found_messages(
  search text, until timestamptz, except_ids uuid[] default '{}'
) returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select jsonb_build_object(
    'count', public.delete_messages(array(select private.matching_messages(search, until, except_ids))),
    'trashed_at', now())
$$;

comment on function public.trash_found_messages(text, timestamptz, uuid[]) is 'Deletes every match created up to a given time. Returns {count, trashed_at}; restore_messages takes the time.';

select private.allow_calls('authenticated, service_role', '{
  restore_messages, trash_found_messages
}');

-- Senders whose messages are spam. Their messages, including later ones, go to trashed_messages
-- instead of the inbox, so that every read of messages leaves them out. A visitor's insert gets the
-- same response as any other.
create table public.spam_senders (
  -- Compared in lower case.
  email text primary key check (email = lower(trim(email))),
  -- Equal for all senders marked by one call.
  created_at timestamptz not null default now()
);

comment on table public.spam_senders is 'Senders whose messages are spam. Only mark_spam and unmark_spam write here.';

select private.announce_changes('public.spam_senders', 'admin');

grant select on public.spam_senders to authenticated;

create policy "The owner reads the senders of spam" on public.spam_senders
  for select to authenticated using ((select private.is_admin()));

comment on column public.trashed_messages.is_spam is 'Whether it is spam: from a sender of spam when it left the inbox, or for its reason.';

comment on column public.trashed_messages.spam_reason is 'As in messages; null for messages of a sender of spam.';

create function private.recognize_spam() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_spam := new.spam_reason is not null
    or exists (select from public.spam_senders as senders where senders.email = lower(trim(new.email)));
  return new;
end
$$;

create trigger recognize_spam before insert on public.trashed_messages
  for each row execute function private.recognize_spam();

-- Runs after the insert, which therefore reports its row like any other. Triggers run in the order
-- of their names: index_message has added the message to the search, and queue_message_notice then
-- finds it deleted.
create function private.move_spam() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.messages
  where id = new.id and (
    new.spam_reason is not null
    or exists (select from public.spam_senders as senders where senders.email = lower(trim(new.email)))
  );
  return null;
end
$$;

-- Skips messages that restore_messages returns to the inbox.
create trigger move_spam after insert on public.messages
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.move_spam();

-- SECURITY DEFINER because callers write senders only together with their messages.
create function private.mark_spam(
  ids uuid[] default '{}', search text default '', until timestamptz default null, except_ids uuid[] default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  moved integer;
begin
  perform private.require_owner();
  if until is not null then
    ids := ids || array(select private.matching_messages(search, until, except_ids));
  end if;
  insert into public.spam_senders (email)
  select distinct lower(trim(messages.email)) from public.messages where messages.id = any (ids)
  on conflict (email) do update set created_at = now();
  delete from public.messages
  where lower(trim(messages.email)) in (select senders.email from public.spam_senders as senders
    where senders.created_at = now());
  get diagnostics moved = row_count;
  return jsonb_build_object('count', moved, 'marked_at', now());
end
$$;

comment on function private.mark_spam(uuid[], text, timestamptz, uuid[]) is 'Marks the senders of messages as spam, by ids or, with a time, by a search as in mark_found_messages. Their messages leave the inbox. Returns {count, marked_at}; unmark_spam takes the time.';

create function private.unmark_spam(emails text[] default '{}', marked timestamptz default null) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  addresses text[];
begin
  perform private.require_owner();
  select array_agg(email) into addresses from (
    select lower(trim(given)) as email from unnest(emails) as given
    union select senders.email from public.spam_senders as senders where senders.created_at = marked
  ) as chosen;
  delete from public.spam_senders where email = any (addresses);
  return private.restore_messages(array(
    select trashed.id from public.trashed_messages as trashed
    where trashed.is_spam and lower(trim(trashed.email)) = any (addresses)
      and trashed.trashed_at > now() - interval '30 days'
  ), null);
end
$$;

comment on function private.unmark_spam(text[], timestamptz) is 'Returns the messages of senders to the inbox, by their addresses or by the time they were marked. Returns the number restored.';

select private.allow_calls('authenticated, service_role', '{mark_spam, unmark_spam}');
