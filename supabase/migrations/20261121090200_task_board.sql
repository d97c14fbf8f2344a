-- One board in several tabs: nobody's words are overwritten unseen, and orders never mix.

alter table public.workspace_tasks add column revision integer not null default 1;

-- A mere new place is no change of the task; an open form need not hear of it.
create trigger check_revision before update on public.workspace_tasks
  for each row when (
    (new.title, new.description, new.status, new.priority, new.due_date, new.tags, new.revision)
    is distinct from
    (old.title, old.description, old.status, old.priority, old.due_date, old.tags, old.revision)
  )
  execute function private.check_revision();

-- A task that gets another status in its form asks for the last place there, as a new one does.
create trigger place_changed_task_last before update on public.workspace_tasks
  for each row when (new."order" = -1) execute function private.place_task_last();

-- Whoever gives out places has to see those given out just before. One user's writes therefore
-- queue up; once per statement, before any row is locked, so that two can never wait for each other.
create function private.queue_for_task_board() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('task board ' || coalesce(auth.uid()::text, ''), 0));
  return null;
end
$$;

revoke execute on function private.queue_for_task_board() from public;

create trigger queue_for_task_board before insert or update on public.workspace_tasks
  for each statement execute function private.queue_for_task_board();

-- As before; and a list that says where its tasks were is refused when they are not there any more,
-- or when the board as a whole would end up with two tasks in one place.
create or replace function public.save_task_order(items jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  saved integer;
begin
  -- The embedded engine sends JSON arguments as JSON text within a JSON string.
  if jsonb_typeof(items) = 'string' then
    items := (items #>> '{}')::jsonb;
  end if;
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 10000 then
    raise sqlstate '22023' using message = 'Expected a list of at most 10000 tasks.';
  end if;
  -- A plain update may ask for the last place with -1; an order names its places.
  if items @? '$[*] ? (@.order < 0)' then
    raise sqlstate '23514' using message = 'A place cannot be negative.';
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
      detail = 'Two tasks would be in one place.';
  end if;
end
$$;

comment on function public.save_task_order(jsonb) is
  'Saves [{id, status, order, was_status?, was_order?}] of the caller''s tasks, all of them or none.';
