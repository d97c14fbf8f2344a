-- What a link reserves holds nothing against the user: versions give way to bytes that arrived, a
-- reservation that has not begun ends within minutes, and links share three quarters of what is free.

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

create or replace function private.require_space(owner uuid, wanted bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  free constant bigint := private.drive_quota() - private.drive_used(owner);
begin
  -- The rows have been written already.
  if wanted = 0 and free < 0 then
    raise sqlstate 'PT413' using
      message = format('Not enough space: %s over the quota.', pg_size_pretty(-free)), hint = 'quota';
  elsif wanted > free then
    perform private.refuse_space(wanted, greatest(free, 0));
  end if;
end
$$;

-- For the storage server: reserves space for bytes it is receiving, replacing its earlier reservation
-- for the same upload. Only an increase can be refused.
create or replace function private.reserve_space(
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
    perform private.refuse_space(wanted, greatest(wanted - over, 0));
  end if;
end
$$;

drop function public.reserve_received(text, text, jsonb);

drop function private.reserve_received(text, text, jsonb);

drop function public.release_for_received(text, text, bigint);

drop function private.release_for_received(text, text, bigint);

-- How much of a link's limits is used: what was added to the folder, what may still arrive, and what has
-- arrived without being added.
create or replace function private.received_of(link uuid, out files bigint, out bytes numeric)
language sql stable security definer set search_path = ''
as $$
  select count(*), coalesce(sum(received.size), 0)
  from private.received_files as received
  where received.link_id = link and (
    received.file_id is not null
    or received.path in (select pending.path from private.pending_blobs as pending where pending.due_at > now())
    or received.path in (select stored.name from private.stored_objects('workspace-files') as stored)
  )
$$;

-- Reserves paths for files about to be sent; for all of them or, with the reason, for none. What is reserved
-- is kept from other senders, but not from the user: the space is taken, and versions give way, when bytes
-- arrive. The storage server extends it once they do, the page by asking whether all of them have.
-- @limit drive: files whose space one call through a link reserves; 20 by not between 1 and 20
-- @limit drive: an upload through a link that has not begun; 10 minutes by now() + interval '10 minutes'
-- @limit drive: how much of the free space (with earlier versions) links can reserve; 0.75 of it by > 0.75 * (
create function private.reserve_received(token text, pass text, files jsonb, address text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  admitted constant record := private.admit_visitor(token, '', pass, true);
  link constant private.share_links := admitted.link;
  moment constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  file record;
  used record;
  wanted record;
  reserved text;
  paths text[] := '{}';
  wait integer;
begin
  if admitted.refusal is not null then
    return jsonb_build_object('refusal', admitted.refusal);
  end if;
  wait := private.count_share_call(address);
  if wait > 0 then
    return jsonb_build_object('refusal', 'wait', 'wait', wait);
  end if;
  -- The embedded engine sends JSON arguments as JSON text within a JSON string.
  if jsonb_typeof(files) = 'string' then
    files := (files #>> '{}')::jsonb;
  end if;
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) not between 1 and 20 then
    raise sqlstate '22023' using message = 'Up to 20 files are reserved at once.';
  end if;
  perform private.lock_drive_of(link.user_id);
  with ended as (
    delete from private.received_files as received
    where received.link_id = link.id and received.file_id is null
      and received.path not in (select pending.path from private.pending_blobs as pending where pending.due_at > now())
      and received.path not in (select stored.name from private.stored_objects('workspace-files') as stored)
    returning received.path
  )
  delete from private.pending_blobs as pending using ended where pending.path = ended.path;
  select * into used from private.received_of(link.id);
  select count(*) as files, sum(given.size) as bytes, max(given.size) as largest,
    bool_and(coalesce(char_length(given.name) between 1 and 255 and given.size >= 0, false)) as valid
  into wanted
  from jsonb_to_recordset(files) as given (name text, size bigint);
  if not wanted.valid then
    raise sqlstate '22023' using message = 'A file has a name of at most 255 characters and a size.';
  end if;
  if used.files + wanted.files > link.max_files then
    return jsonb_build_object('problem', 'files');
  end if;
  if used.bytes + wanted.bytes > link.max_bytes then
    return jsonb_build_object('problem', 'bytes');
  end if;
  if wanted.largest > private.drive_file_limit() then
    return jsonb_build_object('problem', 'file-limit');
  end if;
  if wanted.bytes + (
    select coalesce(sum(greatest(received.size - coalesce(incoming.bytes, 0), 0)), 0)
    from private.received_files as received
    join private.share_links as links on links.id = received.link_id and links.user_id = link.user_id
    join private.pending_blobs as pending on pending.path = received.path and pending.due_at > now()
    left join private.incoming_uploads as incoming
      on incoming.path = received.path and incoming.expires_at > now()
    where received.file_id is null
  ) > 0.75 * (
    private.drive_quota() - private.drive_used(link.user_id) + (
      select coalesce(sum(versions.size), 0) from public.file_versions as versions
      where versions.user_id = link.user_id
    )
  ) then
    -- Not how much is free.
    return jsonb_build_object('problem', 'space');
  end if;
  for file in select * from jsonb_to_recordset(files) as given (name text, size bigint) loop
    -- The random part keeps another sender from guessing the path.
    reserved := format('%s/%s/%s-%s-%s', link.user_id, link.file_id, moment,
      encode(extensions.gen_random_bytes(16), 'hex'),
      right(regexp_replace(file.name, '[^A-Za-z0-9._-]+', '_', 'g'), 60));
    insert into private.pending_blobs (path, user_id, reserved_size, due_at)
    values (reserved, link.user_id, 0, now() + interval '10 minutes');
    insert into private.received_files (path, link_id, name, size)
    values (
      reserved, link.id,
      -- Line breaks and marks of writing direction would let a name pose as another.
      case when file.name in ('.', '..') then '_'
        else left(normalize(regexp_replace(file.name,
          '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069/\\]', '_', 'g'), NFC), 255) end,
      file.size
    );
    paths := paths || reserved;
  end loop;
  return jsonb_build_object('paths', to_jsonb(paths));
end
$$;

-- Puts a file whose bytes have all arrived into the folder, under a free name. Idempotent. `state` is
-- finished, incomplete, gone for an upload that has expired, or space: versions were then released where
-- that helps, and the bytes of `due` are to be deleted before the next try.
create or replace function private.finish_received(token text, pass text, path text, mimetype text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  admitted constant record := private.admit_visitor(token, '', pass, true);
  link constant private.share_links := admitted.link;
  received private.received_files;
  number integer := 0;
  free_name text;
begin
  if admitted.refusal is not null then
    return jsonb_build_object('refusal', admitted.refusal);
  end if;
  perform private.lock_drive_of(link.user_id);
  select sent.* into received from private.received_files as sent
  where sent.path = finish_received.path and sent.link_id = link.id;
  if received.file_id is not null then
    return jsonb_build_object('state', 'finished');
  end if;
  if not exists (
    select from private.pending_blobs as pending
    where pending.path = received.path and pending.reserved_size is not null and pending.due_at > now()
  ) then
    return jsonb_build_object('state', 'gone');
  end if;
  if not exists (
    select from private.stored_objects('workspace-files') as stored
    where stored.name = received.path and stored.size = received.size
  ) then
    -- Somebody is sending it: Supabase's storage tells nobody else.
    update private.pending_blobs as pending
    set due_at = greatest(pending.due_at, now() + interval '1 hour') where pending.path = received.path;
    return jsonb_build_object('state', 'incomplete');
  end if;
  loop
    free_name := private.numbered_name(received.name, false, number);
    exit when not exists (
      select from public.workspace_files as files
      where files.user_id = link.user_id and files.parent_id = link.file_id and files.name = free_name
        and (files.trashed_at is null or files.trashed_with is not null)
    );
    number := number + 1;
  end loop;
  received.file_id := gen_random_uuid();
  begin
    insert into public.workspace_files (id, user_id, parent_id, name, storage_object_path, size, mimetype)
    values (
      received.file_id, link.user_id, link.file_id, free_name, received.path, received.size,
      left(finish_received.mimetype, 255)
    );
  exception when sqlstate 'PT413' then
    perform private.release_versions_of(link.user_id, 0);
    return jsonb_build_object('state', 'space', 'due', array(
      select pending.path from private.pending_blobs as pending
      join private.stored_objects('workspace-files') as stored on stored.name = pending.path
      where pending.user_id = link.user_id and pending.due_at <= now()
      order by pending.due_at, pending.path limit 500
    ));
  end;
  update private.received_files as sent set file_id = received.file_id where sent.path = received.path;
  return jsonb_build_object('state', 'finished');
end
$$;

-- Whether an object of this size may be stored at the path now.
create or replace function private.may_receive(object_name text, size numeric) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.received_files as received
    join private.pending_blobs as pending on pending.path = received.path
    join private.share_links as links on links.id = received.link_id
    where received.path = object_name and received.file_id is null
      and received.size = may_receive.size and pending.reserved_size is not null
      and received.reserved_at > now() - interval '24 hours' and pending.due_at > now()
      and private.is_share_open(links)
  )
$$;

create function public.reserve_received(token text, pass text, files jsonb, address text default null)
returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select private.reserve_received(token, pass, files, address)
$$;

comment on function public.reserve_received(text, text, jsonb, text) is 'Secret key only: paths for up to 20 files, each with name and size, about to be sent through a link.';

revoke execute on function private.refuse_space(bigint, bigint) from public;

revoke execute on function
  private.reserve_received(text, text, jsonb, text),
  public.reserve_received(text, text, jsonb, text)
from public, anon, authenticated;

grant execute on function
  private.reserve_received(text, text, jsonb, text),
  public.reserve_received(text, text, jsonb, text)
to service_role;

-- Uploads through links that are under way.
update private.pending_blobs as pending set reserved_size = 0
from private.received_files as received
where received.path = pending.path and pending.reserved_size is not null;

-- The server states what has arrived with the next bytes.
update private.incoming_uploads as incoming set bytes = 0
from private.received_files as received
where received.path = incoming.path;
