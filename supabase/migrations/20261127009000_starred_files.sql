-- Files and folders can be starred: the drive lists them in a view of their own.

alter table public.workspace_files add column starred_at timestamptz;

create index workspace_files_starred on public.workspace_files (user_id, starred_at desc, id)
  where starred_at is not null and trashed_at is null;

create function public.star_files(ids uuid[], starred boolean) returns integer
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  changed integer;
begin
  perform private.require_workspace_user();
  perform private.lock_drive();
  perform private.require_files(ids);
  update public.workspace_files as files set starred_at = case when starred then now() end
  where files.id in (select unnest(ids)) and files.user_id = auth.uid()
    and (files.starred_at is null) = starred;
  get diagnostics changed = row_count;
  return changed;
end
$$;

comment on function public.star_files(uuid[], boolean) is 'Adds files and folders to the starred ones or removes them, all or nothing.';

revoke execute on function public.star_files(uuid[], boolean) from public, anon;

grant execute on function public.star_files(uuid[], boolean) to authenticated, service_role;

drop function public.search_files(text, integer);

create function public.search_files(search text, max_rows integer default 200) returns table (
  id uuid, user_id uuid, name text, is_folder boolean, parent_id uuid, storage_object_path text,
  mimetype text, size bigint, created_at timestamptz, updated_at timestamptz, starred_at timestamptz,
  folder_ids uuid[], folder_names text[]
)
language sql stable security invoker set search_path = ''
as $$
  select files.id, files.user_id, files.name, files.is_folder, files.parent_id,
    files.storage_object_path, files.mimetype, files.size, files.created_at, files.updated_at,
    files.starred_at, coalesce(folders.ids, '{}'), coalesce(folders.names, '{}')
  from private.find_files(search, least(greatest(max_rows, 1), 1000)) as found
  join public.workspace_files as files on files.id = found
  cross join lateral (
    with recursive above as (
      select parent.id, parent.name, parent.parent_id, 1 as height
      from public.workspace_files as parent where parent.id = files.parent_id
      union all
      select parent.id, parent.name, parent.parent_id, above.height + 1
      from public.workspace_files as parent join above on parent.id = above.parent_id
    )
    select array_agg(above.id order by above.height desc) as ids,
      array_agg(above.name order by above.height desc) as names
    from above
  ) as folders
  order by files.name, files.id
$$;

comment on function public.search_files(text, integer) is 'Files and folders whose name contains every word, in all folders, with the folders above them.';

revoke execute on function public.search_files(text, integer) from public, anon;

grant execute on function public.search_files(text, integer) to authenticated, service_role;
