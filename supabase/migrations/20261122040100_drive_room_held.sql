-- My Drive: room is counted by what storage holds, whatever the rows say and whoever announced it.

-- Bytes on their way to storage, noted by a server that can see them arrive. One that dies leaves
-- its rows to expire.
create table private.incoming_uploads (
  id uuid primary key,
  user_id uuid not null,
  path text not null,
  bytes bigint not null check (bytes >= 0),
  expires_at timestamptz not null
);

comment on table private.incoming_uploads is 'Uploads being received into the bucket workspace-files, and how much they may take.';

create index incoming_uploads_of_user on private.incoming_uploads (user_id, expires_at);

alter table private.incoming_uploads enable row level security;

revoke all on private.incoming_uploads from public, anon, authenticated;

grant select, insert, update, delete on private.incoming_uploads to service_role;

-- The lock of private.lock_drive(), for a server that acts for a user.
create function private.lock_drive_of(owner uuid) returns void
language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('workspace_files ' || owner::text, 0))
$$;

-- Per path: what is stored there, or what a row claims if that is more; and what is still to come.
-- An announcement is covered once its object is there; a replacement takes room beside what it
-- replaces.
create or replace function private.drive_used(owner uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(
    coalesce(greatest(parts.stored, parts.named), 0)
    + coalesce(greatest(case when parts.stored is null then parts.announced end, parts.incoming), 0)
  ), 0)::bigint
  from (
    select
      max(bytes) filter (where kind = 'stored') as stored,
      max(bytes) filter (where kind = 'named') as named,
      max(bytes) filter (where kind = 'announced') as announced,
      sum(bytes) filter (where kind = 'incoming') as incoming
    from (
      select objects.name as path, 'stored' as kind,
        coalesce((objects.metadata ->> 'size')::numeric, 0) as bytes
      from storage.objects as objects
      where objects.bucket_id = 'workspace-files' and starts_with(objects.name, drive_used.owner::text || '/')
      union all
      select files.storage_object_path, 'named', files.size
      from public.workspace_files as files
      where files.user_id = drive_used.owner and files.size > 0
      union all
      select removal.path, 'announced', removal.reserved_size
      from private.blob_removals as removal
      where removal.user_id = drive_used.owner and removal.due_at > now()
      union all
      select incoming.path, 'incoming', incoming.bytes
      from private.incoming_uploads as incoming
      where incoming.user_id = drive_used.owner and incoming.expires_at > now()
    ) as entries
    group by path
  ) as parts
$$;

create or replace function private.require_room(owner uuid, wanted bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  free constant bigint := private.drive_quota() - private.drive_used(owner);
begin
  if wanted > free then
    raise sqlstate 'PT413' using
      message = case
        -- Asked after the fact.
        when wanted = 0 then format('Not enough space: %s too much.', pg_size_pretty(-free))
        else format('Not enough space: %s needed, %s free.',
          pg_size_pretty(wanted), pg_size_pretty(greatest(free, 0)))
      end,
      hint = 'quota';
  end if;
end
$$;

-- For the storage server: holds room for bytes it is receiving, in place of what it held for the
-- same upload before. Only more than before can be refused.
create function private.hold_room(
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
  over := private.drive_used(owner) - private.drive_quota();
  if over > 0 then
    raise sqlstate 'PT413' using
      message = format('Not enough space: %s needed, %s free.',
        pg_size_pretty(wanted), pg_size_pretty(greatest(wanted - over, 0))),
      hint = 'quota';
  end if;
end
$$;

drop function private.require_room_at(uuid, text, bigint);

revoke execute on function
  private.lock_drive_of(uuid),
  private.hold_room(uuid, uuid, text, bigint, interval)
from public;
