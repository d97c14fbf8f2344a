-- My Drive: an upload reserves its path and its space before the first byte, and stored bytes without
-- a row are deleted.

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

-- Paths begin with the user's id, as a constraint of workspace_files requires.
create function private.queue_paths(paths text[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.blob_removals (path, user_id)
  select path, split_part(path, '/', 1)::uuid from unnest(paths) as path
  on conflict (path) do update set due_at = now(), reserved_size = null
$$;

-- A row that names a path completes its reservation; a path that no row names any more is due. What is
-- due may be deleted at any moment, so no row may name it again.
create function private.settle_blobs() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid;
  -- Lists and EXCEPT, because a plan made for one row is kept and must not be slow for ten thousand.
  added text[];
  dropped text[];
begin
  if tg_op = 'INSERT' then
    added := array(select storage_object_path from new_rows where storage_object_path is not null);
  else
    added := array(
      select storage_object_path from new_rows where storage_object_path is not null
      except select storage_object_path from old_rows
    );
    dropped := array(
      select storage_object_path from old_rows where storage_object_path is not null
      except select storage_object_path from new_rows
    );
    perform private.queue_paths(dropped);
  end if;
  if cardinality(added) > 0 then
    if exists (
      select from private.blob_removals as removal
      where removal.path = any (added)
        and (removal.reserved_size is null or removal.due_at <= now())
    ) then
      raise sqlstate 'PT409' using
        message = 'This upload was given up. Upload the file again.', hint = 'expired';
    end if;
    delete from private.blob_removals as removal where removal.path = any (added);
  end if;
  if tg_op = 'UPDATE' then
    -- Less room is needed than before: never refused.
    if (select coalesce(sum(size), 0) from new_rows) <= (select coalesce(sum(size), 0) from old_rows) then
      return null;
    end if;
  end if;
  for owner in select distinct user_id from new_rows where size > 0 loop
    perform private.require_room(owner, 0);
  end loop;
  return null;
end
$$;

create trigger settle_blobs after insert on public.workspace_files
  referencing new table as new_rows
  for each statement execute function private.settle_blobs();

create trigger settle_blobs_of_changed after update on public.workspace_files
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.settle_blobs();

create function private.queue_blobs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_paths(
    array(select storage_object_path from old_rows where storage_object_path is not null)
  );
  return null;
end
$$;

create trigger queue_blobs after delete on public.workspace_files
  referencing old table as old_rows
  for each statement execute function private.queue_blobs();

-- Also records stored bytes without a row that are more than a day old.
create function private.due_removals() returns setof text
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  perform private.require_workspace();
  insert into private.blob_removals (path, user_id)
  select objects.name, caller
  from storage.objects as objects
  where objects.bucket_id = 'workspace-files'
    and starts_with(objects.name, caller::text || '/')
    and objects.created_at < now() - interval '24 hours'
    and not exists (
      select from public.workspace_files as files where files.storage_object_path = objects.name
    )
  on conflict do nothing;
  return query
    select removal.path from private.blob_removals as removal
    where removal.user_id = caller and removal.due_at <= now()
    order by removal.due_at, removal.path limit 500;
end
$$;

create function private.clear_removals(paths text[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  cleared integer;
begin
  perform private.require_workspace();
  delete from private.blob_removals as removal
  where removal.path = any (paths) and removal.user_id = auth.uid() and removal.due_at <= now()
    and not exists (
      select from storage.objects as objects
      where objects.bucket_id = 'workspace-files' and objects.name = removal.path
    );
  get diagnostics cleared = row_count;
  return cleared;
end
$$;

create function public.due_removals() returns setof text
language sql volatile security invoker set search_path = ''
as $$
  select private.due_removals()
$$;

comment on function public.due_removals() is 'Up to 500 paths whose bytes are to be removed through the storage API.';

create function public.clear_removals(paths text[]) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.clear_removals(paths)
$$;

comment on function public.clear_removals(text[]) is 'Forgets due paths whose bytes are gone.';

revoke execute on function
  private.queue_paths(text[]),
  private.settle_blobs(),
  private.queue_blobs(),
  private.due_removals(),
  private.clear_removals(text[]),
  private.reserve_upload(text, bigint, uuid),
  private.extend_upload(text),
  private.release_upload(text)
from public;

grant execute on function
  private.due_removals(),
  private.clear_removals(text[]),
  private.reserve_upload(text, bigint, uuid),
  private.extend_upload(text),
  private.release_upload(text)
to authenticated, service_role;

revoke execute on function
  public.due_removals(),
  public.clear_removals(text[]),
  public.reserve_upload(text, bigint, uuid),
  public.extend_upload(text),
  public.release_upload(text)
from public, anon;

grant execute on function
  public.due_removals(),
  public.clear_removals(text[]),
  public.reserve_upload(text, bigint, uuid),
  public.extend_upload(text),
  public.release_upload(text)
to authenticated, service_role;
