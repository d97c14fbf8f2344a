-- My Drive: an upload has its path and its room before its first byte.

create function private.reserve_upload(name text, size bigint, folder uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  most constant bigint := private.drive_file_limit();
  parent record;
  moment bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  reserved text;
begin
  perform private.require_workspace();
  if name is null or char_length(name) not between 1 and 255 or size is null or size < 0 then
    raise sqlstate '22023' using message = 'A file has a name of at most 255 characters and a size.';
  end if;
  perform private.lock_drive();
  if folder is not null then
    select files.is_folder, files.trashed_at into parent
    from public.workspace_files as files
    where files.user_id = owner and files.id = folder;
    if not found or not parent.is_folder then
      raise foreign_key_violation using message = 'The folder does not exist.';
    end if;
    if parent.trashed_at is not null then
      raise sqlstate 'PT409' using message = 'This folder is in the trash.', hint = 'in-trash';
    end if;
  end if;
  if size > most then
    raise sqlstate 'PT413' using
      message = format('This file is too large: at most %s.', pg_size_pretty(most)),
      hint = 'file-limit';
  end if;
  perform private.require_room(owner, size);
  loop
    insert into private.blob_removals (path, user_id, reserved_size, due_at)
    values (
      -- The characters every storage takes in a path; the name itself is in the row.
      format('%s/%s/%s-%s', owner, coalesce(folder::text, 'root'), moment,
        right(regexp_replace(name, '[^A-Za-z0-9._-]+', '_', 'g'), 100)),
      owner, size, now() + interval '24 hours'
    )
    on conflict do nothing
    returning path into reserved;
    exit when reserved is not null and not exists (
      select from public.workspace_files as files where files.storage_object_path = reserved
    );
    moment := moment + 1;
  end loop;
  return reserved;
end
$$;

create function private.extend_upload(path text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_workspace();
  update private.blob_removals as removal set due_at = now() + interval '24 hours'
  where removal.path = extend_upload.path and removal.user_id = auth.uid()
    and removal.reserved_size is not null and removal.due_at > now();
  return found;
end
$$;

create function private.release_upload(path text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_workspace();
  -- Not at once: a request that was given up may still be on its way.
  update private.blob_removals as removal
  set due_at = least(removal.due_at, now() + interval '1 minute'), reserved_size = null
  where removal.path = release_upload.path and removal.user_id = auth.uid();
end
$$;

create function public.reserve_upload(name text, size bigint, folder uuid default null) returns text
language sql volatile security invoker set search_path = ''
as $$
  select private.reserve_upload(name, size, folder)
$$;

comment on function public.reserve_upload(text, bigint, uuid) is 'The path in workspace-files for a file about to be uploaded. Holds its room for 24 hours.';

create function public.extend_upload(path text) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.extend_upload(path)
$$;

comment on function public.extend_upload(text) is 'Another 24 hours for a reserved upload; false when it is given up.';

create function public.release_upload(path text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.release_upload(path)
$$;

comment on function public.release_upload(text) is 'Gives up a reserved upload: its room is free, its bytes are due.';

revoke execute on function
  private.reserve_upload(text, bigint, uuid),
  private.extend_upload(text),
  private.release_upload(text)
from public;

grant execute on function
  private.reserve_upload(text, bigint, uuid),
  private.extend_upload(text),
  private.release_upload(text)
to authenticated, service_role;

revoke execute on function
  public.reserve_upload(text, bigint, uuid),
  public.extend_upload(text),
  public.release_upload(text)
from public, anon;

grant execute on function
  public.reserve_upload(text, bigint, uuid),
  public.extend_upload(text),
  public.release_upload(text)
to authenticated, service_role;
