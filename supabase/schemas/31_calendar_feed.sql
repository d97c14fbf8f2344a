-- A private calendar of the workspace user's tasks with a due date. Anybody who knows its address
-- can read it. The function calendar-feed serves it.

create table public.calendar_feeds (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- SHA-256 of the token in the address, in hex; the token itself is not stored.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);

comment on table public.calendar_feeds is 'The addresses of private calendars. Only create_calendar_feed adds rows; deleting one revokes it.';

select private.add_workspace_table('calendar_feeds', 'calendar', '{select,delete}', live => false);

-- SECURITY DEFINER because callers may not choose the token.
create function private.create_calendar_feed() returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- The token has 244 random bits.
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require_role('workspace', 'Only the workspace user has a calendar.');
  insert into public.calendar_feeds as feeds (user_id, token_hash)
  values (auth.uid(), encode(sha256(token::bytea), 'hex'))
  on conflict (user_id) do update
  set token_hash = excluded.token_hash, created_at = now(), last_read_at = null;
  return token;
end
$$;

comment on function private.create_calendar_feed() is 'A new token for the caller''s calendar, which replaces the earlier one.';

-- @limit content: tasks in the private calendar; 2,000 by limit 2000
-- @limit content: a description in the private calendar; 500 characters by left(description, 500)
create function public.read_calendar_feed(token_hash text) returns jsonb
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  reader uuid;
begin
  update public.calendar_feeds as feeds set last_read_at = now()
  where feeds.token_hash = read_calendar_feed.token_hash and exists (
    select from private.members where members.user_id = feeds.user_id and members.role = 'workspace'
  )
  returning feeds.user_id into reader;
  if reader is null then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', id, 'title', title, 'description', left(description, 500), 'status', status,
      'priority', priority, 'revision', revision,
      'day', to_char(due_date at time zone 'UTC', 'YYYYMMDD'), 'updated_at', updated_at,
      -- Only a series that counts from its due dates has known dates.
      'recurrence', case when status <> 'done' and recurrence_from = 'due' then recurrence end,
      'recurrence_day', recurrence_day,
      'remind_at', case when status <> 'done' then remind_at end,
      -- The series' reminder in local time, in minutes from the start of the due day.
      'remind_minutes', extract(epoch from
        date_trunc('minute', coalesce(
          recurrence_remind_at, remind_at at time zone private.known_zone(recurrence_zone)))
        - date_trunc('day', due_date at time zone 'UTC'))::bigint / 60
    ) order by due_date, id), '[]')
    from (
      select * from public.workspace_tasks
      where user_id = reader
        and due_date >= now() - interval '1 year' and due_date < '10000-01-01T00:00:00Z'
      order by due_date, id limit 2000
    ) as listed
  );
end
$$;

comment on function public.read_calendar_feed(text) is 'Secret key only: the tasks with a due date of the workspace user whose calendar has this token; null where none has it.';

select private.allow_calls('authenticated, service_role', '{create_calendar_feed}');

select private.allow_calls('service_role', '{read_calendar_feed}');
