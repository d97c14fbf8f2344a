-- Hosted Storage prepares versions of objects (its migration 0062): rows with `archived_at` are earlier
-- versions, rows with `is_delete_marker` say that an object was deleted. Neither is a stored file.
-- Whether the columns exist is up to Storage, and may change at any time.

create function private.stored_objects(bucket text) returns table (
  name text,
  size numeric,
  created_at timestamptz
)
language sql stable set search_path = ''
as $$
  select stored.name, stored.size, stored.created_at
  from (values (null::timestamptz, false)) as absent (archived_at, is_delete_marker)
  cross join lateral (
    select objects.name, coalesce((objects.metadata ->> 'size')::numeric, 0) as size, objects.created_at
    from storage.objects
    -- Without a table's name, each is the column of storage.objects, or else that of `absent`.
    where objects.bucket_id = stored_objects.bucket and archived_at is null and not is_delete_marker
  ) as stored
$$;

comment on function private.stored_objects(text) is 'The stored files of a bucket that the caller sees, without earlier versions and delete markers.';

revoke execute on function private.stored_objects(text) from public, anon;

-- For functions that run with the rights of their callers.
grant execute on function private.stored_objects(text) to authenticated, service_role;

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

create or replace function private.list_due_blobs() returns setof text
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  perform private.require_workspace_user();
  insert into private.pending_blobs (path, user_id)
  select stored.name, caller
  from private.stored_objects('workspace-files') as stored
  where starts_with(stored.name, caller::text || '/')
    and stored.created_at < now() - interval '24 hours'
    and not exists (
      select from public.workspace_files as files where files.storage_object_path = stored.name
    )
  on conflict do nothing;
  return query
    select pending.path from private.pending_blobs as pending
    where pending.user_id = caller and pending.due_at <= now()
    order by pending.due_at, pending.path limit 500;
end
$$;

create or replace function private.clear_due_blobs(paths text[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  cleared integer;
begin
  perform private.require_workspace_user();
  delete from private.pending_blobs as pending
  where pending.path = any (paths) and pending.user_id = auth.uid() and pending.due_at <= now()
    and pending.path not in (
      select stored.name from private.stored_objects('workspace-files') as stored
    );
  get diagnostics cleared = row_count;
  return cleared;
end
$$;

create or replace function public.list_unused_pictures() returns setof text
language sql stable security invoker set search_path = ''
as $$
  with mentioned as (
    select image_url as address from public.projects
    union all
    select entry ->> 'image_url' from public.content_history where table_name = 'projects'
    union all
    select value from public.personal_info
  ),
  used as (
    select found[1] as id from mentioned, regexp_matches(address, 'projects/([0-9a-z]+)-\d', 'g') as found
  )
  select object.name
  from private.stored_objects('profile-pictures') as object
  where object.name ~ '^projects/[0-9a-z]+-\d+x\d+(-avif)?-\d+\.[a-z]+$'
    and object.created_at < now() - interval '7 days'
    and substring(object.name from '^projects/([0-9a-z]+)-') not in (select id from used)
  order by object.name
  limit 1000
$$;

create or replace function private.site_has_content() returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from auth.users)
    or exists (
      select from storage.buckets, private.stored_objects(buckets.id) as stored
      where stored.name !~ '^restore-[0-9a-f-]{36}/')
    or exists (select from public.messages)
    or not exists (select from private.sample_entries) and (
      exists (select from public.personal_info) or exists (select from public.experience)
      or exists (select from public.education) or exists (select from public.projects)
      or exists (select from public.skills) or exists (select from public.skill_categories)
      or exists (select from public.social_links))
$$;

create or replace function public.list_replaced_files(transfer uuid) returns table (bucket text, name text)
language sql volatile security invoker set search_path = ''
as $$
  select public.renew_transfer(transfer);
  select listed.bucket, stored.name
  from unnest(array['profile-pictures', 'workspace-files']) as listed (bucket)
  cross join private.stored_objects(listed.bucket) as stored
  where not starts_with(stored.name, format('restore-%s/', transfer))
  order by listed.bucket, stored.name limit 500
$$;

-- The condition has to hold in databases without that function too: it is the one in
-- server/archive/tables.ts.
create or replace function private.archived_tables() returns table (
  place integer,
  name text,
  sorting text[],
  column_names text[],
  condition text,
  triggers text[],
  replaced boolean
)
language sql immutable set search_path = ''
as $$
  values
    (1, 'auth.users', array['id'], array['id', 'aud', 'role', 'email', 'encrypted_password',
      'email_confirmed_at', 'raw_app_meta_data', 'raw_user_meta_data', 'banned_until',
      'last_sign_in_at', 'created_at', 'updated_at'], 'deleted_at is null', array[]::text[], false),
    (2, 'auth.identities', array['user_id', 'provider'], array['id', 'user_id', 'provider',
      'provider_id', 'identity_data', 'last_sign_in_at', 'created_at', 'updated_at'],
      'user_id in (select id from auth.users where deleted_at is null)', '{}', false),
    (3, 'private.members', array['role'], null, null, array['close_setup'], true),
    (4, 'public.personal_info', array['key'], null, null, array['notify_content_change'], true),
    (5, 'public.experience', array['id'], null, null, array['notify_content_change'], true),
    (6, 'public.education', array['id'], null, null, array['notify_content_change'], true),
    (7, 'public.skill_categories', array['id'], null, null, array['notify_content_change'], true),
    (8, 'public.skills', array['id'], null, null, array['notify_content_change'], true),
    (9, 'public.projects', array['id'], null, null, array['notify_content_change'], true),
    (10, 'public.social_links', array['id'], null, null, array['notify_content_change'], true),
    (11, 'private.sample_entries', array['table_name', 'id'], null, null, '{}', true),
    (12, 'public.messages', array['created_at', 'id'], null, null, array['index_message'], true),
    (13, 'public.visits', array['created_at', 'id'], null,
      'created_at >= private.visits_kept_since()',
      array['count_added_visits', 'count_removed_visits'], true),
    (14, 'public.workspace_users', array['user_id'], null, null, '{}', true),
    (15, 'public.workspace_activity_logs', array['created_at', 'id'], null, null, '{}', true),
    (16, 'public.workspace_notes', array['change_number'], null, null,
      array['lock_note_changes', 'number_change'], true),
    (17, 'public.trashed_notes', array['id'], null, null, '{}', true),
    (18, 'public.workspace_tasks', array['id'], null, null, '{}', true),
    (19, 'storage.objects', array['bucket_id', 'name'], array['id', 'bucket_id', 'name', 'owner_id',
      'metadata', 'user_metadata', 'created_at', 'updated_at'],
      '(bucket_id = ''profile-pictures'' or bucket_id = ''workspace-files'' and exists (
        select from public.workspace_files where storage_object_path = objects.name))
        and to_jsonb(objects) ->> ''archived_at'' is null
        and coalesce(to_jsonb(objects) ->> ''is_delete_marker'', ''false'') = ''false''', '{}', false),
    (20, 'public.workspace_files', array['id'], null, null, '{}', true),
    (21, 'public.content_history', array['changed_at', 'id'], null, null, '{}', true),
    (22, 'public.notice_choices', array['cause'], null, null, '{}', true),
    (23, 'public.link_clicks', array['created_at', 'id'], null,
      'created_at >= private.visits_kept_since()',
      array['count_added_clicks', 'count_removed_clicks'], true),
    (24, 'private.analytics_days', array['day', 'metric', 'subject'], null,
      'day < (private.visits_kept_since() at time zone ''UTC'')::date', '{}', true)
$$;
