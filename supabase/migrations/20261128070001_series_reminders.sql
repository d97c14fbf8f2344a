-- A recurring task's reminder returns to its time of the day after a change of clocks or a snooze has
-- moved one. And when a task was changed last, for calendars.

alter table public.workspace_tasks
  -- Local time of the series' reminder, from which a change of clocks or a snooze may have moved remind_at.
  add column recurrence_remind_at timestamp check (isfinite(recurrence_remind_at)),
  add column updated_at timestamptz not null default now();

alter table public.archived_tasks
  add column recurrence_remind_at timestamp,
  add column updated_at timestamptz not null default now();

create trigger set_updated_at before update on public.workspace_tasks
  for each row when (new.revision <> old.revision) execute function private.set_updated_at();

create function private.known_zone(zone text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  perform now() at time zone zone;
  return coalesce(zone, 'UTC');
exception when invalid_parameter_value then
  return 'UTC';
end
$$;

revoke execute on function private.known_zone(text) from public;

grant execute on function private.known_zone(text) to authenticated, service_role;

create or replace function private.mark_recurring_task() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.due_date is distinct from old.due_date then
    new.recurrence_day := null;
  end if;
  -- A form has whole minutes.
  if (date_trunc('minute', new.remind_at), new.recurrence_zone)
    is distinct from (date_trunc('minute', old.remind_at), old.recurrence_zone) then
    new.recurrence_remind_at := case when current_user <> 'authenticated' then
      coalesce(old.recurrence_remind_at, old.remind_at at time zone private.known_zone(old.recurrence_zone))
    end;
  end if;
  if new.status = 'done' and old.status <> 'done' then
    if new.recurrence is not null and new.next_task_id is null then
      new.next_task_id := gen_random_uuid();
    end if;
  elsif new.status <> 'done' and old.status = 'done' and exists (
    select from public.workspace_tasks as next
    where next.id = old.next_task_id and next.user_id = old.user_id
      and next.status = 'todo' and next.revision = 1
  ) then
    new.next_task_id := null;
  end if;
  return new;
end
$$;

create or replace function private.add_next_task() returns trigger
language plpgsql set search_path = ''
as $$
declare
  zone constant text := private.known_zone(new.recurrence_zone);
  today constant date := (now() at time zone zone)::date;
  due constant date := (new.due_date at time zone 'UTC')::date;
  reminder timestamp := coalesce(new.recurrence_remind_at, new.remind_at at time zone zone);
  next_due date;
begin
  if new.next_task_id is null then
    delete from public.workspace_tasks as next
    where next.id = old.next_task_id and next.user_id = old.user_id
      and next.status = 'todo' and next.revision = 1;
    return null;
  end if;
  if new.recurrence_from = 'done' or due is null or due not between '0001-01-01' and '9999-12-31' then
    next_due := private.next_due_day(new.recurrence, today, extract(day from today)::integer, today);
  else
    next_due := private.next_due_day(
      new.recurrence, due, coalesce(new.recurrence_day, extract(day from due)::integer), today);
  end if;
  -- Browsers have no later day.
  if next_due <= '9999-12-31' then
    -- At the same time of the day, as long before or after the due date.
    reminder := reminder + make_interval(days => next_due - coalesce(due, reminder::date));
    insert into public.workspace_tasks (
      id, user_id, title, description, priority, tags, due_date,
      recurrence, recurrence_from, recurrence_zone, recurrence_day, remind_at,
      recurrence_remind_at
    )
    values (
      new.next_task_id, new.user_id, new.title, new.description, new.priority, new.tags,
      next_due::timestamp at time zone 'UTC', new.recurrence, new.recurrence_from, new.recurrence_zone,
      case
        when new.recurrence_from = 'due' then coalesce(new.recurrence_day, extract(day from due))
      end,
      reminder at time zone zone, reminder
    )
    on conflict (id) do nothing;
  end if;
  return null;
end
$$;

create or replace function public.read_calendar_feed(token_hash text) returns jsonb
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
      'day', to_char(due_date at time zone 'UTC', 'YYYYMMDD'), 'updated_at', updated_at
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
