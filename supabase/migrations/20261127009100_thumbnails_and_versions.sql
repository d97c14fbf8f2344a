-- The drive stores thumbnails, and the contents that were replaced as versions of their files.

alter table public.workspace_files
  add column thumbnail_path text unique check (char_length(thumbnail_path) <= 1024),
  add constraint workspace_files_thumbnail_check check (
    thumbnail_path is null or not is_folder and starts_with(thumbnail_path, user_id::text || '/')
  );

-- A thumbnail shows one content.
create function private.clear_thumbnail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.thumbnail_path := null;
  return new;
end
$$;

create trigger clear_thumbnail before update on public.workspace_files
  for each row
  when (new.storage_object_path is distinct from old.storage_object_path)
  execute function private.clear_thumbnail();

revoke execute on function private.clear_thumbnail() from public;

create table public.file_versions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  file_id uuid not null,
  storage_object_path text not null unique check (char_length(storage_object_path) <= 1024),
  mimetype text check (char_length(mimetype) <= 255),
  size bigint check (size >= 0),
  -- When this content was stored, and when another one replaced it.
  created_at timestamptz not null,
  replaced_at timestamptz not null default clock_timestamp(),
  -- Deleting a file deletes its versions.
  constraint file_versions_file_fkey foreign key (user_id, file_id)
    references public.workspace_files (user_id, id) on delete cascade,
  constraint file_versions_own_path_check check (starts_with(storage_object_path, user_id::text || '/'))
);

comment on table public.file_versions is 'Contents of files that were replaced. Added by private.track_blobs.';

create index file_versions_of_file on public.file_versions (user_id, file_id, replaced_at desc, id);

create index file_versions_oldest on public.file_versions (user_id, replaced_at, id);

alter table public.file_versions enable row level security;

revoke all on public.file_versions from anon, authenticated;

grant select on public.file_versions to authenticated;

grant all on public.file_versions to service_role;

create policy "The workspace user reads the versions of their files" on public.file_versions
  for select to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()));

select private.refuse_estimated_counts('file_versions');

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
  -- A restored version is a file's content again.
  if not exists (select from private.stored_paths where path = old.storage_object_path) then
    perform private.queue_blob_deletion(array[old.storage_object_path]);
  end if;
  return null;
end
$$;

create trigger queue_deleted_version after delete on public.file_versions
  for each row execute function private.queue_deleted_version();

-- The caller then deletes the bytes, which count until they are gone, through the storage API.
create function private.release_versions(needed bigint) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  missing bigint;
  released integer;
begin
  perform private.require_workspace_user();
  perform private.lock_drive();
  missing := needed + private.drive_used(auth.uid()) - private.drive_quota();
  with oldest as (
    select id, sum(coalesce(size, 0)) over () as all_of_them,
      sum(coalesce(size, 0)) over (order by replaced_at, id) - coalesce(size, 0) as before
    from public.file_versions where user_id = auth.uid()
  )
  delete from public.file_versions as versions using oldest
  where versions.id = oldest.id and oldest.before < missing and oldest.all_of_them >= missing;
  get diagnostics released = row_count;
  return released;
end
$$;

create function public.release_versions(needed bigint) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.release_versions(needed)
$$;

comment on function public.release_versions(bigint) is 'Deletes the oldest versions that are in the way of so many bytes; none if that would not be enough. Returns how many.';

create function public.save_thumbnails(thumbnails jsonb) returns text[]
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  -- The embedded engine sends JSON arguments as JSON text within a JSON string.
  if jsonb_typeof(thumbnails) = 'string' then
    thumbnails := (thumbnails #>> '{}')::jsonb;
  end if;
  -- The browser that made a thumbnail shows it, and others read it with their next list.
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

drop trigger announce_update on public.workspace_files;

create trigger announce_update after update on public.workspace_files
  referencing new table as changed
  for each statement
  when (current_setting('foyer.unannounced', true) is distinct from 'on')
  execute function private.announce_change('workspace');

revoke execute on function
  private.queue_deleted_version(),
  private.release_versions(bigint)
from public;

grant execute on function private.release_versions(bigint) to authenticated, service_role;

revoke execute on function
  public.release_versions(bigint),
  public.save_thumbnails(jsonb)
from public, anon;

grant execute on function
  public.release_versions(bigint),
  public.save_thumbnails(jsonb)
to authenticated, service_role;

-- The bytes that count against a user's quota. Per path: the larger of what is stored and what a row
-- claims, plus what is still expected. A reservation no longer counts once its object is stored; a
-- replacement needs space in addition to what it replaces.
create or replace function private.drive_used(owner uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(
    coalesce(greatest(parts.stored, parts.named), 0)
    + coalesce(greatest(case when parts.stored is null then parts.reserved end, parts.incoming), 0)
  ), 0)::bigint
  from (
    select
      max(bytes) filter (where kind = 'stored') as stored,
      max(bytes) filter (where kind = 'named') as named,
      max(bytes) filter (where kind = 'reserved') as reserved,
      sum(bytes) filter (where kind = 'incoming') as incoming
    from (
      select stored.name as path, 'stored' as kind, stored.size as bytes
      from private.stored_objects('workspace-files') as stored
      where starts_with(stored.name, drive_used.owner::text || '/')
      union all
      select files.storage_object_path, 'named', files.size
      from public.workspace_files as files
      where files.user_id = drive_used.owner and files.size > 0
      union all
      select versions.storage_object_path, 'named', versions.size
      from public.file_versions as versions
      where versions.user_id = drive_used.owner
      union all
      select pending.path, 'reserved', pending.reserved_size
      from private.pending_blobs as pending
      where pending.user_id = drive_used.owner and pending.due_at > now()
      union all
      select incoming.path, 'incoming', incoming.bytes
      from private.incoming_uploads as incoming
      where incoming.user_id = drive_used.owner and incoming.expires_at > now()
    ) as entries
    group by path
  ) as parts
$$;

-- A row that names a path completes its reservation; a path that no row names any more becomes due. Due
-- bytes may be deleted at any time, so no row may name their path again. A replaced content becomes a
-- version.
-- @limit drive: earlier versions of a file; 20 by place > 20
create or replace function private.track_blobs() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid;
  -- Arrays and EXCEPT, because the cached plan has to be fast for one row and for ten thousand.
  added text[];
  replaced text[];
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
        (user_id, file_id, storage_object_path, mimetype, size, created_at)
      select user_id, id, storage_object_path, mimetype, size, updated_at
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
    delete from private.pending_blobs as pending where pending.path = any (added);
    -- A restored version is the content again.
    delete from public.file_versions where storage_object_path = any (added);
  end if;
  if tg_op = 'UPDATE' then
    -- An update that needs no more space than before is never refused.
    if (select coalesce(sum(size), 0) from new_rows) <= (select coalesce(sum(size), 0) from old_rows) then
      return null;
    end if;
  end if;
  for owner in select distinct user_id from new_rows where size > 0 loop
    perform private.require_space(owner, 0);
  end loop;
  return null;
end
$$;

create or replace function private.queue_deleted_blobs() returns trigger
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

-- Also records stored bytes without a row that are more than a day old, and deletes old versions.
-- @limit drive: an earlier version of a file is kept; 30 days by interval '30 days'
create or replace function private.list_due_blobs() returns setof text
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
