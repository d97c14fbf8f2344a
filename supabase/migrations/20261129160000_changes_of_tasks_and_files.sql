-- Tasks and files get change numbers and deletions as notes have them.
drop trigger trash_deleted_notes on public.workspace_notes;
drop trigger number_change on public.workspace_notes;
drop trigger lock_note_changes on public.workspace_notes;
drop function private.lock_note_changes(), private.number_note_change();

alter sequence private.workspace_note_changes rename to workspace_changes;

alter table private.deleted_notes rename to deleted_rows;
alter table private.deleted_rows rename constraint deleted_notes_user_id_fkey to deleted_rows_user_id_fkey;
alter table private.deleted_rows
  add column table_name text not null default 'workspace_notes',
  drop constraint deleted_notes_pkey,
  add primary key (table_name, id);
alter table private.deleted_rows alter column table_name drop default;
drop index private.deleted_notes_changes;
create index deleted_rows_changes on private.deleted_rows (user_id, table_name, change_number);
create index deleted_rows_by_age on private.deleted_rows (deleted_at);

-- Numbers the existing rows without firing triggers.
alter table public.workspace_tasks
  add column change_number bigint not null default nextval('private.workspace_changes');
alter table public.workspace_tasks alter column change_number set default 0;
create index workspace_tasks_changes on public.workspace_tasks (user_id, change_number);
alter table public.workspace_files
  add column change_number bigint not null default nextval('private.workspace_changes');
alter table public.workspace_files alter column change_number set default 0;
create index workspace_files_changes on public.workspace_files (user_id, change_number);
