-- Senders whose messages are hidden as spam.

-- Senders whose messages are spam: their messages, also later ones, go to trashed_messages instead
-- of the inbox, so that every read of messages leaves them out. A visitor's insert is answered as
-- any other.
create table public.spam_senders (
  -- Compared in lower case.
  email text primary key check (email = lower(trim(email))),
  -- The same for all senders marked by one call.
  created_at timestamptz not null default now()
);

comment on table public.spam_senders is 'Senders whose messages are spam. Only mark_spam and unmark_spam write here.';

alter table public.spam_senders enable row level security;

revoke all on public.spam_senders from anon, authenticated;

grant select on public.spam_senders to authenticated;

grant all on public.spam_senders to service_role;

create policy "The owner reads the senders of spam" on public.spam_senders
  for select to authenticated using ((select private.is_admin()));

select private.refuse_estimated_counts('spam_senders');

alter table public.trashed_messages add column is_spam boolean not null default false;

comment on column public.trashed_messages.is_spam is 'Whether it was from a sender of spam when it left the inbox.';

create function private.recognize_spam() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_spam := exists (select from public.spam_senders as senders where senders.email = lower(trim(new.email)));
  return new;
end
$$;

create trigger recognize_spam before insert on public.trashed_messages
  for each row execute function private.recognize_spam();

-- After the insert, which therefore reports its row like any other. Triggers run in the order of
-- their names: the message is in the search by then (index_message), and queue_message_notice finds
-- it gone.
create function private.move_spam() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.messages
  where id = new.id
    and exists (select from public.spam_senders as senders where senders.email = lower(trim(new.email)));
  return null;
end
$$;

-- Not for what restore_messages returns to the inbox.
create trigger move_spam after insert on public.messages
  for each row when (current_user in ('anon', 'authenticated'))
  execute function private.move_spam();

-- SECURITY DEFINER because callers write senders only together with their messages.
create function private.mark_spam(ids uuid[], search text, until timestamptz, except_ids uuid[]) returns jsonb
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

create function public.mark_spam(
  ids uuid[] default '{}', search text default '', until timestamptz default null, except_ids uuid[] default '{}'
) returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select private.mark_spam(ids, search, until, except_ids)
$$;

comment on function public.mark_spam(uuid[], text, timestamptz, uuid[]) is 'Marks the senders of messages as spam, by ids or, with a time, by a search as in mark_found_messages. Their messages leave the inbox. Returns {count, marked_at}; unmark_spam takes the time.';

create function private.unmark_spam(emails text[], marked timestamptz) returns integer
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

create function public.unmark_spam(emails text[] default '{}', marked timestamptz default null) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.unmark_spam(emails, marked)
$$;

comment on function public.unmark_spam(text[], timestamptz) is 'Returns the messages of senders to the inbox, by their addresses or by the time they were marked. Returns the number restored.';

revoke execute on function private.recognize_spam(), private.move_spam(),
  private.mark_spam(uuid[], text, timestamptz, uuid[]), private.unmark_spam(text[], timestamptz) from public;

grant execute on function private.mark_spam(uuid[], text, timestamptz, uuid[]),
  private.unmark_spam(text[], timestamptz) to authenticated, service_role;

revoke execute on function public.mark_spam(uuid[], text, timestamptz, uuid[]),
  public.unmark_spam(text[], timestamptz) from public, anon;

grant execute on function public.mark_spam(uuid[], text, timestamptz, uuid[]),
  public.unmark_spam(text[], timestamptz) to authenticated, service_role;

create or replace function private.queue_message_notice() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Spam has left the inbox by now (move_spam).
  if exists (select from public.messages where messages.id = new.id) then
    perform private.queue_notice('message', 'message:' || new.id, '{}', new.id);
  end if;
  return null;
end
$$;
