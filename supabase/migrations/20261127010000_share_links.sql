-- Links for anybody who has them: to see a file or a folder of the drive, or to send files into a folder.

create extension if not exists pgcrypto with schema extensions;

-- In `private`: a signed-in browser needs neither hash. The functions below return everything else.
create table private.share_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  file_id uuid not null,
  -- SHA-256 of the token, whose 128 random bits need no slow hash.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  -- bcrypt, of the password's SHA-256; null without a password.
  password_hash text check (char_length(password_hash) = 60),
  allows_download boolean not null default true,
  -- Of a link that receives files, and shows none: how many, and how many bytes together.
  max_files integer check (max_files between 1 and 1000),
  max_bytes bigint check (max_bytes > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  check ((max_files is null) = (max_bytes is null)),
  -- Deleting the file deletes its links.
  foreign key (user_id, file_id) references public.workspace_files (user_id, id) on delete cascade
);

comment on table private.share_links is 'Links to a file or a folder of the drive. Revoking one deletes its row.';

create index share_links_of_file on private.share_links (user_id, file_id);

alter table private.share_links enable row level security;

revoke all on private.share_links from public, anon, authenticated;

create function private.hash_token(token text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex')
$$;

-- bcrypt ignores what follows 72 bytes, so it gets a digest of the password. About 60 ms at cost 10.
create function private.hash_password(password text, salt text) returns text
language sql volatile set search_path = ''
as $$
  select extensions.crypt(private.hash_token(password), salt)
$$;

-- Whether a link has not expired, and its file is not in the trash, itself or with a folder above it.
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

-- What a visitor gets for the right password, so that it is not checked again for every file: when it
-- ends, and a digest that only the stored hash of the password can make.
create function private.share_pass(link private.share_links, token text, ends bigint) returns text
language sql immutable set search_path = ''
as $$
  select ends || '.' || private.hash_token(concat_ws(' ', link.password_hash, token, ends, link.password_hash))
$$;

create function private.has_share_pass(link private.share_links, token text, pass text) returns boolean
language sql stable set search_path = ''
as $$
  select link.password_hash is null or coalesce(
    pass ~ '^\d{1,12}\.' and split_part(pass, '.', 1)::bigint > extract(epoch from now())
      and private.share_pass(link, token, split_part(pass, '.', 1)::bigint) = pass,
    false)
$$;

-- The link of a token if it can be used, and what is passed instead of its password from now on.
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

-- Counts a try of a link's password. 0, or the seconds until the next one is accepted. In a call of its
-- own: the counts are locked until it commits, and checking a password takes long.
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

create function private.open_share(token text, password text, pass text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  admitted constant record := private.admit_visitor(token, password, pass, false);
  link constant private.share_links := admitted.link;
begin
  if admitted.refusal is not null then
    return jsonb_build_object('refusal', admitted.refusal);
  end if;
  perform private.note_share_use(link.id);
  return jsonb_build_object(
    'pass', admitted.held,
    'expiresAt', link.expires_at,
    'allowsDownload', link.allows_download,
    'root', link.file_id,
    'entries', (
      with recursive tree as (
        select link.file_id as id
        union all
        select files.id from public.workspace_files as files join tree on files.parent_id = tree.id
        where files.user_id = link.user_id and files.trashed_at is null
      )
      select jsonb_agg(jsonb_build_object(
        'id', files.id,
        -- A visitor learns nothing of what is above the shared file.
        'parent', case when files.id <> link.file_id then files.parent_id end,
        'name', files.name, 'isFolder', files.is_folder, 'size', files.size,
        'type', files.mimetype, 'updatedAt', files.updated_at))
      from (select tree.id from tree limit 5000) as shown
      join public.workspace_files as files on files.id = shown.id
    )
  );
end
$$;

-- Where these files of a link are stored; those that it does not show are left out. Null if the link
-- cannot be used, or its password is missing.
create function private.share_paths(token text, pass text, files uuid[]) returns jsonb
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
    select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'path', entry.storage_object_path)), '[]')
    from public.workspace_files as entry
    where entry.user_id = link.user_id and entry.id = any (files[1:100]) and not entry.is_folder
      and (
        with recursive above as (
          select entry.id, entry.parent_id, entry.trashed_at
          union all
          select parent.id, parent.parent_id, parent.trashed_at
          from public.workspace_files as parent join above on parent.id = above.parent_id
          where parent.user_id = link.user_id and above.id <> link.file_id
        )
        select bool_or(above.id = link.file_id) and bool_and(above.trashed_at is null) from above
      )
  );
end
$$;

-- @limit drive: how long a link is valid, at most; 365 days by not between 1 and 365
-- @limit drive: links at a time; 500 by >= 500 then
create function private.create_share(
  file uuid, days integer, password text, allows_download boolean, max_files integer, max_bytes bigint
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  token constant text := rtrim(translate(encode(extensions.gen_random_bytes(16), 'base64'), '+/', '-_'), '=');
begin
  perform private.require_workspace_user();
  if days is null or days not between 1 and 365 then
    raise sqlstate '22023' using message = 'A link is valid for 1 to 365 days.';
  end if;
  if char_length(password) not between 8 and 200 then
    raise sqlstate '22023' using message = 'A link''s password has 8 to 200 characters.';
  end if;
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
  insert into private.share_links (
    user_id, file_id, token_hash, password_hash, allows_download, max_files, max_bytes, expires_at
  ) values (
    owner, file, private.hash_token(token),
    private.hash_password(password, extensions.gen_salt('bf', 10)),
    coalesce(create_share.allows_download, true), create_share.max_files, create_share.max_bytes,
    now() + make_interval(days => days)
  );
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

create function public.count_share_try(token text, address text) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.count_share_try(token, address)
$$;

comment on function public.count_share_try(text, text) is 'Secret key only: counts a try of a link''s password; the seconds to wait, or 0.';

create function public.open_share(token text, password text, pass text) returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select private.open_share(token, password, pass)
$$;

comment on function public.open_share(text, text, text) is 'Secret key only: what a link shows, or why it does not.';

create function public.share_paths(token text, pass text, files uuid[]) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.share_paths(token, pass, files)
$$;

comment on function public.share_paths(text, text, uuid[]) is 'Secret key only: where up to 100 files of a link are stored.';

create function public.create_share(
  file uuid, days integer default 30, password text default null, allows_download boolean default true,
  max_files integer default null, max_bytes bigint default null
) returns text
language sql volatile security invoker set search_path = ''
as $$
  select private.create_share(file, days, password, allows_download, max_files, max_bytes)
$$;

comment on function public.create_share(uuid, integer, text, boolean, integer, bigint) is 'Makes a link to a file or folder, or with both limits one that receives files into a folder, and returns its token, which is not stored.';

create function public.list_shares() returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select private.list_shares()
$$;

comment on function public.list_shares() is 'The caller''s links, newest first.';

create function public.revoke_share(link uuid) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.revoke_share(link)
$$;

comment on function public.revoke_share(uuid) is 'Ends a link; false if there is none.';

revoke execute on function
  private.hash_token(text),
  private.hash_password(text, text),
  private.is_share_open(private.share_links),
  private.admit_visitor(text, text, text, boolean),
  private.note_share_use(uuid),
  private.share_pass(private.share_links, text, bigint),
  private.has_share_pass(private.share_links, text, text),
  private.count_share_try(text, text),
  private.open_share(text, text, text),
  private.share_paths(text, text, uuid[]),
  private.create_share(uuid, integer, text, boolean, integer, bigint),
  private.list_shares(),
  private.revoke_share(uuid),
  public.count_share_try(text, text),
  public.open_share(text, text, text),
  public.share_paths(text, text, uuid[]),
  public.create_share(uuid, integer, text, boolean, integer, bigint),
  public.list_shares(),
  public.revoke_share(uuid)
from public, anon, authenticated;

grant execute on function
  private.count_share_try(text, text),
  private.open_share(text, text, text),
  private.share_paths(text, text, uuid[]),
  public.count_share_try(text, text),
  public.open_share(text, text, text),
  public.share_paths(text, text, uuid[])
to service_role;

grant execute on function
  private.create_share(uuid, integer, text, boolean, integer, bigint),
  private.list_shares(),
  private.revoke_share(uuid),
  public.create_share(uuid, integer, text, boolean, integer, bigint),
  public.list_shares(),
  public.revoke_share(uuid)
to authenticated, service_role;

create trigger announce_insert after insert on private.share_links referencing new table as changed
  for each statement execute function private.announce_change('workspace');

create trigger announce_update after update on private.share_links referencing new table as changed
  for each statement execute function private.announce_change('workspace');

create trigger announce_delete after delete on private.share_links referencing old table as changed
  for each statement execute function private.announce_change('workspace');
