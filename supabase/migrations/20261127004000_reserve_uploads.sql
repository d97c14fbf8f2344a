-- Reserves many uploads in one call: a folder of small files needed two requests per file beside that
-- of its bytes, and each counted the whole drive.

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
  -- The embedded engine sends JSON arguments as JSON text within a JSON string.
  if jsonb_typeof(files) = 'string' then
    files := (files #>> '{}')::jsonb;
  end if;
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

create or replace function private.reserve_upload(name text, size bigint, folder uuid) returns text
language sql volatile security invoker set search_path = ''
as $$
  select (private.reserve_uploads(jsonb_build_array(
    jsonb_build_object('name', name, 'size', size, 'folder', folder)
  )))[1]
$$;

create function public.reserve_uploads(files jsonb) returns text[]
language sql security invoker set search_path = ''
as $$
  select private.reserve_uploads(files)
$$;

comment on function public.reserve_uploads(jsonb) is 'The paths for up to 100 files about to be uploaded, each with name, size and folder. Reserves their space for 24 hours, or that of none.';

revoke execute on function private.reserve_uploads(jsonb) from public;

grant execute on function private.reserve_uploads(jsonb) to authenticated, service_role;

revoke execute on function public.reserve_uploads(jsonb) from public, anon;

grant execute on function public.reserve_uploads(jsonb) to authenticated, service_role;
