-- Pictures in notes: files of the drive, in its folder "Note pictures". A note's content names them
-- as <img data-file="…">.

create table public.note_files (
  note_id uuid not null,
  -- The file may not exist yet: offline, a note is often saved before its pictures.
  file_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- When the note, in the trash or not, stopped using the file; null while the note uses it.
  unused_since timestamptz,
  primary key (note_id, file_id)
);

comment on table public.note_files is 'Which notes use which files of the drive, with those that did. Kept by triggers of the notes.';

create index note_files_of_file on public.note_files (file_id);

create index note_files_of_user on public.note_files (user_id);

select private.add_workspace_table('note_files', 'files in notes', '{select}', live => false);

-- SECURITY DEFINER because callers may not write to the list. Anything that resembles a picture
-- counts as one: a superfluous file in the list is harmless, but a missing file would be deleted.
create function private.list_note_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  files uuid[];
begin
  if tg_op = 'DELETE' then
    -- A note leaves the trash by permanent deletion or by a restore, which lists it again.
    update public.note_files set unused_since = now()
    where note_id = old.id and unused_since is null;
    return null;
  end if;
  if tg_op = 'UPDATE' and new.content = old.content then
    return null;
  end if;
  select coalesce(array_agg(distinct lower(named[1])::uuid), '{}') into files
  from regexp_matches(
    new.content, 'data-file=["'']?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'gi'
  ) as named;
  update public.note_files set unused_since = now()
  where note_id = new.id and unused_since is null and file_id <> all (files);
  insert into public.note_files as listed (note_id, file_id, user_id)
  select new.id, file, new.user_id from unnest(files) as file
  on conflict (note_id, file_id) do update set unused_since = null
  where listed.unused_since is not null;
  return null;
end
$$;

create trigger list_note_files after insert or update of content on public.workspace_notes
  for each row execute function private.list_note_files();

create trigger list_note_files after delete on public.trashed_notes
  for each row execute function private.list_note_files();

-- SECURITY DEFINER because callers may not change the list. Files that the user moved to another
-- folder, or added to this one without a note, stay.
-- @limit content: a picture that no note uses goes to the trash of the drive; 30 days by unused_since >= now() - interval '30 days'
create function private.sweep_note_pictures() returns void
language sql volatile security definer set search_path = ''
as $$
  with trashed as (
    update public.workspace_files as files set trashed_at = now()
    from public.workspace_files as folder
    -- The secret key acts for all users.
    where files.user_id = coalesce(auth.uid(), files.user_id)
      and not files.is_folder and files.trashed_at is null
      and folder.id = files.parent_id and folder.parent_id is null and folder.name = 'Note pictures'
      and exists (
        select from public.note_files as used
        where used.file_id = files.id and used.user_id = files.user_id
      )
      and not exists (
        select from public.note_files as used
        where used.file_id = files.id and used.user_id = files.user_id
          and (used.unused_since is null or used.unused_since >= now() - interval '30 days')
      )
    returning files.id
  )
  -- A file that is restored from the trash stays.
  delete from public.note_files as used using trashed where used.file_id = trashed.id;
$$;

grant execute on function private.sweep_note_pictures() to authenticated, service_role;
