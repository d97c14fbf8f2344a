-- Searching and paging the inbox, made for tens of thousands of messages.
--
-- Why trigrams: an owner remembers a part of an address or of a word, which a word index
-- (tsvector) cannot find, and pg_trgm comes with the embedded server, with Debian's and Docker's
-- PostgreSQL and with hosted Supabase. In a database whose character type is C it knows trigrams of
-- ASCII letters only; a term without any is found by reading the texts, newest first.
--
-- Why a table of its own: marking a message read writes a new version of its row, and with it of
-- every index entry. Marking 50,000 must not mean writing 50,000 texts into a trigram index.
--
-- Why SECURITY DEFINER inside: LIKE is not leakproof, so behind row level security PostgreSQL must
-- not use an index for it. The functions below ask for the owner themselves and only hand out ids;
-- the rows are then read, changed and deleted under the caller's policies.

create extension if not exists pg_trgm with schema extensions;

create table private.message_search (
  id uuid primary key references public.messages (id) on delete cascade deferrable initially deferred,
  created_at timestamptz not null,
  -- C compares bytes, which is all that LIKE needs; lower case was made before.
  text text collate "C" not null
);

comment on table private.message_search is 'What is searched of each message. Only the triggers of public.messages write here.';

alter table private.message_search enable row level security;

revoke all on private.message_search from public, anon, authenticated;

-- Case and the different ways of writing one character must not matter.
create function private.search_text(words text) returns text
language sql immutable set search_path = ''
as $$
  select lower(normalize(words, NFKC))
$$;

create function private.keep_message_search() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.message_search (id, created_at, text)
  values (
    new.id,
    new.created_at,
    private.search_text(concat_ws(E'\n', new.name, new.email, new.subject, new.message))
  )
  on conflict (id) do update set created_at = excluded.created_at, text = excluded.text;
  return null;
end
$$;

insert into private.message_search (id, created_at, text)
  select id, created_at, private.search_text(concat_ws(E'\n', name, email, subject, message))
  from public.messages;

create index message_search_trigrams on private.message_search
  using gin (text extensions.gin_trgm_ops);

create index message_search_newest_first on private.message_search (created_at desc, id desc);

create trigger keep_message_search after insert on public.messages
  for each row execute function private.keep_message_search();

create trigger keep_message_search_of_changed
  after update of name, email, subject, message, created_at on public.messages
  for each row
  when (
    (old.name, old.email, old.subject, old.message, old.created_at)
    is distinct from (new.name, new.email, new.subject, new.message, new.created_at)
  )
  execute function private.keep_message_search();

-- The condition of a search: every word of it occurs somewhere in the message. Written into the
-- statement, so that the planner sees the words and can choose between the trigrams of a rare one
-- and reading the newest messages until enough have a common one.
create function private.search_condition(search text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(
    string_agg(
      format('text like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'),
      ' and '
    ),
    'true'
  )
  from (
    select distinct word
    from regexp_split_to_table(private.search_text(left(search, 200)), '\s+') as word
    where word <> ''
    limit 10
  ) as words
$$;

create function private.require_owner() returns void
language plpgsql stable set search_path = ''
as $$
begin
  -- An empty list would say that there is nothing, which a session that was ended cannot know.
  if not private.is_admin() then
    raise insufficient_privilege using message = 'Only the owner reads messages.';
  end if;
end
$$;

-- Ids of the messages found, nearest to the edge first: older than it, or newer.
create function private.find_messages(
  search text, edge_time timestamptz, edge_id uuid, newer boolean, most integer
) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return query execute format(
    'select id from private.message_search where %s and %s order by created_at %s, id %3$s limit %s',
    private.search_condition(search),
    case when edge_time is null or edge_id is null then 'true'
      else format('(created_at, id) %s (%L, %L)', case when newer then '>' else '<' end, edge_time, edge_id)
    end,
    case when newer then 'asc' else 'desc' end,
    coalesce(most::text, 'all')
  );
end
$$;

create function private.count_found_messages(search text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_count bigint;
begin
  perform private.require_owner();
  execute 'select count(*) from private.message_search where ' || private.search_condition(search)
    into found_count;
  return found_count;
end
$$;

-- Everything a search found up to a moment, except what was taken out by hand.
create function private.chosen_messages(search text, until timestamptz, except_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_owner();
  return query execute format(
    'select id from private.message_search where %s and created_at <= %L and id <> all (%L::uuid[])',
    private.search_condition(search), until, except_ids
  );
end
$$;

create function public.list_messages(
  search text default '',
  edge_time timestamptz default null,
  edge_id uuid default null,
  newer boolean default false,
  most integer default 100
) returns table (
  id uuid, name text, email text, subject text, preview text, is_read boolean, created_at timestamptz
)
language sql stable security invoker set search_path = ''
as $$
  select messages.id, messages.name, messages.email, messages.subject,
    left(regexp_replace(left(messages.message, 400), '\s+', ' ', 'g'), 160),
    messages.is_read, messages.created_at
  from private.find_messages(search, edge_time, edge_id, newer, least(greatest(most, 1), 1000)) as found
  join public.messages on messages.id = found
  order by messages.created_at desc, messages.id desc
$$;

comment on function public.list_messages(text, timestamptz, uuid, boolean, integer) is 'A page of the inbox, newest first: what is next to the edge (created_at, id), older or newer. Empty search: all.';

create function public.export_messages(
  search text default '',
  edge_time timestamptz default null,
  edge_id uuid default null,
  most integer default 500
) returns setof public.messages
language sql stable security invoker set search_path = ''
as $$
  select messages.*
  from private.find_messages(search, edge_time, edge_id, false, least(greatest(most, 1), 1000)) as found
  join public.messages on messages.id = found
  order by messages.created_at desc, messages.id desc
$$;

comment on function public.export_messages(text, timestamptz, uuid, integer) is 'As list_messages, with the whole messages.';

create function public.count_messages(search text default '') returns bigint
language sql stable security invoker set search_path = ''
as $$
  select private.count_found_messages(search)
$$;

comment on function public.count_messages(text) is 'How many messages a search finds.';

-- The writes on many messages: one statement each, however many, and no list of ids in an address.
-- They return how many messages they met. Row level security lets only the owner meet any; saying
-- so beats a count of zero, which reads as if there was nothing to do.
create function public.mark_messages(ids uuid[], as_read boolean) returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  met integer;
begin
  perform private.require_owner();
  update public.messages set is_read = as_read where id = any (ids);
  get diagnostics met = row_count;
  return met;
end
$$;

create function public.delete_messages(ids uuid[]) returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  met integer;
begin
  perform private.require_owner();
  delete from public.messages where id = any (ids);
  get diagnostics met = row_count;
  return met;
end
$$;

create function public.mark_found_messages(
  search text, until timestamptz, as_read boolean, except_ids uuid[] default '{}'
) returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  met integer;
begin
  perform private.require_owner();
  update public.messages set is_read = as_read
  where is_read <> as_read and id in (select private.chosen_messages(search, until, except_ids));
  get diagnostics met = row_count;
  return met;
end
$$;

comment on function public.mark_found_messages(text, timestamptz, boolean, uuid[]) is 'Marks everything a search found up to a moment; those that are so already do not count.';

create function public.delete_found_messages(
  search text, until timestamptz, except_ids uuid[] default '{}'
) returns integer
language plpgsql security invoker set search_path = ''
as $$
declare
  met integer;
begin
  perform private.require_owner();
  delete from public.messages where id in (select private.chosen_messages(search, until, except_ids));
  get diagnostics met = row_count;
  return met;
end
$$;

revoke execute on function private.search_text(text), private.keep_message_search(),
  private.search_condition(text), private.require_owner(),
  private.find_messages(text, timestamptz, uuid, boolean, integer),
  private.count_found_messages(text), private.chosen_messages(text, timestamptz, uuid[]) from public;

grant execute on function private.require_owner(), private.find_messages(text, timestamptz, uuid, boolean, integer),
  private.count_found_messages(text), private.chosen_messages(text, timestamptz, uuid[])
  to authenticated, service_role;

revoke execute on function public.list_messages(text, timestamptz, uuid, boolean, integer),
  public.export_messages(text, timestamptz, uuid, integer), public.count_messages(text),
  public.mark_messages(uuid[], boolean), public.delete_messages(uuid[]),
  public.mark_found_messages(text, timestamptz, boolean, uuid[]),
  public.delete_found_messages(text, timestamptz, uuid[]) from public, anon;

grant execute on function public.list_messages(text, timestamptz, uuid, boolean, integer),
  public.export_messages(text, timestamptz, uuid, integer), public.count_messages(text),
  public.mark_messages(uuid[], boolean), public.delete_messages(uuid[]),
  public.mark_found_messages(text, timestamptz, boolean, uuid[]),
  public.delete_found_messages(text, timestamptz, uuid[]) to authenticated, service_role;
