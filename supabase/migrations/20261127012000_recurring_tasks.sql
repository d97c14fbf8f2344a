-- Recurring tasks: when one is done, the next one is added, once. And when to be reminded of a task.

alter table public.workspace_tasks
  -- A subset of RFC 5545's RRULE. A month without the day has its last day instead.
  add column recurrence text check (recurrence ~ '^FREQ=((DAILY|MONTHLY|YEARLY)(;INTERVAL=[1-9][0-9]?)?|WEEKLY(;INTERVAL=[1-9][0-9]?)?(;BYDAY=(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU)){0,6})?)$'),
  -- Whether the next due date counts from this one or from the day on which the task is done.
  add column recurrence_from text not null default 'due' check (recurrence_from in ('due', 'done')),
  -- Name of the time zone whose day it is.
  add column recurrence_zone text check (recurrence_zone ~ '^[A-Za-z0-9+_/-]{1,64}$'),
  -- The day of the month of the series where a short month has changed it.
  add column recurrence_day smallint check (recurrence_day between 1 and 31),
  -- The task that was added when this one was done; stays when that one is deleted.
  add column next_task_id uuid,
  add column remind_at timestamptz check (isfinite(remind_at));

alter table public.archived_tasks
  add column recurrence text,
  add column recurrence_from text not null default 'due',
  add column recurrence_zone text,
  add column recurrence_day smallint,
  add column next_task_id uuid,
  add column remind_at timestamptz;

-- The first day of the series after `last` that is not before `today`.
create function private.next_due_day(rule text, last date, day integer, today date) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  every constant integer := coalesce(substring(rule from 'INTERVAL=(\d+)')::integer, 1);
  days constant text := substring(rule from 'BYDAY=([A-Z,]+)');
  step integer;
  chosen date;
begin
  if days is not null then
    select min(listed::date) into chosen
    from generate_series(
      greatest(last + 1, today)::timestamp, greatest(last + 1, today) + 7 * every + interval '6 days',
      interval '1 day'
    ) as listed
    where strpos(days, (array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[extract(isodow from listed)]) > 0
      and (date_trunc('week', listed)::date - date_trunc('week', last::timestamp)::date) / 7 % every = 0;
    return chosen;
  end if;
  if rule ~ '^FREQ=(MONTHLY|YEARLY)' then
    step := every * case when rule like 'FREQ=YEARLY%' then 12 else 1 end;
    select min(least(month::date + day - 1, (month + interval '1 month')::date - 1)) into chosen
    from (
      select date_trunc('month', last::timestamp) + (number + more) * step * interval '1 month' as month
      from (
        select greatest(1, (
          (extract(year from today) - extract(year from last)) * 12
          + extract(month from today) - extract(month from last))::integer / step) as number
      ) as passed, generate_series(0, 1) as more
    ) as months
    where least(month::date + day - 1, (month + interval '1 month')::date - 1) >= today;
    return chosen;
  end if;
  step := every * case when rule like 'FREQ=WEEKLY%' then 7 else 1 end;
  return last + step * greatest(1, (today - last + step - 1) / step);
end
$$;

-- Marks a done task with the id of the next one, before that is added. Reopening the task takes the
-- next one back, unless it was touched.
create function private.mark_recurring_task() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.due_date is distinct from old.due_date then
    new.recurrence_day := null;
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

create trigger mark_recurring_task before update on public.workspace_tasks
  for each row execute function private.mark_recurring_task();

create function private.add_next_task() returns trigger
language plpgsql set search_path = ''
as $$
declare
  zone text := coalesce(new.recurrence_zone, 'UTC');
  today date;
  due date := (new.due_date at time zone 'UTC')::date;
  next_due date;
begin
  if new.next_task_id is null then
    delete from public.workspace_tasks as next
    where next.id = old.next_task_id and next.user_id = old.user_id
      and next.status = 'todo' and next.revision = 1;
    return null;
  end if;
  begin
    today := (now() at time zone zone)::date;
  exception when invalid_parameter_value then
    zone := 'UTC';
    today := (now() at time zone zone)::date;
  end;
  if new.recurrence_from = 'done' or due is null or due not between '0001-01-01' and '9999-12-31' then
    next_due := private.next_due_day(new.recurrence, today, extract(day from today)::integer, today);
  else
    next_due := private.next_due_day(
      new.recurrence, due, coalesce(new.recurrence_day, extract(day from due)::integer), today);
  end if;
  -- Browsers have no later day.
  if next_due <= '9999-12-31' then
    insert into public.workspace_tasks (
      id, user_id, title, description, priority, tags, due_date,
      recurrence, recurrence_from, recurrence_zone, recurrence_day, remind_at
    )
    values (
      new.next_task_id, new.user_id, new.title, new.description, new.priority, new.tags,
      next_due::timestamp at time zone 'UTC', new.recurrence, new.recurrence_from, new.recurrence_zone,
      case
        when new.recurrence_from = 'due' then coalesce(new.recurrence_day, extract(day from due))
      end,
      -- At the same time of the day, as long before or after the due date.
      (new.remind_at at time zone zone
        + make_interval(days => next_due - coalesce(due, (new.remind_at at time zone zone)::date)))
        at time zone zone
    )
    on conflict (id) do nothing;
  end if;
  return null;
end
$$;

create trigger add_next_task after update on public.workspace_tasks
  for each row when (new.next_task_id is distinct from old.next_task_id)
  execute function private.add_next_task();

drop trigger check_revision on public.workspace_tasks;

create trigger check_revision before update on public.workspace_tasks
  for each row when (
    (new.title, new.description, new.status, new.priority, new.due_date, new.tags, new.recurrence,
      new.recurrence_from, new.remind_at, new.revision)
    is distinct from
    (old.title, old.description, old.status, old.priority, old.due_date, old.tags, old.recurrence,
      old.recurrence_from, old.remind_at, old.revision)
  )
  execute function private.check_revision();

revoke execute on function
  private.next_due_day(text, date, integer, date),
  private.mark_recurring_task(),
  private.add_next_task()
from public;

-- Called by the trigger, with the rights of the user.
grant execute on function private.next_due_day(text, date, integer, date) to authenticated, service_role;

-- Both copy all columns by their names, so that a new column is not forgotten here.
create or replace function private.archive_tasks(ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  moved integer;
begin
  if not private.is_workspace() then
    raise insufficient_privilege using message = 'Only the workspace user archives tasks.';
  end if;
  with removed as (
    delete from public.workspace_tasks
    where id = any (ids) and user_id = auth.uid() and status = 'done' returning *
  )
  insert into public.archived_tasks
  select (jsonb_populate_record(
    null::public.archived_tasks, to_jsonb(removed) || jsonb_build_object('archived_at', now())
  )).* from removed;
  get diagnostics moved = row_count;
  return moved;
end
$$;

create or replace function private.restore_tasks(ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  restored integer;
begin
  if not private.is_workspace() then
    raise insufficient_privilege using message = 'Only the workspace user restores tasks.';
  end if;
  -- Takes the lock of the board, before the positions are read.
  update public.workspace_tasks set "order" = "order" + cardinality(ids)
  where user_id = auth.uid() and status = 'done';
  with removed as (
    delete from public.archived_tasks where id = any (ids) and user_id = auth.uid() returning *
  )
  insert into public.workspace_tasks
  select (jsonb_populate_record(null::public.workspace_tasks, to_jsonb(removed) || jsonb_build_object(
    'status', 'done', 'order', row_number() over (order by "order", id) - 1
  ))).* from removed;
  get diagnostics restored = row_count;
  return restored;
end
$$;
