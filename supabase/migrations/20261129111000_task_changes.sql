-- Devices send changes of the task board again when a response was lost; each is applied once.

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
