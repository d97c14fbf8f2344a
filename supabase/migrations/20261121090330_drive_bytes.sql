-- My Drive: no stored bytes without a row that names them, and none left when that row goes.

-- A row that names a path settles its reservation; a path no row names any more is due. What is due
-- may be gone the next moment, so no row may name it again.
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

-- A path begins with its user, as workspace_files sees to.
create function private.queue_paths(paths text[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.blob_removals (path, user_id)
  select path, split_part(path, '/', 1)::uuid from unnest(paths) as path
  on conflict (path) do update set due_at = now(), reserved_size = null
$$;

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

create trigger settle_blobs after insert on public.workspace_files
  referencing new table as new_rows
  for each statement execute function private.settle_blobs();

create trigger settle_blobs_of_changed after update on public.workspace_files
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.settle_blobs();

create trigger queue_blobs after delete on public.workspace_files
  referencing old table as old_rows
  for each statement execute function private.queue_blobs();

-- Every sweep also looks for bytes nobody announced: a day old, and no row names them.
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
  private.settle_blobs(),
  private.queue_blobs(),
  private.queue_paths(text[]),
  private.due_removals(),
  private.clear_removals(text[])
from public;

grant execute on function
  private.due_removals(),
  private.clear_removals(text[])
to authenticated, service_role;

revoke execute on function
  public.due_removals(),
  public.clear_removals(text[])
from public, anon;

grant execute on function
  public.due_removals(),
  public.clear_removals(text[])
to authenticated, service_role;
