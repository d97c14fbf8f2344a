-- What a link shows comes in pages, which are counted per address, and a signed URL of its files can be
-- checked against the link for as long as that lives.

drop function public.open_share(text, text, text);

drop function private.open_share(text, text, text);

create or replace function private.has_share_pass(link private.share_links, token text, pass text) returns boolean
language sql stable set search_path = ''
as $$
  -- Digits of other scripts match \d; and only CASE keeps the cast from being evaluated first.
  select link.password_hash is null or coalesce(
    case when pass ~ '^[0-9]{1,12}\.' then
      split_part(pass, '.', 1)::bigint > extract(epoch from now())
        and private.share_pass(link, token, split_part(pass, '.', 1)::bigint) = pass
    end,
    false)
$$;

-- Counts a call that reads a page of a link, or sums the drive. 0, or the seconds until the next one is
-- answered.
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

-- A page of 1000 entries: the shared one, then all below it by their ids. `next` is the entry that the
-- next page begins after; null on the last page.
create function private.open_share(token text, password text, pass text, after uuid, address text)
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
    'root', link.file_id,
    'next', case when cardinality(shown) > 1000 then shown[1000] end,
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', files.id,
        -- A visitor learns nothing of what is above the shared file.
        'parent', case when files.id <> link.file_id then files.parent_id end,
        'name', files.name, 'isFolder', files.is_folder, 'size', files.size,
        'type', files.mimetype, 'updatedAt', files.updated_at)), '[]')
      from public.workspace_files as files where files.id = any (shown[:1000])
    )
  );
end
$$;

-- Whether a file is what a link shows, or below it, and not in the trash.
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

-- What a signed URL names its link by: nothing else can be opened with it, and another password ends it.
create function private.share_key(link private.share_links) returns text
language sql immutable set search_path = ''
as $$
  select link.id || '.' || private.hash_token(concat_ws(' ', 'key', link.token_hash, link.password_hash))
$$;

-- Where these files of a link are stored; those that it does not show are left out. Null if the link
-- cannot be used, or its password is missing.
create or replace function private.share_paths(token text, pass text, files uuid[]) returns jsonb
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
      'id', entry.id, 'path', entry.storage_object_path, 'share', private.share_key(link))), '[]')
    from public.workspace_files as entry
    where entry.user_id = link.user_id and entry.id = any (files[1:100]) and not entry.is_folder
      and private.is_shared(link, entry.id)
  );
end
$$;

-- For the storage server, with a key that it has signed: whether the link still shows what is stored here.
create function private.shows_path(share text, path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.share_links as link
    join public.workspace_files as entry
      on entry.user_id = link.user_id and entry.storage_object_path = shows_path.path
    where link.id = split_part(share, '.', 1)::uuid and private.share_key(link) = share
      and private.is_share_open(link) and private.is_shared(link, entry.id)
  )
$$;

create function public.open_share(
  token text, password text, pass text, after uuid default null, address text default null
) returns jsonb
language sql volatile security invoker set search_path = ''
as $$
  select private.open_share(token, password, pass, after, address)
$$;

comment on function public.open_share(text, text, text, uuid, text) is 'Secret key only: a page of what a link shows, or why it does not.';

revoke execute on function
  private.count_share_call(text),
  private.open_share(text, text, text, uuid, text),
  private.is_shared(private.share_links, uuid),
  private.share_key(private.share_links),
  private.shows_path(text, text),
  public.open_share(text, text, text, uuid, text)
from public, anon, authenticated;

grant execute on function
  private.open_share(text, text, text, uuid, text),
  public.open_share(text, text, text, uuid, text)
to service_role;
