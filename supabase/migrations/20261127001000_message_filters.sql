-- The inbox can be narrowed to unread or replied messages, and shows what a search found.

create index messages_replied on public.messages (created_at) where replied_at is not null;

-- As search_condition. The words is:unread and is:replied keep the messages with that mark, so that
-- every function with a search acts on exactly the messages that the inbox shows.
create function private.message_condition(search text) returns text
language sql immutable set search_path = ''
as $$
  select private.search_condition(regexp_replace(search, '(^|\s)is:(unread|replied)(?=\s|$)', ' ', 'gi'))
    || case when search ~* '(^|\s)is:unread(\s|$)'
      then ' and id in (select messages.id from public.messages where not messages.is_read)' else '' end
    || case when search ~* '(^|\s)is:replied(\s|$)'
      then ' and id in (select messages.id from public.messages where messages.replied_at is not null)' else '' end
$$;

revoke execute on function private.message_condition(text) from public;

create or replace function private.find_messages(
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

create or replace function private.count_found_messages(search text) returns bigint
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

create or replace function private.matching_messages(search text, until timestamptz, except_ids uuid[]) returns setof uuid
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

-- The start of a message on one line; if the first word of a search is further on, what surrounds it.
create function private.preview_of(message text, search text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  word constant text := (regexp_match(private.normalize_text(left(search, 200)),
    '(?:^|\s)(?!is:(?:unread|replied)(?:\s|$))(\S+)'))[1];
  place constant integer := case when word is null then 0 else strpos(private.normalize_text(message), word) end;
  start constant integer := case when place > 100 then place - 40 else 1 end;
begin
  return case when start > 1 then '…' else '' end
    || left(regexp_replace(substr(message, start, 400), '\s+', ' ', 'g'), 160);
end
$$;

revoke execute on function private.preview_of(text, text) from public;

grant execute on function private.preview_of(text, text) to authenticated, service_role;

create or replace function public.list_messages(
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
