-- The two buckets. Files of a public bucket can be read by their URL without a policy; listing,
-- uploading and the private bucket need a policy.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  -- No SVG, because SVG can contain script. The limit is 5 MiB.
  ('profile-pictures', 'profile-pictures', true, 5242880,
    array['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif', 'application/pdf']),
  -- 5 GiB; a hosted project's own limit may be lower.
  ('workspace-files', 'workspace-files', false, 5368709120, null)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Paths in workspace-files begin with the user's id.

create policy "Owner lists pictures, workspace user reads own files" on storage.objects
  for select to authenticated
  using (
    (bucket_id = 'profile-pictures' and (select private.is_admin()))
    or (
      bucket_id = 'workspace-files'
      and (select private.is_workspace())
      and (storage.foldername(name))[1] = (select auth.uid())::text
    )
  );

create policy "Owner adds pictures, workspace user adds own files" on storage.objects
  for insert to authenticated
  with check (
    (bucket_id = 'profile-pictures' and (select private.is_admin()))
    or (
      bucket_id = 'workspace-files'
      and (select private.is_workspace())
      and (storage.foldername(name))[1] = (select auth.uid())::text
    )
  );

create policy "Owner replaces pictures, workspace user own files" on storage.objects
  for update to authenticated
  using (
    (bucket_id = 'profile-pictures' and (select private.is_admin()))
    or (
      bucket_id = 'workspace-files'
      and (select private.is_workspace())
      and (storage.foldername(name))[1] = (select auth.uid())::text
    )
  )
  with check (
    (bucket_id = 'profile-pictures' and (select private.is_admin()))
    or (
      bucket_id = 'workspace-files'
      and (select private.is_workspace())
      and (storage.foldername(name))[1] = (select auth.uid())::text
    )
  );

create policy "Owner deletes pictures, workspace user own files" on storage.objects
  for delete to authenticated
  using (
    (bucket_id = 'profile-pictures' and (select private.is_admin()))
    or (
      bucket_id = 'workspace-files'
      and (select private.is_workspace())
      and (storage.foldername(name))[1] = (select auth.uid())::text
    )
  );

-- Hosted Storage prepares versions of objects (its migration 0062): rows with `archived_at` are
-- earlier versions, rows with `is_delete_marker` record that an object was deleted. Neither is a
-- stored file. Storage decides whether the columns exist, and may change that at any time.

-- In PL/pgSQL, which plans each of its first calls for its arguments: paths are looked up in the
-- index.
create function private.stored_objects(bucket text, paths text[] default null) returns table (
  name text,
  size numeric,
  created_at timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select stored.name, stored.size, stored.created_at
    from (values (null::timestamptz, false)) as absent (archived_at, is_delete_marker)
    cross join lateral (
      select objects.name, coalesce((objects.metadata ->> 'size')::numeric, 0) as size,
        objects.created_at
      from storage.objects
      -- A name without its table is a column of storage.objects, or of `absent` when that has none.
      where objects.bucket_id = stored_objects.bucket and archived_at is null and not is_delete_marker
        and (stored_objects.paths is null or objects.name = any (stored_objects.paths))
    ) as stored;
end
$$;

comment on function private.stored_objects(text, text[]) is 'The stored files of a bucket that the caller sees, all or those at these paths, without earlier versions and delete markers.';

-- For functions that run with the rights of their callers.
grant execute on function private.stored_objects(text, text[]) to authenticated, service_role;

-- In a restore, Storage creates the objects again with the secret key. This function sets their
-- owner, times and metadata as archived, where the project lets `postgres` write them.
create function private.restore_object_details(column_names text[]) returns void
language plpgsql volatile security definer set search_path = '' set datestyle = 'ISO'
as $$
begin
  -- Storage's trigger would set updated_at.
  set local session_replication_role = replica;
  execute format(
    'update storage.objects as objects set (owner_id, owner, user_metadata, created_at, updated_at) = (
       staged.owner_id, case when staged.owner_id ~ ''^[0-9a-f-]{36}$'' then staged.owner_id::uuid end,
       staged.user_metadata, staged.created_at, staged.updated_at)
     from (
       select %s from private.transfer_parts as parts,
         jsonb_array_elements(parts.entries) as listed (entry)
       where parts.table_name = ''storage.objects''
     ) as staged (%s)
     where objects.bucket_id = staged.bucket_id and objects.name = staged.name',
    private.entry_values('storage.objects', column_names),
    (select string_agg(format('%I', name), ', ' order by place)
      from unnest(column_names) with ordinality as given (name, place)));
  set local session_replication_role = origin;
exception when insufficient_privilege then
  raise warning 'The owners and times of stored files could not be restored: %', sqlerrm;
end
$$;

-- Uploaded pictures of projects: files projects/<id>-<width>x<height>[-avif]-<file width>.<format> in
-- the bucket profile-pictures, as src/content/picture-files.ts describes. image_url is the address
-- of one of them.
--
--   rpc list_unused_pictures() returns the names of those that no project, no version of one in the
--                              history or the trash and no value of General Info has had for a week.
--                              Only the owner sees the bucket; it is empty for everyone else.

-- A new picture may be part of an unsaved form.
-- @limit content: an uploaded picture that nothing uses is kept; 7 days by interval '7 days'
create function public.list_unused_pictures() returns setof text
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

comment on function public.list_unused_pictures() is
  'The uploaded pictures that nothing names any more; empty for callers other than the owner.';

select private.allow_calls('authenticated, service_role', '{list_unused_pictures}');
