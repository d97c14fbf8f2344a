-- My Drive: thumbnails, and earlier versions of replaced contents.

create table public.file_versions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  file_id uuid not null,
  storage_object_path text not null unique check (char_length(storage_object_path) <= 1024),
  mimetype text check (char_length(mimetype) <= 255),
  size bigint check (size >= 0),
  -- When this content was stored, and when it was replaced.
  created_at timestamptz not null,
  replaced_at timestamptz not null default clock_timestamp(),
  modified_at timestamptz check (isfinite(modified_at)),
  -- Deleting a file deletes its versions.
  constraint file_versions_file_fkey foreign key (user_id, file_id)
    references public.workspace_files (user_id, id) on delete cascade,
  constraint file_versions_own_path_check check (starts_with(storage_object_path, user_id::text || '/'))
);

comment on table public.file_versions is 'Contents of files that were replaced. Added by private.track_blobs.';

create index file_versions_of_file on public.file_versions (user_id, file_id, replaced_at desc, id);

create index file_versions_oldest on public.file_versions (user_id, replaced_at, id);

select private.add_workspace_table('file_versions', 'versions of files', '{select}', live => false);

create view private.stored_paths as
  select storage_object_path as path from public.workspace_files where storage_object_path is not null
  union all
  select thumbnail_path from public.workspace_files where thumbnail_path is not null
  union all
  select storage_object_path from public.file_versions;

comment on view private.stored_paths is 'The paths in workspace-files that a row names. Other stored bytes are deleted when due.';

revoke all on private.stored_paths from public, anon, authenticated;

create function private.queue_deleted_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A restored version becomes a file's content again.
  if not exists (select from private.stored_paths where path = old.storage_object_path) then
    perform private.queue_blob_deletion(array[old.storage_object_path]);
  end if;
  return null;
end
$$;

create trigger queue_deleted_version after delete on public.file_versions
  for each row execute function private.queue_deleted_version();

-- The caller then deletes the due bytes through the storage API. They count until they are deleted.
create function private.release_versions_of(owner uuid, needed bigint) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  missing bigint;
  released integer;
begin
  perform private.lock_drive_of(owner);
  select needed + private.drive_used(owner) - private.drive_quota() - coalesce(sum(stored.size), 0)
  into missing
  from private.pending_blobs as pending
  join private.stored_objects('workspace-files', array(
    select due.path from private.pending_blobs as due
    where due.user_id = owner and due.due_at <= now()
  )) as stored on stored.name = pending.path
  where pending.user_id = owner and pending.due_at <= now();
  with oldest as (
    select id, sum(coalesce(size, 0)) over () as all_of_them,
      sum(coalesce(size, 0)) over (order by replaced_at, id) - coalesce(size, 0) as before
    from public.file_versions where user_id = owner
  )
  delete from public.file_versions as versions using oldest
  where versions.id = oldest.id and oldest.before < missing and oldest.all_of_them >= missing;
  get diagnostics released = row_count;
  return released;
end
$$;

create function private.release_versions(needed bigint) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  return private.release_versions_of(auth.uid(), needed);
end
$$;

comment on function private.release_versions(bigint) is 'Deletes the oldest versions that are in the way of so many bytes; none if that would not be enough. Returns how many.';

create function public.save_thumbnails(thumbnails jsonb) returns text[]
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  -- The browser that made a thumbnail shows it; others read it with their next list.
  perform set_config('foyer.unannounced', 'on', true);
  update public.workspace_files as files set thumbnail_path = given.thumbnail
  from jsonb_to_recordset(thumbnails) as given (id uuid, content text, thumbnail text)
  where files.id = given.id and files.user_id = auth.uid()
    and files.storage_object_path = given.content and files.thumbnail_path is null;
  perform set_config('foyer.unannounced', '', true);
  return array(
    select coalesce(files.thumbnail_path, '')
    from jsonb_array_elements(thumbnails) with ordinality as given (item, place)
    left join public.workspace_files as files on files.id = (given.item ->> 'id')::uuid
      and files.storage_object_path = given.item ->> 'content'
    order by given.place
  );
end
$$;

comment on function public.save_thumbnails(jsonb) is 'Sets the thumbnails of contents without one, each with the file''s id and the paths `content` and `thumbnail`. Returns the thumbnail of each, empty where another content replaced it.';

create or replace trigger announce_update after update on public.workspace_files
  referencing new table as changed
  for each statement
  when (current_setting('foyer.unannounced', true) is distinct from 'on')
  execute function private.announce_change('workspace');

select private.allow_calls('authenticated, service_role', '{release_versions, save_thumbnails}');
