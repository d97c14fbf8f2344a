-- My Drive: how much one user may keep, and what of it is taken or announced.

-- How much one user may keep. Foyer's server sets it for its sessions (FOYER_DRIVE_QUOTA); for all
-- sessions: alter database … set foyer.drive_quota = '50 GB'.
create function private.drive_quota() returns bigint
language sql stable set search_path = ''
as $$
  select pg_size_bytes(coalesce(nullif(current_setting('foyer.drive_quota', true), ''), '10 GB'))
$$;

-- The storage API keeps bytes under a path; nothing in the database can remove them. So each path
-- is noted here before its upload begins, and again when the row that named it goes. What is due is
-- removed through the storage API by whoever comes by, and then forgotten here.
create table private.blob_removals (
  path text primary key,
  -- No reference: the paths of a deleted user are just what must not be forgotten.
  user_id uuid not null,
  -- What an announced upload may take; null once nothing may arrive there any more.
  reserved_size bigint check (reserved_size >= 0),
  due_at timestamptz not null default now()
);

comment on table private.blob_removals is 'Paths in the bucket workspace-files whose bytes go when due, unless a row names them before.';

create index blob_removals_due on private.blob_removals (user_id, due_at);

alter table private.blob_removals enable row level security;

revoke all on private.blob_removals from public, anon, authenticated;

grant select, insert, update, delete on private.blob_removals to service_role;

-- What a user keeps and has announced, in bytes. The trash counts, it is still there.
create function private.drive_used(owner uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select (
    coalesce((select sum(size) from public.workspace_files where user_id = owner and size > 0), 0)
    + coalesce((
      select sum(reserved_size) from private.blob_removals
      where user_id = owner and due_at > now()
    ), 0)
  )::bigint
$$;

create function private.require_room(owner uuid, wanted bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  quota constant bigint := private.drive_quota();
  free constant bigint := quota - private.drive_used(owner);
begin
  if wanted > free then
    raise sqlstate 'PT413' using
      message = format(
        'There is no room for this file: %s free of %s.',
        pg_size_pretty(greatest(free, 0)), pg_size_pretty(quota)
      ),
      hint = 'quota';
  end if;
end
$$;

-- For the storage server: may this many bytes go there? What was reserved for the path is not asked
-- for twice.
create function private.require_room_at(owner uuid, wanted_path text, wanted bigint) returns void
language sql stable security definer set search_path = ''
as $$
  select private.require_room(owner, wanted - coalesce((
    select reserved_size from private.blob_removals
    where path = wanted_path and user_id = owner and due_at > now()
  ), 0))
$$;

-- 5 GiB; a hosted project's own limit may be lower.
update storage.buckets set file_size_limit = 5368709120 where id = 'workspace-files';

create function private.drive_file_limit() returns bigint
language sql stable security definer set search_path = ''
as $$
  select buckets.file_size_limit from storage.buckets where buckets.id = 'workspace-files'
$$;

create function private.drive_usage() returns table (used bigint, quota bigint, file_limit bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_workspace();
  return query
    select private.drive_used(auth.uid()), private.drive_quota(), private.drive_file_limit();
end
$$;

-- The functions of the Data API run as the caller; these wrap what only the schema's owner may read.

create function public.drive_usage() returns table (used bigint, quota bigint, file_limit bigint)
language sql stable security invoker set search_path = ''
as $$
  select * from private.drive_usage()
$$;

comment on function public.drive_usage() is 'Bytes kept and announced, bytes there is room for, bytes of the largest file.';

revoke execute on function
  private.drive_quota(),
  private.drive_used(uuid),
  private.require_room(uuid, bigint),
  private.require_room_at(uuid, text, bigint),
  private.drive_file_limit(),
  private.drive_usage()
from public;

grant execute on function
  private.drive_usage()
to authenticated, service_role;

revoke execute on function
  public.drive_usage()
from public, anon;

grant execute on function
  public.drive_usage()
to authenticated, service_role;
