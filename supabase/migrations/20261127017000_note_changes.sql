-- Deletions of notes arrive with their changes, by one call: a device read the ids in the trash where
-- the number of notes differed, and all notes where the trash had been emptied.

-- From the time, in milliseconds, so that a database to which a site is moved, by a restore or an
-- upgrade, has higher numbers than the one before: an open tab takes lower ones for older states.
select setval('private.workspace_note_changes', (extract(epoch from clock_timestamp()) * 1000)::bigint);

create or replace function private.lock_note_changes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The notes of a deleted account are deleted with it: their deletion gets no number, and holds a
  -- lock for which a writer of these notes may wait with this one.
  if tg_op <> 'DELETE' or pg_trigger_depth() = 1 then
    perform pg_advisory_xact_lock(hashtextextended('workspace_notes', 0));
  end if;
  return null;
end
$$;

drop trigger lock_note_changes on public.workspace_notes;

create trigger lock_note_changes before insert or update or delete on public.workspace_notes
  for each statement execute function private.lock_note_changes();

-- What devices have to know of deleted notes, also when they are not in the trash anymore. A restored
-- note has a higher number.
create table private.deleted_notes (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  change_number bigint not null,
  deleted_at timestamptz not null default now()
);

comment on table private.deleted_notes is 'The deletions of the last 90 days, among the changes of the notes. A device that was away for longer finds a different number of notes and reads them all.';

create index deleted_notes_changes on private.deleted_notes (user_id, change_number);

alter table private.deleted_notes enable row level security;

revoke all on private.deleted_notes from public, anon, authenticated;

grant select on private.deleted_notes to authenticated, service_role;

create policy "The workspace user reads their own deletions" on private.deleted_notes
  for select to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()));

-- SECURITY DEFINER because callers may not insert into the trash.
create or replace function private.trash_deleted_notes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.trashed_notes
    (id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision, labels, remind_at)
  select id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision, labels, remind_at
  from old_rows
  -- The notes of a deleted account are deleted with it.
  where exists (select from auth.users where users.id = old_rows.user_id);
  insert into private.deleted_notes as known (id, user_id, change_number)
  select id, user_id, nextval('private.workspace_note_changes')
  from old_rows
  where exists (select from auth.users where users.id = old_rows.user_id)
  on conflict (id) do update
    set change_number = excluded.change_number, deleted_at = excluded.deleted_at;
  delete from private.deleted_notes where deleted_at < now() - interval '90 days';
  return null;
end
$$;

insert into private.deleted_notes (id, user_id, change_number, deleted_at)
select id, user_id, nextval('private.workspace_note_changes'), trashed_at
from public.trashed_notes order by trashed_at;

-- A device asks for everything after the highest number it knows; the number of notes tells it whether
-- that was everything. Each is read up to max_rows, so that the first max_rows of both are complete.
create function public.note_changes(since bigint, max_rows integer default 1000) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  with changed as (
    (
      select change_number, to_jsonb(note) as change
      from (
        select id, title, excerpt, is_cut, color, is_pinned, is_archived, labels, remind_at,
          updated_at, revision, change_number
        from public.workspace_notes
        where user_id = (select auth.uid()) and change_number > since
        order by change_number limit least(max_rows, 1000)
      ) as note
    )
    union all
    (
      select change_number, to_jsonb(deletion) as change
      from (
        select id, change_number, true as is_deleted
        from private.deleted_notes
        where user_id = (select auth.uid()) and change_number > since
        order by change_number limit least(max_rows, 1000)
      ) as deletion
    )
    order by change_number limit least(max_rows, 1000)
  )
  select jsonb_build_object(
    'changes', (select coalesce(jsonb_agg(change order by change_number), '[]') from changed),
    'count', (select count(*) from public.workspace_notes where user_id = (select auth.uid()))
  )
$$;

comment on function public.note_changes(bigint, integer) is 'The caller''s notes and deletions after a change number, in their order, and the number of notes: {changes: [{id, change_number, is_deleted} or a note as in the list], count}.';

revoke execute on function public.note_changes(bigint, integer) from public, anon;

grant execute on function public.note_changes(bigint, integer) to authenticated;
