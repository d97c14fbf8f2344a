-- Messages can be marked as replied.

alter table public.messages add column replied_at timestamptz;

comment on column public.messages.replied_at is 'When the owner marked it as replied; null otherwise.';

create or replace function private.reset_is_read() returns trigger
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

alter policy "Everyone sends unread messages" on public.messages
  with check (is_read = false and replied_at is null);

-- With another result, a function has to be created anew.
drop function public.list_messages(text, timestamptz, uuid, boolean, integer);

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
    left(regexp_replace(left(messages.message, 400), '\s+', ' ', 'g'), 160),
    messages.is_read, messages.created_at, messages.replied_at
  from private.find_messages(search, cursor_time, cursor_id, newer, least(greatest(max_rows, 1), 1000)) as found
  join public.messages on messages.id = found
  order by messages.created_at desc, messages.id desc
$$;

comment on function public.list_messages(text, timestamptz, uuid, boolean, integer) is 'A page of the inbox, newest first: the messages older or newer than the cursor (created_at, id). An empty search matches all.';

-- A replied message is also read. One that is marked again keeps its time.
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
language plpgsql security invoker set search_path = ''
as $$
declare
  changed integer;
begin
  perform private.require_owner();
  update public.messages
  set is_read = is_read or as_replied, replied_at = case when as_replied then now() end
  where (replied_at is not null) <> as_replied
    and id in (select private.matching_messages(search, until, except_ids));
  get diagnostics changed = row_count;
  return changed;
end
$$;

comment on function public.mark_found_messages_replied(text, timestamptz, boolean, uuid[]) is 'As mark_messages_replied, for every match created up to a given time. Returns the number of messages that changed.';

revoke execute on function public.list_messages(text, timestamptz, uuid, boolean, integer),
  public.mark_messages_replied(uuid[], boolean),
  public.mark_found_messages_replied(text, timestamptz, boolean, uuid[]) from public, anon;

grant execute on function public.list_messages(text, timestamptz, uuid, boolean, integer),
  public.mark_messages_replied(uuid[], boolean),
  public.mark_found_messages_replied(text, timestamptz, boolean, uuid[]) to authenticated, service_role;
