-- Foyer's server sets foyer.drive_quota for its sessions (FOYER_DRIVE_QUOTA).
-- @limit drive: space in the drive (`FOYER_DRIVE_QUOTA`; on hosted Supabase set by `npm run deploy`); 10 GB by pg_size_bytes('10 GB')
create function private.drive_quota() returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(
    pg_size_bytes(nullif(current_setting('foyer.drive_quota', true), '')),
    (select limits.quota from private.drive_limits as limits),
    pg_size_bytes('10 GB')
  )
$$;

-- SQL cannot delete stored bytes, but the storage API can. So each path is recorded here before its
-- upload begins, and again when the row that names the path is deleted. Clients delete due bytes
-- through the storage API and then remove their record.
create table private.pending_blobs (
  path text primary key,
  -- No foreign key: the bytes of a deleted user still have to be deleted.
  user_id uuid not null,
  -- The space reserved for an upload, 0 through a link; null once the path accepts no upload.
  reserved_size bigint check (reserved_size >= 0),
  due_at timestamptz not null default now()
);

comment on table private.pending_blobs is 'Paths in the bucket workspace-files whose bytes are deleted when due, unless a row names them before.';

create index pending_blobs_due on private.pending_blobs (user_id, due_at);

grant select, insert, update, delete on private.pending_blobs to service_role;

-- Uploads that a server is receiving. The rows of a server that crashes expire.
create table private.incoming_uploads (
  id uuid primary key,
  user_id uuid not null,
  path text not null,
  bytes bigint not null check (bytes >= 0),
  expires_at timestamptz not null
);

comment on table private.incoming_uploads is 'Uploads being received into the bucket workspace-files, and the space reserved for them.';

create index incoming_uploads_of_user on private.incoming_uploads (user_id, expires_at);

grant select, insert, update, delete on private.incoming_uploads to service_role;

-- The bytes that count against a user's quota: for each path, the larger of the stored size and the
-- size in its row, plus the reserved space. A reservation no longer counts once its object is
-- stored; a replacement needs space in addition to the replaced content.
create function private.drive_used(owner uuid) returns bigint
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

-- Amounts that would be rounded to the same number are given in bytes.
create function private.refuse_space(wanted bigint, free bigint) returns void
language plpgsql stable set search_path = ''
as $$
declare
  needed text := pg_size_pretty(wanted);
  left_over text := pg_size_pretty(free);
begin
  if needed = left_over then
    needed := to_char(wanted, 'FM999,999,999,999,990') || ' bytes';
    left_over := to_char(free, 'FM999,999,999,999,990') || ' bytes';
  end if;
  raise sqlstate 'PT413' using
    message = format('Not enough space: %s needed, %s free.', needed, left_over), hint = 'quota';
end
$$;

create function private.require_space(owner uuid, wanted bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  free constant bigint := private.drive_quota() - private.drive_used(owner);
begin
  -- The trigger runs after the rows were written.
  if wanted = 0 and free < 0 then
    raise sqlstate 'PT413' using
      message = format('Not enough space: %s over the quota.', pg_size_pretty(-free)), hint = 'quota';
  elsif wanted > free then
    perform private.refuse_space(wanted, greatest(free, 0));
  end if;
end
$$;

-- Takes the lock of private.lock_drive() for a server that acts for a user.
create function private.lock_drive_of(owner uuid) returns void
language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('workspace_files ' || owner::text, 0))
$$;

-- For the storage server: reserves space for bytes it is receiving, replacing its earlier reservation
-- for the same upload. Only an increase can be refused.
create function private.reserve_space(
  upload uuid, owner uuid, wanted_path text, wanted bigint, lifetime interval
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held bigint;
  over bigint;
begin
  perform private.lock_drive_of(owner);
  select incoming.bytes into held from private.incoming_uploads as incoming
  where incoming.id = upload and incoming.expires_at > now();
  insert into private.incoming_uploads (id, user_id, path, bytes, expires_at)
  values (upload, owner, wanted_path, wanted, now() + lifetime)
  on conflict (id) do update set bytes = excluded.bytes, expires_at = excluded.expires_at;
  if wanted <= coalesce(held, 0) then
    return;
  end if;
  -- Counting takes long in a large drive, and a path's reservation is counted already.
  if not exists (select from private.stored_objects('workspace-files', array[wanted_path]))
    and (
      select sum(incoming.bytes) from private.incoming_uploads as incoming
      where incoming.user_id = owner and incoming.path = wanted_path and incoming.expires_at > now()
    ) <= (
      select pending.reserved_size from private.pending_blobs as pending
      where pending.user_id = owner and pending.path = wanted_path and pending.due_at > now()
    )
  then
    return;
  end if;
  over := private.drive_used(owner) - private.drive_quota();
  if over > 0 then
    perform private.refuse_space(wanted, greatest(wanted - over, 0));
  end if;
end
$$;

create function private.drive_file_limit() returns bigint
language sql stable security definer set search_path = ''
as $$
  select buckets.file_size_limit from storage.buckets where buckets.id = 'workspace-files'
$$;

create function private.drive_usage() returns table (used bigint, quota bigint, file_limit bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  return query
    select private.drive_used(auth.uid()), private.drive_quota(), private.drive_file_limit();
end
$$;

comment on function private.drive_usage() is 'Bytes stored and reserved, the quota in bytes, and the size limit of one file.';

select private.allow_calls('authenticated, service_role', '{drive_usage}');

-- The drive's limits on a hosted project, where `alter database … set` is refused. `npm run deploy`
-- sets them to what the project allows.

create table private.drive_limits (
  only_row boolean primary key default true check (only_row),
  -- The quota in bytes.
  quota bigint not null check (quota > 0)
);

comment on table private.drive_limits is 'The quota of the drive, unless the setting foyer.drive_quota is set. At most one row.';

grant select, insert, update, delete on private.drive_limits to service_role;

create function public.get_drive_limits() returns table (quota bigint, file_limit bigint)
language sql stable security invoker set search_path = ''
as $$
  select private.drive_quota(), private.drive_file_limit()
$$;

comment on function public.get_drive_limits() is 'The quota of the drive and the size limit of one file, in bytes. For the secret key.';

create function private.set_drive_limits(quota bigint, file_limit bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into private.drive_limits (only_row, quota) values (true, set_drive_limits.quota)
  on conflict (only_row) do update set quota = excluded.quota;
  update storage.buckets as buckets set file_size_limit = set_drive_limits.file_limit
  where buckets.id = 'workspace-files';
end
$$;

comment on function private.set_drive_limits(bigint, bigint) is 'Sets the quota of the drive and the size limit of one file, in bytes. For the secret key.';

grant execute on function private.drive_quota(), private.drive_file_limit() to service_role;

select private.allow_calls('service_role', '{get_drive_limits, set_drive_limits}');
