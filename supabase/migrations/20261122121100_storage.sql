-- The two buckets. Files of a public bucket can be read by their URL without a policy; listing,
-- uploading and the private bucket need one.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  -- No SVG: it can carry script. 5 MiB.
  ('profile-pictures', 'profile-pictures', true, 5242880,
    array['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']),
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
