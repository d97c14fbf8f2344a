-- Links that open a file or folder of the drive to anybody, or let anybody send files into one.

create extension if not exists pgcrypto with schema extensions;

-- In `private`, because no browser needs either hash. The functions below return everything else.
-- @limit drive: the label of a link; 100 characters by char_length(label) <= 100
-- @limit drive: the title of a link; 200 characters by char_length(title) <= 200
-- @limit drive: the note of a link; 2000 characters by char_length(note) <= 2000
create table private.share_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  file_id uuid not null,
  -- SHA-256 of the token; the token has 128 random bits, so no slow hash is needed.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  -- bcrypt of the password's SHA-256; null without a password.
  password_hash text check (char_length(password_hash) = 60),
  allows_download boolean not null default true,
  -- Limits of a link that receives files and shows none: the number of files and their total bytes.
  max_files integer check (max_files between 1 and 1000),
  max_bytes bigint check (max_bytes > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  -- The label is for the user only; visitors see the title and the note.
  label text not null default '' check (char_length(label) <= 100),
  title text not null default '' check (char_length(title) <= 200),
  note text not null default '' check (char_length(note) <= 2000),
  -- The order of a shared folder; descending with a minus.
  sorting text not null default 'name' check (sorting ~ '^-?(name|size|updated_at)$'),
  check ((max_files is null) = (max_bytes is null)),
  -- Deleting the file deletes its links.
  foreign key (user_id, file_id) references public.workspace_files (user_id, id) on delete cascade
);

comment on table private.share_links is 'Links to a file or a folder of the drive. Revoking one deletes its row.';

create index share_links_of_file on private.share_links (user_id, file_id);

create function private.hash_token(token text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;

-- bcrypt ignores bytes after the 72nd, so it gets a digest of the password. About 60 ms at cost 10.
create function private.hash_password(password text, salt text) returns text
language sql volatile set search_path = ''
as $$
  select extensions.crypt(private.hash_token(password), salt)
$$;

-- Returns whether a link has not expired and its file, with its folders, is not in the trash.
create function private.is_share_open(link private.share_links) returns boolean
language sql stable security definer set search_path = ''
as $$
  select link.expires_at > now() and (
    with recursive above as (
      select files.parent_id, files.trashed_at from public.workspace_files as files
      where files.user_id = link.user_id and files.id = link.file_id
      union all
      select files.parent_id, files.trashed_at
      from public.workspace_files as files join above on files.id = above.parent_id
      where files.user_id = link.user_id
    )
    select bool_and(above.trashed_at is null) from above
  )
$$;

-- The pass for the right password, so that the password is not checked again for every file: when
-- it ends, and a digest that only the stored hash of the password can make.
create function private.share_pass(link private.share_links, token text, ends bigint) returns text
language sql immutable set search_path = ''
as $$
  select ends || '.' || private.hash_token(concat_ws(' ', link.password_hash, token, ends, link.password_hash))
$$;

create function private.has_share_pass(link private.share_links, token text, pass text) returns boolean
language sql stable set search_path = ''
as $$
  -- \d also matches digits of other scripts; only CASE keeps the cast from being evaluated first.
  select link.password_hash is null or coalesce(
    case when pass ~ '^[0-9]{1,12}\.' then
      split_part(pass, '.', 1)::bigint > extract(epoch from now())
        and private.share_pass(link, token, split_part(pass, '.', 1)::bigint) = pass
    end,
    false)
$$;

-- The link of a token if it can be used, and the pass that replaces its password from now on.
-- @limit drive: a link's password is asked for again; 12 hours by interval '12 hours'
create function private.admit_visitor(
  token text, password text, pass text, receives boolean,
  out link private.share_links, out held text, out refusal text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  select links.* into link from private.share_links as links
  where links.token_hash = private.hash_token(token) and (links.max_files is not null) = receives
    and private.is_share_open(links);
  if link.id is null then
    refusal := 'unknown';
  elsif private.has_share_pass(link, token, pass) then
    held := pass;
  elsif coalesce(password, '') = '' then
    refusal := 'password';
  elsif private.hash_password(password, link.password_hash) <> link.password_hash then
    refusal := 'wrong-password';
  else
    held := private.share_pass(link, token, extract(epoch from now() + interval '12 hours')::bigint);
  end if;
end
$$;

create function private.note_share_use(link uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  update private.share_links as links set last_used_at = now()
  where links.id = link and (links.last_used_at is null or links.last_used_at < now() - interval '1 minute')
$$;

-- Counts a try of a link's password. Returns 0, or the seconds to wait. A separate call, because
-- the counts are locked until it commits, and checking a password takes long.
-- @limit drive: tries of a link's password per address; 10 tries by ('visitor', networks.visitor, 10)
-- @limit drive: tries of a link's password by everyone in 15 minutes; 100 tries by ('everyone', '', 100)
create function private.count_share_try(token text, address text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  networks constant record := private.visitor_networks(address);
  link uuid;
  rule record;
  wait integer := 0;
begin
  select links.id into link from private.share_links as links
  where links.token_hash = private.hash_token(token) and private.is_share_open(links);
  if link is null then
    return 0;
  end if;
  for rule in
    select * from (values
      ('visitor', networks.visitor, 10),
      ('site', networks.site, 30),
      ('everyone', '', 100)
    ) as rules (kind, subject, max_hits) where rules.subject is not null
  loop
    wait := private.count_hit('share ' || link || ' ' || rule.kind, rule.subject, rule.max_hits, interval '15 minutes');
    exit when wait > 0;
  end loop;
  return wait;
end
$$;

-- Counts a call that reads a page of a link, or sums the drive. Returns 0, or the seconds to wait.
-- @limit drive: calls of links per address in 15 minutes, each for a page of 1000 entries or for 20 files to send; 600 calls by ('visitor', networks.visitor, 600)
create function private.count_share_call(address text) returns integer
language sql volatile security definer set search_path = ''
as $$
  select coalesce(max(private.count_hit('links ' || kind, subject, max_hits, interval '15 minutes')), 0)
  from private.visitor_networks(address) as networks
  cross join lateral (values
    ('visitor', networks.visitor, 600),
    ('site', networks.site, 1800)
  ) as rules (kind, subject, max_hits)
  where subject is not null
$$;

-- A page of 1000 entries: the shared entry first, then all entries below it by their ids. `next` is
-- the last entry of the page; null on the last page.
create function private.open_share(
  token text, password text, pass text, after uuid default null, address text default null
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  admitted constant record := private.admit_visitor(token, password, pass, false);
  link constant private.share_links := admitted.link;
  wait integer;
  shown uuid[];
begin
  if admitted.refusal is not null then
    return jsonb_build_object('refusal', admitted.refusal);
  end if;
  wait := private.count_share_call(address);
  if wait > 0 then
    return jsonb_build_object('refusal', 'wait', 'wait', wait);
  end if;
  perform private.note_share_use(link.id);
  shown := array(
    with recursive tree as (
      select link.file_id as id
      union all
      select files.id from public.workspace_files as files join tree on files.parent_id = tree.id
      where files.user_id = link.user_id and files.trashed_at is null
    )
    select first.id from (select tree.id from tree limit 5000) as first
    where after is null or (first.id > after and first.id <> link.file_id)
    order by first.id <> link.file_id, first.id limit 1001
  );
  return jsonb_build_object(
    'pass', admitted.held,
    'expiresAt', link.expires_at,
    'allowsDownload', link.allows_download,
    'title', link.title, 'note', link.note, 'sorting', link.sorting,
    'root', link.file_id,
    'next', case when cardinality(shown) > 1000 then shown[1000] end,
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', files.id,
        -- A visitor learns nothing about the folders above the shared file.
        'parent', case when files.id <> link.file_id then files.parent_id end,
        'name', files.name, 'isFolder', files.is_folder, 'size', files.size,
        'type', files.mimetype, 'updatedAt', coalesce(files.modified_at, files.updated_at),
        'hasThumbnail', files.thumbnail_path is not null)), '[]')
      from public.workspace_files as files where files.id = any (shown[:1000])
    )
  );
end
$$;

-- Returns whether a file is the shared one or below it, and not in the trash.
create function private.is_shared(link private.share_links, file uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  with recursive above as (
    select files.id, files.parent_id, files.trashed_at
    from public.workspace_files as files where files.user_id = link.user_id and files.id = file
    union all
    select parent.id, parent.parent_id, parent.trashed_at
    from public.workspace_files as parent join above on parent.id = above.parent_id
    where parent.user_id = link.user_id and above.id <> link.file_id
  )
  select coalesce(bool_or(above.id = link.file_id) and bool_and(above.trashed_at is null), false) from above
$$;

-- Identifies the link in a signed URL: the URL opens nothing else, and a new password ends it.
create function private.share_key(link private.share_links) returns text
language sql immutable set search_path = ''
as $$
  select link.id || '.' || private.hash_token(concat_ws(' ', 'key', link.token_hash, link.password_hash))
$$;

-- The storage paths of these files of a link, or of their thumbnails, without files that the link does
-- not show. Null if the link cannot be used, or its password is missing.
create function private.share_paths(token text, pass text, files uuid[], thumbnails boolean default false)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  admitted constant record := private.admit_visitor(token, '', pass, false);
  link constant private.share_links := admitted.link;
begin
  if admitted.refusal is not null then
    return null;
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', entry.id, 'path', object.path, 'share', private.share_key(link))), '[]')
    from public.workspace_files as entry
    cross join lateral (
      select case when thumbnails then entry.thumbnail_path else entry.storage_object_path end as path
    ) as object
    where entry.user_id = link.user_id and entry.id = any (files[1:100]) and object.path is not null
      and private.is_shared(link, entry.id)
  );
end
$$;

-- For the storage server, with a key that it signed: whether the link still shows this object.
create function private.shows_path(share text, path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.share_links as link
    join public.workspace_files as entry on entry.user_id = link.user_id
      and (entry.storage_object_path = shows_path.path or entry.thumbnail_path = shows_path.path)
    where link.id = split_part(share, '.', 1)::uuid and private.share_key(link) = share
      and private.is_share_open(link) and private.is_shared(link, entry.id)
  )
$$;

create function private.new_share_token() returns text
language sql volatile set search_path = ''
as $$
  select rtrim(translate(encode(extensions.gen_random_bytes(16), 'base64'), '+/', '-_'), '=')
$$;

-- Changes the named properties of a link: label, title, note, sorting, allowsDownload, days (from now
-- on) and password (null removes it). A new password ends the passes and the signed URLs.
-- @limit drive: how long a link is valid, at most; 365 days by not between 1 and 365
create function private.change_share(link uuid, changes jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  days constant integer := (changes ->> 'days')::integer;
  password constant text := changes ->> 'password';
begin
  perform private.require_workspace_user();
  if coalesce(days not between 1 and 365, changes ? 'days') then
    raise sqlstate '22023' using message = 'A link is valid for 1 to 365 days.';
  end if;
  if char_length(password) not between 8 and 200 then
    raise sqlstate '22023' using message = 'A link''s password has 8 to 200 characters.';
  end if;
  update private.share_links as links set
    label = coalesce(btrim(changes ->> 'label'), links.label),
    title = coalesce(btrim(changes ->> 'title'), links.title),
    note = coalesce(btrim(changes ->> 'note'), links.note),
    sorting = coalesce(changes ->> 'sorting', links.sorting),
    allows_download = coalesce((changes ->> 'allowsDownload')::boolean, links.allows_download),
    expires_at = coalesce(now() + make_interval(days => days), links.expires_at),
    password_hash = case when changes ? 'password'
      then private.hash_password(password, extensions.gen_salt('bf', 10)) else links.password_hash end
  where links.id = link and links.user_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'This link no longer exists.';
  end if;
end
$$;

-- @limit drive: links at a time; 500 by >= 500 then
create function private.create_share(
  file uuid, days integer default 30, password text default null, allows_download boolean default true,
  max_files integer default null, max_bytes bigint default null, details jsonb default '{}'
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  token constant text := private.new_share_token();
  made uuid;
begin
  perform private.require_workspace_user();
  perform private.lock_drive();
  if not exists (
    select from public.workspace_files as files
    where files.user_id = owner and files.id = file and files.trashed_at is null
      and (files.is_folder or max_files is null)
  ) then
    raise sqlstate 'PT404' using message = 'This file no longer exists.';
  end if;
  delete from private.share_links as links
  where links.user_id = owner and links.expires_at < now() - interval '30 days';
  if (select count(*) from private.share_links as links where links.user_id = owner) >= 500 then
    raise sqlstate 'PT409' using message = 'There are 500 links. Revoke some of them first.';
  end if;
  insert into private.share_links (user_id, file_id, token_hash, max_files, max_bytes, expires_at)
  values (
    owner, file, private.hash_token(token), create_share.max_files, create_share.max_bytes, now()
  ) returning id into made;
  perform private.change_share(made, details || jsonb_build_object(
    'days', days, 'password', password, 'allowsDownload', allows_download));
  return token;
end
$$;

-- The token is not stored, so a link whose address is lost gets another one.
create function private.renew_share(link uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  token constant text := private.new_share_token();
begin
  perform private.require_workspace_user();
  update private.share_links as links set token_hash = private.hash_token(token)
  where links.id = link and links.user_id = auth.uid();
  if not found then
    raise sqlstate 'PT404' using message = 'This link no longer exists.';
  end if;
  return token;
end
$$;

create function private.list_shares() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', links.id, 'fileId', links.file_id, 'name', files.name, 'isFolder', files.is_folder,
      'isTrashed', files.trashed_at is not null, 'hasPassword', links.password_hash is not null,
      'allowsDownload', links.allows_download, 'maxFiles', links.max_files,
      'maxBytes', links.max_bytes, 'createdAt', links.created_at,
      'label', links.label, 'title', links.title, 'note', links.note, 'sorting', links.sorting,
      'expiresAt', links.expires_at, 'lastUsedAt', links.last_used_at
    ) order by links.created_at desc, links.id), '[]')
    from private.share_links as links
    join public.workspace_files as files on files.user_id = links.user_id and files.id = links.file_id
    where links.user_id = auth.uid()
  );
end
$$;

create function private.revoke_share(link uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  delete from private.share_links as links where links.id = link and links.user_id = auth.uid();
  return found;
end
$$;

comment on function private.count_share_try(text, text) is 'Secret key only: counts a try of a link''s password; the seconds to wait, or 0.';

comment on function private.open_share(text, text, text, uuid, text) is 'Secret key only: a page of what a link shows, or why it does not.';

comment on function private.share_paths(text, text, uuid[], boolean) is 'Secret key only: where up to 100 files of a link, or their thumbnails, are stored.';

comment on function private.create_share(uuid, integer, text, boolean, integer, bigint, jsonb) is 'Makes a link to a file or folder, or with both limits one that receives files into a folder, and returns its token, which is not stored.';

comment on function private.change_share(uuid, jsonb) is 'Changes the named properties of a link: label, title, note, sorting, allowsDownload, days and password.';

comment on function private.renew_share(uuid) is 'Replaces the token of a link and returns the new one; the earlier one ends.';

comment on function private.list_shares() is 'The caller''s links, newest first.';

comment on function private.revoke_share(uuid) is 'Ends a link; false if there is none.';

select private.allow_calls('service_role', '{count_share_try, open_share, share_paths}');

select private.allow_calls('authenticated, service_role', '{
  create_share, change_share, renew_share, list_shares, revoke_share
}');

select private.announce_changes('private.share_links', 'workspace');

-- Files that are sent into a folder of the drive through a link.
-- A sender uploads with the publishable key alone. The policy at the end lets them store an object
-- only at a path that was reserved for them, with exactly the size that was reserved, while the
-- link is open. The storage checks the policy when an upload begins and for every chunk. Supabase
-- Storage's signed uploads do not suffice: they check neither the size, nor the policies, nor
-- whether the link was revoked meanwhile.

create table private.received_files (
  -- A path in the bucket workspace-files.
  path text primary key,
  link_id uuid not null references private.share_links (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 255),
  size bigint not null check (size >= 0),
  reserved_at timestamptz not null default now(),
  -- The file it has become. Not a reference, because a deleted file also counts as received.
  file_id uuid,
  seen_at timestamptz
);

comment on table private.received_files is 'What was sent through links, or is being sent.';

create index received_files_of_link on private.received_files (link_id);

-- The used part of a link's limits: files added to the folder, files that may still arrive, and
-- files that have arrived without being added.
create function private.received_of(link uuid, out files bigint, out bytes numeric)
language sql stable security definer set search_path = ''
as $$
  select count(*), coalesce(sum(received.size), 0)
  from private.received_files as received
  where received.link_id = link and (
    received.file_id is not null
    or received.path in (select pending.path from private.pending_blobs as pending where pending.due_at > now())
    or received.path in (
      select stored.name from private.stored_objects('workspace-files', array(
        select sent.path from private.received_files as sent where sent.link_id = link
      )) as stored
    )
  )
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
    'pass', admitted.held, 'expiresAt', link.expires_at, 'title', link.title, 'note', link.note,
    'maxFiles', link.max_files, 'maxBytes', link.max_bytes,
    'filesLeft', link.max_files - used.files, 'bytesLeft', link.max_bytes - used.bytes,
    'fileLimit', private.drive_file_limit()
  );
end
$$;

-- Reserves paths for files about to be sent: for all, or for none with the reason. Reserved space
-- is withheld from other senders, but not from the user: it is taken, and versions are deleted,
-- when bytes arrive. The storage server then extends the reservation, as does the page by asking
-- whether all have arrived.
-- @limit drive: files whose space one call through a link reserves; 20 by not between 1 and 20
-- @limit drive: an upload through a link that has not begun; 10 minutes by now() + interval '10 minutes'
-- @limit drive: how much of the free space (with earlier versions) links can reserve; 0.75 of it by > 0.75 * (
create function private.reserve_received(token text, pass text, files jsonb, address text default null) returns jsonb
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
  if jsonb_typeof(files) is distinct from 'array' or jsonb_array_length(files) not between 1 and 20 then
    raise sqlstate '22023' using message = 'Up to 20 files are reserved at once.';
  end if;
  perform private.lock_drive_of(link.user_id);
  with ended as (
    delete from private.received_files as received
    where received.link_id = link.id and received.file_id is null
      and received.path not in (select pending.path from private.pending_blobs as pending where pending.due_at > now())
      and received.path not in (
        select stored.name from private.stored_objects('workspace-files', array(
          select sent.path from private.received_files as sent where sent.link_id = link.id
        )) as stored
      )
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
    -- The amount of free space is not revealed.
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
      -- Line breaks and marks of writing direction could disguise a name as another.
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

-- Puts a file whose bytes have all arrived into the folder, under a free name. Idempotent. `state`
-- is finished, incomplete, gone for an upload that has expired, or space: versions were then
-- released where that helps, and the bytes of `due` are to be deleted before the next try.
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
    select from private.stored_objects('workspace-files', array[received.path]) as stored
    where stored.size = received.size
  ) then
    -- Notifies the server of a file being sent; Supabase's storage notifies only the sender.
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

-- Returns whether an object of this size may be stored at the path now.
create function private.may_receive(object_name text, size numeric) returns boolean
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

-- The folders with received files of which the workspace user has not been notified.
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

comment on function private.open_inbox(text, text, text) is 'Secret key only: what may be sent through a link, or why nothing.';

comment on function private.reserve_received(text, text, jsonb, text) is 'Secret key only: paths for up to 20 files, each with name and size, about to be sent through a link.';

comment on function private.finish_received(text, text, text, text) is 'Secret key only: adds a completely sent file to its folder.';

comment on function private.list_received() is 'The folders with files that were sent through links and not seen yet.';

comment on function private.see_received() is 'Marks everything that was sent through links as seen.';

-- The policy below calls may_receive() as anon.
grant execute on function private.may_receive(text, numeric) to anon;

select private.allow_calls('service_role', '{open_inbox, reserve_received, finish_received}');

select private.allow_calls('authenticated, service_role', '{list_received, see_received}');

select private.announce_changes('private.received_files', 'workspace');
