-- The drive's limits on a hosted project, where `alter database … set` is refused. `npm run deploy`
-- sets them to what the project allows.

create table private.drive_limits (
  only_row boolean primary key default true check (only_row),
  -- Bytes.
  quota bigint not null check (quota > 0)
);

comment on table private.drive_limits is 'The quota of the drive, unless the setting foyer.drive_quota is set. At most one row.';

alter table private.drive_limits enable row level security;

revoke all on private.drive_limits from public, anon, authenticated;

grant select, insert, update, delete on private.drive_limits to service_role;

-- Foyer's server sets foyer.drive_quota for its sessions (FOYER_DRIVE_QUOTA).
create or replace function private.drive_quota() returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(
    pg_size_bytes(nullif(current_setting('foyer.drive_quota', true), '')),
    (select limits.quota from private.drive_limits as limits),
    pg_size_bytes('10 GB')
  )
$$;

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

create function public.set_drive_limits(quota bigint, file_limit bigint) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.set_drive_limits(quota, file_limit)
$$;

comment on function public.set_drive_limits(bigint, bigint) is 'Sets the quota of the drive and the size limit of one file, in bytes. For the secret key.';

revoke execute on function
  private.set_drive_limits(bigint, bigint),
  public.get_drive_limits(),
  public.set_drive_limits(bigint, bigint)
from public, anon, authenticated;

grant execute on function
  private.drive_quota(),
  private.drive_file_limit(),
  private.set_drive_limits(bigint, bigint),
  public.get_drive_limits(),
  public.set_drive_limits(bigint, bigint)
to service_role;
