-- The workspace user's task board.

create table public.workspace_tasks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 500),
  description text check (char_length(description) <= 20000),
  status text not null default 'todo' check (status in ('todo', 'inprogress', 'done')),
  priority text not null default 'medium' check (priority in ('low', 'medium', 'high', 'urgent')),
  due_date timestamptz,
  tags text[] check (private.is_text_list(tags, 100, 200)),
  -- Position in the status column. -1 requests the last one, in Done the first; it is never stored.
  "order" integer not null default -1 check ("order" >= 0),
  revision integer not null default 1,
  -- A subset of RFC 5545's RRULE. A month without the day has its last day instead. COUNT is the
  -- number of tasks from this one on.
  recurrence text check (recurrence ~ '^FREQ=((DAILY|YEARLY)(;INTERVAL=[1-9][0-9]?)?|MONTHLY(;INTERVAL=[1-9][0-9]?)?(;BYMONTHDAY=-1|;BYDAY=([1-4]|-1)(MO|TU|WE|TH|FR|SA|SU))?|WEEKLY(;INTERVAL=[1-9][0-9]?)?(;BYDAY=(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU)){0,6})?)(;UNTIL=[1-9][0-9]{3}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])|;COUNT=[1-9][0-9]?)?$'),
  -- True if the next due date counts from the day the task is done, instead of from this due date.
  recurrence_from text not null default 'due' check (recurrence_from in ('due', 'done')),
  -- Name of the time zone whose day it is.
  recurrence_zone text check (recurrence_zone ~ '^[A-Za-z0-9+_/-]{1,64}$'),
  -- The day of the month of the series, when a short month has changed the due date.
  recurrence_day smallint check (recurrence_day between 1 and 31),
  -- The task that was added when this task was done; stays after that task is deleted.
  next_task_id uuid,
  remind_at timestamptz check (isfinite(remind_at)),
  -- Local time of the series' reminder; a clock change or a snooze may have moved remind_at.
  recurrence_remind_at timestamp check (isfinite(recurrence_remind_at)),
  updated_at timestamptz not null default now(),
  change_number bigint not null default 0
);

create index workspace_tasks_of_user on public.workspace_tasks (user_id, "order");

create index workspace_tasks_changes on public.workspace_tasks (user_id, change_number);

create index workspace_tasks_due on public.workspace_tasks (user_id, due_date, "order", id)
  where status <> 'done' and due_date is not null;

create function private.append_task() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status = 'done' then
    -- The newest is first.
    update public.workspace_tasks set "order" = "order" + 1
    where user_id = new.user_id and status = 'done' and id <> new.id;
    new."order" := 0;
    return new;
  end if;
  select coalesce(max("order") + 1, 0) into new."order"
  from public.workspace_tasks
  where user_id = new.user_id and status = new.status;
  return new;
end
$$;

create trigger append_task before insert on public.workspace_tasks
  for each row when (new."order" = -1) execute function private.append_task();

-- A task whose status changes in its form requests a position there.
create trigger append_updated_task before update on public.workspace_tasks
  for each row when (new."order" = -1) execute function private.append_task();

-- Another task may have taken the position of a deleted task that is restored.
create function private.make_room_for_task() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from public.workspace_tasks
    where user_id = new.user_id and status = new.status and "order" = new."order" and id <> new.id
  ) then
    update public.workspace_tasks set "order" = "order" + 1
    where user_id = new.user_id and status = new.status and "order" >= new."order" and id <> new.id;
  end if;
  return new;
end
$$;

create trigger make_room_for_task before insert on public.workspace_tasks
  for each row when (new."order" >= 0) execute function private.make_room_for_task();

-- A new position alone is not a change of the task: it must not cause a conflict in an open form.
create trigger check_revision before update on public.workspace_tasks
  for each row when (
    (new.title, new.description, new.status, new.priority, new.due_date, new.tags, new.recurrence,
      new.recurrence_from, new.remind_at, new.revision)
    is distinct from
    (old.title, old.description, old.status, old.priority, old.due_date, old.tags, old.recurrence,
      old.recurrence_from, old.remind_at, old.revision)
  )
  execute function private.check_revision();

create trigger set_updated_at before update on public.workspace_tasks
  for each row when (new.revision <> old.revision) execute function private.set_updated_at();

-- The first day of the series after `last` that is not before `today`.
create function private.next_due_day(rule text, last date, day integer, today date) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  every constant integer := coalesce(substring(rule from 'INTERVAL=(\d+)')::integer, 1);
  days constant text := substring(rule from 'BYDAY=([A-Z,]+)');
  names constant text[] := array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
  -- The place of a weekday in the month, such as 2TU, or -1FR for the last Friday.
  place constant integer := substring(rule from 'BYDAY=(-?\d)')::integer;
  weekday constant integer := array_position(names, substring(rule from 'BYDAY=-?\d([A-Z]+)'));
  step integer;
  chosen date;
begin
  if days is not null then
    select min(listed::date) into chosen
    from generate_series(
      greatest(last + 1, today)::timestamp, greatest(last + 1, today) + 7 * every + interval '6 days',
      interval '1 day'
    ) as listed
    where strpos(days, names[extract(isodow from listed)]) > 0
      and (date_trunc('week', listed)::date - date_trunc('week', last::timestamp)::date) / 7 % every = 0;
    return chosen;
  end if;
  if rule ~ '^FREQ=(MONTHLY|YEARLY)' then
    step := every * case when rule like 'FREQ=YEARLY%' then 12 else 1 end;
    select min(listed) into chosen
    from (
      select case
        when place > 0 then first + (weekday - extract(isodow from first)::integer + 7) % 7 + 7 * (place - 1)
        when place < 0 then final - (extract(isodow from final)::integer - weekday + 7) % 7
        when rule like '%BYMONTHDAY=-1%' then final
        else least(first + day - 1, final)
      end as listed
      from (
        select month::date as first, (month + interval '1 month')::date - 1 as final
        from (
          select date_trunc('month', last::timestamp) + (number + more) * step * interval '1 month' as month
          from (
            -- A rule that names days may have another one in the month of the last.
            select greatest(case when rule like '%;BY%' then 0 else 1 end, (
              (extract(year from today) - extract(year from last)) * 12
              + extract(month from today) - extract(month from last))::integer / step) as number
          ) as passed, generate_series(0, 1) as more
        ) as months
      ) as ends
    ) as days
    where listed > last and listed >= today;
    return chosen;
  end if;
  step := every * case when rule like 'FREQ=WEEKLY%' then 7 else 1 end;
  return last + step * greatest(1, (today - last + step - 1) / step);
end
$$;

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

-- The due day of the task after this one; null after the end of its series.
create function private.next_task_day(task public.workspace_tasks) returns date
language plpgsql stable set search_path = ''
as $$
declare
  today constant date := (now() at time zone private.known_zone(task.recurrence_zone))::date;
  due constant date := (task.due_date at time zone 'UTC')::date;
  next_due date;
begin
  if task.recurrence is null or task.recurrence like '%;COUNT=1' then
    return null;
  end if;
  if task.recurrence_from = 'done' or due is null or due not between '0001-01-01' and '9999-12-31' then
    next_due := private.next_due_day(task.recurrence, today, extract(day from today)::integer, today);
  else
    next_due := private.next_due_day(
      task.recurrence, due, coalesce(task.recurrence_day, extract(day from due)::integer), today);
  end if;
  -- Browsers support no later day.
  return case when next_due <= '9999-12-31'
    and to_char(next_due, 'YYYYMMDD') <= coalesce(substring(task.recurrence from 'UNTIL=(\d+)'), '99991231')
    then next_due end;
end
$$;

-- Marks a done task with the id of the next task before that is added. Reopening the done task
-- removes the next task, unless somebody has changed it.
create function private.mark_recurring_task() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.due_date is distinct from old.due_date then
    new.recurrence_day := null;
  end if;
  -- The form has whole minutes.
  if (date_trunc('minute', new.remind_at), new.recurrence_zone)
    is distinct from (date_trunc('minute', old.remind_at), old.recurrence_zone) then
    new.recurrence_remind_at := case when current_user <> 'authenticated' then
      coalesce(old.recurrence_remind_at, old.remind_at at time zone private.known_zone(old.recurrence_zone))
    end;
  end if;
  if new.status = 'done' and old.status <> 'done' then
    if new.next_task_id is null and private.next_task_day(new) is not null then
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
  zone constant text := private.known_zone(new.recurrence_zone);
  remaining constant integer := substring(new.recurrence from 'COUNT=(\d+)')::integer;
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
  next_due := private.next_task_day(new);
  if next_due is not null then
    -- The reminder keeps its time of day and its distance to the due date.
    reminder := reminder + make_interval(days => next_due - coalesce(due, reminder::date));
    insert into public.workspace_tasks (
      id, user_id, title, description, priority, tags, due_date,
      recurrence, recurrence_from, recurrence_zone, recurrence_day, remind_at,
      recurrence_remind_at
    )
    values (
      new.next_task_id, new.user_id, new.title,
      -- Its checklists begin unticked; the items are those of task-checklist.ts.
      regexp_replace(new.description,
        '^(\s*(?:[-*+] \[(?=[xX]\](?:\s|$))|\[(?=[xX]\] )))[xX]', '\1 ', 'gn'),
      new.priority, new.tags,
      next_due::timestamp at time zone 'UTC',
      regexp_replace(new.recurrence, 'COUNT=\d+', 'COUNT=' || coalesce(remaining, 0) - 1),
      new.recurrence_from, new.recurrence_zone,
      case
        when new.recurrence_from = 'due' and new.recurrence ~ '^FREQ=(MONTHLY|YEARLY)(?!.*;BY)'
          then coalesce(new.recurrence_day, extract(day from due))
      end,
      reminder at time zone zone, reminder
    )
    on conflict (id) do nothing;
  end if;
  return null;
end
$$;

create trigger add_next_task after update on public.workspace_tasks
  for each row when (new.next_task_id is distinct from old.next_task_id)
  execute function private.add_next_task();

-- Called by the triggers, with the user's rights.
grant execute on function
  private.next_due_day(text, date, integer, date),
  private.next_task_day(public.workspace_tasks),
  private.known_zone(text)
to authenticated, service_role;

-- Assigning positions requires seeing the positions assigned before, so one user's writes are
-- serialized. The lock is taken once per statement, before any row is locked, so that two
-- transactions cannot deadlock.
create function private.lock_task_board() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('task board ' || coalesce(auth.uid()::text, ''), 0));
  return null;
end
$$;

create trigger lock_task_board before insert or update on public.workspace_tasks
  for each statement execute function private.lock_task_board();

select private.number_changes('public.workspace_tasks');

select private.add_workspace_table('workspace_tasks', 'tasks');

create function public.task_changes(since bigint, max_rows integer default 1000) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.changes_of('workspace_tasks', '*', since, max_rows)
$$;

comment on function public.task_changes(bigint, integer) is 'The caller''s tasks and deletions after a change number, in their order: {changes: [{id, change_number, is_deleted} or a task], oldest, last}.';

-- Saves status and order of exactly the listed tasks in one statement. An upsert of these three
-- columns would fail on the columns it omits, and one update per task could stop halfway. A list that
-- includes its tasks' previous positions is refused if they have moved since, or if two tasks of the
-- board would get the same position.
create function public.save_task_order(items jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  saved integer;
begin
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 10000 then
    raise sqlstate '22023' using message = 'Expected a list of at most 10000 tasks.';
  end if;
  -- Only an insert or update of a single task may request the last position with -1.
  if items @? '$[*] ? (@.order < 0)' then
    raise sqlstate '23514' using message = 'A position cannot be negative.';
  end if;
  update public.workspace_tasks as task
  set status = item.status, "order" = item."order"
  from jsonb_to_recordset(items) as
    item (id uuid, status text, "order" integer, was_status text, was_order integer)
  where task.id = item.id
    and task.status = coalesce(item.was_status, task.status)
    and task."order" = coalesce(item.was_order, task."order");
  get diagnostics saved = row_count;
  if saved <> jsonb_array_length(items) then
    raise sqlstate 'PT409' using
      message = 'The board has changed elsewhere. Nothing was saved.',
      detail = format('%s of %s tasks found.', saved, jsonb_array_length(items));
  end if;
  if items @? '$[*].was_order' and exists (
    select from public.workspace_tasks group by user_id, status, "order" having count(*) > 1
  ) then
    raise sqlstate 'PT409' using
      message = 'The board has changed elsewhere. Nothing was saved.',
      detail = 'Two tasks would have the same position.';
  end if;
end
$$;

comment on function public.save_task_order(jsonb) is
  'Saves [{id, status, order, was_status?, was_order?}] of the caller''s tasks, all of them or none.';

select private.allow_calls('authenticated, service_role', '{save_task_order, task_changes}');

-- Done tasks that are no longer on the board.
create table public.archived_tasks (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null,
  description text,
  priority text not null,
  due_date timestamptz,
  tags text[],
  -- The position in Done, used to restore tasks that were archived together in their order.
  "order" integer not null,
  revision integer not null,
  archived_at timestamptz not null default now(),
  recurrence text,
  recurrence_from text not null default 'due',
  recurrence_zone text,
  recurrence_day smallint,
  next_task_id uuid,
  remind_at timestamptz,
  recurrence_remind_at timestamp,
  updated_at timestamptz not null default now()
);

comment on table public.archived_tasks is 'Done tasks off the board. Only archive_tasks adds rows, and rows never change.';

create index archived_tasks_of_user on public.archived_tasks (user_id, archived_at desc, "order", id);

select private.add_workspace_table('archived_tasks', 'archived tasks', '{select,delete}');

-- SECURITY DEFINER because callers may not insert into the archive. Both statements copy all
-- columns by name, so that they include every new column.
create function private.archive_tasks(ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  moved integer;
begin
  perform private.require_role('workspace', 'Only the workspace user archives tasks.');
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

create function private.restore_tasks(ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  restored integer;
begin
  perform private.require_role('workspace', 'Only the workspace user restores tasks.');
  -- Takes the lock of the board before the positions are read.
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

comment on function private.archive_tasks(uuid[]) is 'Moves the caller''s done tasks to the archive. Returns the number moved.';

comment on function private.restore_tasks(uuid[]) is 'Returns archived tasks to the top of Done. Returns the number restored.';

select private.allow_calls('authenticated, service_role', '{archive_tasks, restore_tasks}');

-- The changes that devices have sent. One that is sent again, because its response was lost, must
-- not undo what others have changed since, or add a task again that they have deleted.
create table private.task_changes (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  applied_at timestamptz not null default now(),
  primary key (user_id, id)
);

comment on table private.task_changes is 'The changes applied to task boards in the last 90 days, so that each is applied once.';

create index task_changes_by_age on private.task_changes (user_id, applied_at);

-- SECURITY DEFINER because callers may not forget which changes were applied.
-- @limit content: a change of the task board is recognized when it is sent again; 90 days by applied_at < now() - interval '90 days'
create function private.change_tasks(change_id uuid, change jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  task constant uuid := change ->> 'id';
  target constant text := change ->> 'status';
  was text;
begin
  perform private.require_role('workspace', 'Only the workspace user changes tasks.');
  -- The lock of the board, before the positions are read.
  perform pg_advisory_xact_lock(hashtextextended('task board ' || me::text, 0));
  delete from private.task_changes where user_id = me and applied_at < now() - interval '90 days';
  insert into private.task_changes (user_id, id) values (me, change_id) on conflict do nothing;
  if not found then
    return false;
  end if;
  case change ->> 'kind'
  when 'add' then
    -- All columns by name, so that they include every new column.
    insert into public.workspace_tasks
    select (jsonb_populate_record(
      null::public.workspace_tasks,
      '{"status": "todo", "priority": "medium", "recurrence_from": "due"}' || (change -> 'task')
        || jsonb_build_object('user_id', me, 'order', -1, 'revision', 1, 'updated_at', now())
    )).*
    -- Version 2.0.0 may have added it without a recorded change.
    where not exists (select from public.archived_tasks where id = change_id)
    on conflict (id) do nothing;
  when 'move' then
    select status into was from public.workspace_tasks where id = task and user_id = me;
    if was is null then
      raise sqlstate 'PT409' using message = 'This task is no longer on the board.';
    end if;
    if was not in (change ->> 'was', target) then
      raise sqlstate 'PT409' using
        message = 'This task was moved elsewhere in the meantime. It was left there.';
    end if;
    with others as (
      select id, status, row_number() over (partition by status order by "order", id) - 1 as place
      from public.workspace_tasks
      where user_id = me and id <> task and status in (was, target)
    ), chosen as (
      select coalesce(
        (select place + 1 from others where status = target and id = (change ->> 'after')::uuid),
        (select place from others where status = target and id = (change ->> 'before')::uuid),
        -- Done has the newest first. A task moved above all others stays there when they are gone.
        case when target = 'done' or (change ->> 'after' is null and change ->> 'before' is not null)
          then 0 end,
        (select count(*) from others where status = target)
      ) as place
    ), placed as (
      select id, status, others.place + (status = target and others.place >= chosen.place)::integer as place
      from others, chosen
      union all
      select task, target, place from chosen
    )
    update public.workspace_tasks as moved
    set status = placed.status, "order" = placed.place
    from placed
    where moved.id = placed.id
      and (moved.status, moved."order") is distinct from (placed.status, placed.place);
  when 'archive' then
    perform private.archive_tasks(array(select jsonb_array_elements_text(change -> 'ids')::uuid));
  when 'restore' then
    perform private.restore_tasks(array(select jsonb_array_elements_text(change -> 'ids')::uuid));
  else
    raise sqlstate '22023' using message = 'Expected a change of the kind add, move, archive or restore.';
  end case;
  return true;
end
$$;

comment on function private.change_tasks(uuid, jsonb) is
  'Applies a change of the caller''s board once: {kind: add, task} at the end of its column, {kind: move, id, status, was, after, before}, {kind: archive or restore, ids}. Returns false if it was applied before.';

select private.allow_calls('authenticated, service_role', '{change_tasks}');
