-- Deleted notes are kept for 30 days and can be restored.

create table public.trashed_notes (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null,
  content text not null,
  color text not null,
  is_pinned boolean not null,
  is_archived boolean not null,
  updated_at timestamptz not null,
  revision integer not null,
  trashed_at timestamptz not null default clock_timestamp(),
  excerpt text generated always as (left(content, 1500)) stored,
  is_cut boolean generated always as (char_length(content) > 1500) stored
);

comment on table public.trashed_notes is 'Deleted notes. Only a DELETE on workspace_notes adds rows, and rows never change.';

create index trashed_notes_of_user on public.trashed_notes (user_id, trashed_at desc);

alter table public.trashed_notes enable row level security;

revoke all on public.trashed_notes from anon, authenticated;

grant select, delete on public.trashed_notes to authenticated;

grant all on public.trashed_notes to service_role;

create policy "The workspace user reads their own trashed notes" on public.trashed_notes
  for select to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()));
create policy "The workspace user permanently deletes their own trashed notes" on public.trashed_notes
  for delete to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()));

-- SECURITY DEFINER because nobody else may insert into the trash.
create function private.trash_deleted_notes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.trashed_notes
    (id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision)
  select id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision
  from old_rows
  -- The notes of a deleted account are deleted with it.
  where exists (select from auth.users where users.id = old_rows.user_id);
  return null;
end
$$;

create trigger trash_deleted_notes after delete on public.workspace_notes
  referencing old table as old_rows
  for each statement execute function private.trash_deleted_notes();

-- A client that repeats an insert because it never got the answer must not bring back what was
-- deleted in the meantime, and a trashed note needs its id to be restored.
create function private.refuse_trashed_id() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.trashed_notes where trashed_notes.id = new.id) then
    raise unique_violation using message = 'This note is in the trash.';
  end if;
  return new;
end
$$;

create trigger refuse_trashed_id before insert or update of id on public.workspace_notes
  for each row execute function private.refuse_trashed_id();

-- SECURITY DEFINER because a restored note keeps its time and continues its revisions, which callers
-- of the API cannot choose: at a revision that was used before, a save from an older state would
-- overwrite a newer text.
create function private.restore_notes(ids uuid[]) returns setof public.workspace_notes
language plpgsql volatile security definer set search_path = ''
as $$
declare
  trashed public.trashed_notes;
  restored public.workspace_notes;
begin
  if not private.is_workspace() then
    raise insufficient_privilege using message = 'Only the workspace user has notes.';
  end if;
  for trashed in
    delete from public.trashed_notes as notes
    where notes.id = any (ids) and notes.user_id = auth.uid()
    returning notes.*
  loop
    insert into public.workspace_notes
      (id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision)
    values
      (trashed.id, trashed.user_id, trashed.title, trashed.content, trashed.color,
        trashed.is_pinned, trashed.is_archived, trashed.updated_at, trashed.revision + 1)
    returning * into restored;
    return next restored;
  end loop;
end
$$;

create function public.restore_notes(ids uuid[]) returns setof public.workspace_notes
language sql volatile security invoker set search_path = ''
as $$
  select * from private.restore_notes(ids)
$$;

comment on function public.restore_notes(uuid[]) is 'Takes notes out of the trash. Returns those that were in it.';

-- Under the caller's row level security: their own rows, or everybody's for the server.
create function public.sweep_trashed_notes() returns integer
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from public.trashed_notes where trashed_at < now() - interval '30 days';
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

comment on function public.sweep_trashed_notes() is 'Permanently deletes what has been in the trash for more than 30 days.';

revoke execute on function
  private.trash_deleted_notes(),
  private.refuse_trashed_id(),
  private.restore_notes(uuid[])
from public;

grant execute on function private.restore_notes(uuid[]) to authenticated, service_role;

revoke execute on function
  public.restore_notes(uuid[]),
  public.sweep_trashed_notes()
from public, anon;

grant execute on function
  public.restore_notes(uuid[]),
  public.sweep_trashed_notes()
to authenticated, service_role;
