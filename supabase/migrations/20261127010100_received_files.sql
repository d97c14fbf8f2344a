-- Files that are sent into a folder of the drive through a link.
--
-- A sender uploads with the publishable key alone. The policy at the end lets them store an object only at
-- a path that was reserved for them, with exactly the size that was reserved, while the link is open. The
-- storage asks it when an upload begins and for every chunk. Supabase Storage's signed uploads would not
-- do: it checks neither the size of one, nor the policies, nor whether it was meanwhile revoked.

create table private.received_files (
  -- In the bucket workspace-files.
  path text primary key,
  link_id uuid not null references private.share_links (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 255),
  size bigint not null check (size >= 0),
  reserved_at timestamptz not null default now(),
  -- The file it has become. No reference: one that was deleted has been received as well.
  file_id uuid,
  seen_at timestamptz
);

comment on table private.received_files is 'What was sent through links, or is being sent.';

create index received_files_of_link on private.received_files (link_id);

alter table private.received_files enable row level security;

revoke all on private.received_files from public, anon, authenticated;

-- How much of a link's limits is used. What is not complete counts for a day longer than it may arrive:
-- hosted Storage finishes a request that it began in time.
-- @limit drive: an upload through a link that is stopped counts against the link's limits; 2 days by interval '2 days'
create function private.received_of(link uuid, out files bigint, out bytes numeric)
language sql stable security definer set search_path = ''
as $$
  select count(*), coalesce(sum(received.size), 0)
  from private.received_files as received
  where received.link_id = link
    and (received.file_id is not null or received.reserved_at > now() - interval '2 days')
$$;

create function private.open_inbox(token text, password text, pass text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  admitted constant record := private.admit_visitor(token, password, pass, true);
  link constant private.share_links := admitted.link;
  used constant record := private.received_of(link.id);
begin
  if admitted.refusal is not null then
    return jsonb_build_object('refusal', admitted.refusal);
  end if;
  perform private.note_share_use(link.id);
  return jsonb_build_object(
    'pass', admitted.held, 'expiresAt', link.expires_at,
    'maxFiles', link.max_files, 'maxBytes', link.max_bytes,
    'filesLeft', link.max_files - used.files, 'bytesLeft', link.max_bytes - used.bytes,
    'fileLimit', private.drive_file_limit()
  );
end
$$;

-- Reserves paths and space for files about to be sent; for all of them or, with the reason, for none.
-- @limit drive: files whose space one call through a link reserves; 20 by not between 1 and 20
create function private.reserve_received(token text, pass text, files jsonb) returns jsonb
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
begin
  if admitted.refusal is not null then
    return jsonb_build_object('refusal', admitted.refusal);
  end if;
  -- The embedded engine sends JSON arguments as JSON text within a JSON string.
  if jsonb_typeof(files) = 'string' then
    files := (files #>> '{}')::jsonb;
  end if;
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) not between 1 and 20 then
    raise sqlstate '22023' using message = 'Up to 20 files are reserved at once.';
  end if;
  perform private.lock_drive_of(link.user_id);
  delete from private.received_files as received
  where received.link_id = link.id and received.file_id is null
    and received.reserved_at <= now() - interval '2 days';
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
  begin
    perform private.require_space(link.user_id, wanted.bytes::bigint);
  exception when sqlstate 'PT413' then
    -- Not how much is free.
    return jsonb_build_object('problem', 'space');
  end;
  for file in select * from jsonb_to_recordset(files) as given (name text, size bigint) loop
    -- The random part keeps another sender from guessing the path.
    reserved := format('%s/%s/%s-%s-%s', link.user_id, link.file_id, moment,
      encode(extensions.gen_random_bytes(16), 'hex'),
      right(regexp_replace(file.name, '[^A-Za-z0-9._-]+', '_', 'g'), 60));
    insert into private.pending_blobs (path, user_id, reserved_size, due_at)
    values (reserved, link.user_id, file.size, now() + interval '24 hours');
    insert into private.received_files (path, link_id, name, size)
    values (
      reserved, link.id,
      -- Line breaks and marks of writing direction would let a name pose as another.
      case when file.name in ('.', '..') then '_'
        else regexp_replace(file.name, '[\u0001-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069/\\]', '_', 'g') end,
      file.size
    );
    paths := paths || reserved;
  end loop;
  return jsonb_build_object('paths', to_jsonb(paths));
end
$$;

-- Puts a file whose bytes have all arrived into the folder, under a free name. Idempotent. `state` is
-- finished, incomplete, or gone for an upload that has expired.
create function private.finish_received(token text, pass text, path text, mimetype text) returns jsonb
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
  insert into public.workspace_files (id, user_id, parent_id, name, storage_object_path, size, mimetype)
  values (
    received.file_id, link.user_id, link.file_id, free_name, received.path, received.size,
    left(finish_received.mimetype, 255)
  );
  update private.received_files as sent set file_id = received.file_id where sent.path = received.path;
  return jsonb_build_object('state', 'finished');
end
$$;

-- Whether an object of this size may be stored at the path now.
create function private.may_receive(object_name text, size numeric) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.received_files as received
    join private.pending_blobs as pending on pending.path = received.path
    join private.share_links as links on links.id = received.link_id
    where received.path = object_name and received.file_id is null
      and received.size = may_receive.size and pending.reserved_size = may_receive.size
      and received.reserved_at > now() - interval '24 hours' and pending.due_at > now()
      and private.is_share_open(links)
  )
$$;

-- For the storage server: gives a path that a link has reserved to one upload at a time, so that no more
-- bytes than were reserved are held. Returns the uploads that had it before, whose bytes are to be deleted.
create function private.hold_received(upload uuid, object_name text, size bigint, lifetime interval)
returns uuid[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owner constant uuid := split_part(object_name, '/', 1)::uuid;
  ended uuid[];
begin
  perform private.lock_drive_of(owner);
  if exists (
    select from private.incoming_uploads as incoming
    where incoming.path = object_name and incoming.id <> upload and incoming.expires_at > now()
  ) then
    raise sqlstate 'PT409' using message = 'Another upload of this file is running.';
  end if;
  with removed as (
    delete from private.incoming_uploads as incoming
    where incoming.path = object_name and incoming.id <> upload
    returning incoming.id
  )
  select coalesce(array_agg(removed.id), '{}') into ended from removed;
  insert into private.incoming_uploads (id, user_id, path, bytes, expires_at)
  values (upload, owner, object_name, size, now() + lifetime)
  on conflict (id) do update set expires_at = excluded.expires_at;
  return ended;
end
$$;

create policy "Senders store what a link has reserved" on storage.objects
  for insert to anon
  with check (
    bucket_id = 'workspace-files'
    and private.may_receive(name, (metadata ->> 'contentLength')::numeric)
  );

-- The folders into which files were sent that the workspace user has not been told of.
create function private.list_received() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'folderId', counted.file_id, 'name', counted.name, 'files', counted.files
    ) order by counted.name), '[]')
    from (
      select links.file_id, folder.name, count(*) as files
      from private.received_files as received
      join private.share_links as links on links.id = received.link_id
      join public.workspace_files as folder on folder.user_id = links.user_id and folder.id = links.file_id
      where links.user_id = auth.uid() and received.file_id is not null and received.seen_at is null
      group by links.file_id, folder.name
    ) as counted
  );
end
$$;

create function private.see_received() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  update private.received_files as received set seen_at = now()
  from private.share_links as links
  where links.id = received.link_id and links.user_id = auth.uid()
    and received.file_id is not null and received.seen_at is null;
end
$$;

create function public.open_inbox(token text, password text, pass text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select private.open_inbox(token, password, pass)
$$;

comment on function public.open_inbox(text, text, text) is 'Secret key only: what may be sent through a link, or why nothing.';

create function public.reserve_received(token text, pass text, files jsonb) returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select private.reserve_received(token, pass, files)
$$;

comment on function public.reserve_received(text, text, jsonb) is 'Secret key only: paths for up to 20 files, each with name and size, about to be sent through a link.';

create function public.finish_received(token text, pass text, path text, mimetype text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select private.finish_received(token, pass, path, mimetype)
$$;

comment on function public.finish_received(text, text, text, text) is 'Secret key only: adds a completely sent file to its folder.';

create function public.list_received() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.list_received()
$$;

comment on function public.list_received() is 'The folders with files that were sent through links and not seen yet.';

create function public.see_received() returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.see_received()
$$;

comment on function public.see_received() is 'Marks everything that was sent through links as seen.';

revoke execute on function
  private.received_of(uuid),
  private.open_inbox(text, text, text),
  private.reserve_received(text, text, jsonb),
  private.finish_received(text, text, text, text),
  private.may_receive(text, numeric),
  private.hold_received(uuid, text, bigint, interval),
  private.list_received(),
  private.see_received(),
  public.open_inbox(text, text, text),
  public.reserve_received(text, text, jsonb),
  public.finish_received(text, text, text, text),
  public.list_received(),
  public.see_received()
from public, anon, authenticated;

-- For the policy.
grant execute on function private.may_receive(text, numeric) to anon;

grant execute on function
  private.open_inbox(text, text, text),
  private.reserve_received(text, text, jsonb),
  private.finish_received(text, text, text, text),
  public.open_inbox(text, text, text),
  public.reserve_received(text, text, jsonb),
  public.finish_received(text, text, text, text)
to service_role;

grant execute on function
  private.list_received(),
  private.see_received(),
  public.list_received(),
  public.see_received()
to authenticated, service_role;

create trigger announce_insert after insert on private.received_files referencing new table as changed
  for each statement execute function private.announce_change('workspace');

create trigger announce_update after update on private.received_files referencing new table as changed
  for each statement execute function private.announce_change('workspace');

create trigger announce_delete after delete on private.received_files referencing old table as changed
  for each statement execute function private.announce_change('workspace');
