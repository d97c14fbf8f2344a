-- My Drive: an upload reserves its path and its space before the first byte, and stored bytes
-- without a row are deleted.

-- @limit drive: an upload that is not continued; 24 hours by now() + interval '24 hours'
-- @limit drive: files whose space one call reserves; 100 by > 100 then
create function private.reserve_uploads(files jsonb) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  file_limit constant bigint := private.drive_file_limit();
  file record;
  parent record;
  moment bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  total bigint := 0;
  reserved text;
  paths text[] := '{}';
begin
  perform private.require_workspace_user();
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) > 100 then
    raise sqlstate '22023' using message = 'Up to 100 files are reserved at once.';
  end if;
  perform private.lock_drive();
  for file in select * from jsonb_to_recordset(files) as given (name text, size bigint, folder uuid) loop
    if file.name is null or char_length(file.name) not between 1 and 255
      or file.size is null or file.size < 0
    then
      raise sqlstate '22023' using
        message = 'A file has a name of at most 255 characters and a size.';
    end if;
    if file.folder is not null then
      select entries.is_folder, entries.trashed_at into parent
      from public.workspace_files as entries
      where entries.user_id = owner and entries.id = file.folder;
      if not found or not parent.is_folder then
        raise foreign_key_violation using message = 'The folder does not exist.';
      end if;
      if parent.trashed_at is not null then
        raise sqlstate 'PT409' using message = 'This folder is in the trash.', hint = 'in-trash';
      end if;
    end if;
    if file.size > file_limit then
      raise sqlstate 'PT413' using
        message = format('This file is too large: at most %s.', pg_size_pretty(file_limit)),
        hint = 'file-limit';
    end if;
    total := total + file.size;
  end loop;
  perform private.require_space(owner, total);
  for file in select * from jsonb_to_recordset(files) as given (name text, size bigint, folder uuid) loop
    loop
      insert into private.pending_blobs (path, user_id, reserved_size, due_at)
      values (
        -- Only characters that every storage accepts in a path; the row has the full name.
        format('%s/%s/%s-%s', owner, coalesce(file.folder::text, 'root'), moment,
          right(regexp_replace(file.name, '[^A-Za-z0-9._-]+', '_', 'g'), 100)),
        owner, file.size, now() + interval '24 hours'
      )
      on conflict do nothing
      returning path into reserved;
      exit when reserved is not null and not exists (
        select from public.workspace_files as entries where entries.storage_object_path = reserved
      );
      moment := moment + 1;
    end loop;
    paths := paths || reserved;
  end loop;
  return paths;
end
$$;

create function private.reserve_upload(name text, size bigint, folder uuid default null) returns text
language sql volatile security invoker set search_path = ''
as $$
  select (private.reserve_uploads(jsonb_build_array(
    jsonb_build_object('name', name, 'size', size, 'folder', folder)
  )))[1]
$$;

create function private.extend_upload(path text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  update private.pending_blobs as pending set due_at = now() + interval '24 hours'
  where pending.path = extend_upload.path and pending.user_id = auth.uid()
    and pending.reserved_size is not null and pending.due_at > now();
  return found;
end
$$;

create function private.release_upload(path text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  -- Due after a minute, because an aborted request may still be running.
  update private.pending_blobs as pending
  set due_at = least(pending.due_at, now() + interval '1 minute'), reserved_size = null
  where pending.path = release_upload.path and pending.user_id = auth.uid();
end
$$;

comment on function private.reserve_upload(text, bigint, uuid) is 'The path in workspace-files for a file about to be uploaded. Reserves its space for 24 hours.';

comment on function private.reserve_uploads(jsonb) is 'The paths for up to 100 files about to be uploaded, each with name, size and folder. Reserves their space for 24 hours, or that of none.';

comment on function private.extend_upload(text) is 'Extends the reservation of an upload by 24 hours; false if it has ended.';

comment on function private.release_upload(text) is 'Ends the reservation of an upload: its space is released, its bytes become due for deletion.';

-- Paths begin with the user's id, as a constraint of workspace_files requires.
create function private.queue_blob_deletion(paths text[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.pending_blobs (path, user_id)
  select path, split_part(path, '/', 1)::uuid from unnest(paths) as path
  on conflict (path) do update set due_at = now(), reserved_size = null
$$;

-- A row that names a path completes its reservation; a path that no row names any more becomes due.
-- Due bytes may be deleted at any time, so no row may name their path again. Replaced content
-- becomes a version.
-- @limit drive: earlier versions of a file; 20 by place > 20
create function private.track_blobs() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid;
  -- Arrays and EXCEPT keep the cached plan fast both for one row and for ten thousand.
  added text[];
  replaced text[];
  -- Paths whose rows need no more space than was reserved for them.
  reserved text[];
begin
  added := array(
    select path from new_rows cross join unnest(array[storage_object_path, thumbnail_path]) as path
    where path is not null
  );
  if tg_op = 'UPDATE' then
    added := array(
      select unnest(added)
      except select unnest(array[storage_object_path, thumbnail_path]) from old_rows
    );
    replaced := array(
      select storage_object_path from old_rows where storage_object_path is not null
      except select storage_object_path from new_rows
    );
    perform private.queue_blob_deletion(array(
      select thumbnail_path from old_rows where thumbnail_path is not null
      except select thumbnail_path from new_rows
    ));
    if cardinality(replaced) > 0 then
      insert into public.file_versions
        (user_id, file_id, storage_object_path, mimetype, size, created_at, modified_at)
      select user_id, id, storage_object_path, mimetype, size, updated_at, modified_at
      from old_rows where storage_object_path = any (replaced);
      delete from public.file_versions where id in (
        select id from (
          select id, row_number() over (partition by file_id order by replaced_at desc, id) as place
          from public.file_versions as versions
          where file_id in (select id from new_rows)
        ) as numbered
        where place > 20
      );
    end if;
  end if;
  if cardinality(added) > 0 then
    if exists (
      select from private.pending_blobs as pending
      where pending.path = any (added)
        and (pending.reserved_size is null or pending.due_at <= now())
    ) then
      raise sqlstate 'PT409' using
        message = 'This upload was canceled or has expired. Upload the file again.', hint = 'expired';
    end if;
    with ended as (
      delete from private.pending_blobs as pending where pending.path = any (added)
      returning pending.path, pending.reserved_size
    )
    select array_agg(ended.path) into reserved
    from ended
    join new_rows as named on named.storage_object_path = ended.path
    left join private.stored_objects('workspace-files', added) as stored on stored.name = ended.path
    where named.size <= coalesce(stored.size, ended.reserved_size)
      and coalesce(stored.size, 0) <= ended.reserved_size;
    -- A restored version becomes the content again.
    delete from public.file_versions where storage_object_path = any (added);
  end if;
  if tg_op = 'UPDATE' then
    -- An update that needs no more space than before is never refused.
    if (select coalesce(sum(size), 0) from new_rows) <= (select coalesce(sum(size), 0) from old_rows) then
      return null;
    end if;
  end if;
  for owner in
    select distinct split_part(counted.path, '/', 1)::uuid
    from (
      select storage_object_path as path from new_rows where size > 0
      except select unnest(reserved)
    ) as counted
  loop
    perform private.require_space(owner, 0);
  end loop;
  return null;
end
$$;

create trigger track_blobs after insert on public.workspace_files
  referencing new table as new_rows
  for each statement execute function private.track_blobs();

create trigger track_blobs_on_update after update on public.workspace_files
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.track_blobs();

create function private.queue_deleted_blobs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_blob_deletion(
    array(
      select path from old_rows cross join unnest(array[storage_object_path, thumbnail_path]) as path
      where path is not null
    )
  );
  return null;
end
$$;

create trigger queue_deleted_blobs after delete on public.workspace_files
  referencing old table as old_rows
  for each statement execute function private.queue_deleted_blobs();

-- Also records stored bytes without a row that are more than a day old, and deletes old versions.
-- @limit drive: an earlier version of a file is kept; 30 days by interval '30 days'
create function private.list_due_blobs() returns setof text
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  perform private.require_workspace_user();
  delete from public.file_versions
  where user_id = caller and replaced_at < now() - interval '30 days';
  insert into private.pending_blobs (path, user_id)
  select stored.name, caller
  from private.stored_objects('workspace-files') as stored
  where starts_with(stored.name, caller::text || '/')
    and stored.created_at < now() - interval '24 hours'
    and not exists (select from private.stored_paths as named where named.path = stored.name)
  on conflict do nothing;
  return query
    select pending.path from private.pending_blobs as pending
    where pending.user_id = caller and pending.due_at <= now()
    order by pending.due_at, pending.path limit 500;
end
$$;

create function private.clear_due_blobs(paths text[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  cleared integer;
begin
  perform private.require_workspace_user();
  delete from private.pending_blobs as pending
  where pending.path = any (paths) and pending.user_id = auth.uid() and pending.due_at <= now()
    and pending.path not in (
      select stored.name from private.stored_objects('workspace-files', paths) as stored
    );
  get diagnostics cleared = row_count;
  return cleared;
end
$$;

comment on function private.list_due_blobs() is 'Up to 500 paths whose bytes are to be deleted through the storage API.';

comment on function private.clear_due_blobs(text[]) is 'Removes the records of due paths whose bytes have been deleted.';

select private.allow_calls('authenticated, service_role', '{
  list_due_blobs, clear_due_blobs, reserve_uploads, reserve_upload, extend_upload, release_upload
}');
