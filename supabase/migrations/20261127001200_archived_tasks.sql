-- Done tasks: the newest first, and an archive for them.

create or replace function private.append_task() returns trigger
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

-- Done tasks that are no longer on the board.
create table public.archived_tasks (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null,
  description text,
  priority text not null,
  due_date timestamptz,
  tags text[],
  -- In Done, to restore tasks archived together in their order.
  "order" integer not null,
  revision integer not null,
  archived_at timestamptz not null default now()
);

comment on table public.archived_tasks is 'Done tasks off the board. Only archive_tasks adds rows, and rows never change.';

create index archived_tasks_of_user on public.archived_tasks (user_id, archived_at desc, "order", id);

alter table public.archived_tasks enable row level security;

revoke all on public.archived_tasks from anon, authenticated;

grant select, delete on public.archived_tasks to authenticated;

grant all on public.archived_tasks to service_role;

create policy "The workspace user reads their own archived tasks" on public.archived_tasks
  for select to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()));

create policy "The workspace user deletes their own archived tasks" on public.archived_tasks
  for delete to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()));

select private.refuse_estimated_counts('archived_tasks');

-- SECURITY DEFINER because callers may not insert into the archive.
create function private.archive_tasks(ids uuid[]) returns integer
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
    (id, user_id, title, description, priority, due_date, tags, "order", revision)
  select id, user_id, title, description, priority, due_date, tags, "order", revision from removed;
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
    (id, user_id, title, description, status, priority, due_date, tags, "order", revision)
  select id, user_id, title, description, 'done', priority, due_date, tags,
    row_number() over (order by "order", id) - 1, revision from removed;
  get diagnostics restored = row_count;
  return restored;
end
$$;

create function public.archive_tasks(ids uuid[]) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.archive_tasks(ids)
$$;

comment on function public.archive_tasks(uuid[]) is 'Moves the caller''s done tasks to the archive. Returns the number moved.';

create function public.restore_tasks(ids uuid[]) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.restore_tasks(ids)
$$;

comment on function public.restore_tasks(uuid[]) is 'Returns archived tasks to the top of Done. Returns the number restored.';

revoke execute on function private.archive_tasks(uuid[]), private.restore_tasks(uuid[]) from public;

grant execute on function private.archive_tasks(uuid[]), private.restore_tasks(uuid[])
  to authenticated, service_role;

revoke execute on function public.archive_tasks(uuid[]), public.restore_tasks(uuid[]) from public, anon;

grant execute on function public.archive_tasks(uuid[]), public.restore_tasks(uuid[])
  to authenticated, service_role;

create or replace function private.archived_tables() returns table (
  place integer,
  name text,
  sorting text[],
  column_names text[],
  condition text,
  triggers text[],
  replaced boolean
)
language sql stable set search_path = ''
as $$
  select 100 + content.place::integer, 'public.' || content.name, array[content.key_column],
    null::text[], null::text, array['notify_content_change'], true
  from private.content_tables() as content
  union all values
    (1, 'auth.users', array['id'], array['id', 'aud', 'role', 'email', 'encrypted_password',
      'email_confirmed_at', 'raw_app_meta_data', 'raw_user_meta_data', 'banned_until',
      'last_sign_in_at', 'created_at', 'updated_at'], 'deleted_at is null', array[]::text[], false),
    (2, 'auth.identities', array['user_id', 'provider'], array['id', 'user_id', 'provider',
      'provider_id', 'identity_data', 'last_sign_in_at', 'created_at', 'updated_at'],
      'user_id in (select id from auth.users where deleted_at is null)', '{}', false),
    (3, 'private.members', array['role'], null, null, array['close_setup'], true),
    (201, 'private.sample_entries', array['table_name', 'id'], null, null, '{}', true),
    (202, 'public.messages', array['created_at', 'id'], null, null, array['index_message'], true),
    (203, 'public.visits', array['created_at', 'id'], null,
      'created_at >= private.visits_kept_since()',
      array['count_added_visits', 'count_removed_visits'], true),
    (204, 'public.workspace_users', array['user_id'], null, null, '{}', true),
    (205, 'public.workspace_activity_logs', array['created_at', 'id'], null, null, '{}', true),
    (206, 'public.workspace_notes', array['change_number'], null, null,
      array['lock_note_changes', 'number_change'], true),
    (207, 'public.trashed_notes', array['id'], null, null, '{}', true),
    (208, 'public.workspace_tasks', array['id'], null, null, '{}', true),
    (209, 'storage.objects', array['bucket_id', 'name'], array['id', 'bucket_id', 'name', 'owner_id',
      'metadata', 'user_metadata', 'created_at', 'updated_at'],
      '(bucket_id = ''profile-pictures'' or bucket_id = ''workspace-files'' and exists (
        select from public.workspace_files where storage_object_path = objects.name))
        and to_jsonb(objects) ->> ''archived_at'' is null
        and coalesce(to_jsonb(objects) ->> ''is_delete_marker'', ''false'') = ''false''', '{}', false),
    (210, 'public.workspace_files', array['id'], null, null, '{}', true),
    (211, 'public.content_history', array['changed_at', 'id'], null, null, '{}', true),
    (212, 'public.notice_choices', array['cause'], null, null, '{}', true),
    (213, 'public.link_clicks', array['created_at', 'id'], null,
      'created_at >= private.visits_kept_since()',
      array['count_added_clicks', 'count_removed_clicks'], true),
    (214, 'private.analytics_days', array['day', 'metric', 'subject'], null,
      'day < (private.visits_kept_since() at time zone ''UTC'')::date', '{}', true),
    (215, 'public.trashed_messages', array['trashed_at', 'id'], null, null, '{}', true),
    (216, 'public.spam_senders', array['email'], null, null, '{}', true),
    (217, 'public.archived_tasks', array['id'], null, null, '{}', true)
  order by 1
$$;
