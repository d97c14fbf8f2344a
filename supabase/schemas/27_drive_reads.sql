-- My Drive: the search in all folders, and everything below a folder.

-- SECURITY DEFINER as in the inbox: behind row level security LIKE cannot use an index. The
-- function returns ids; the rows are then read under the caller's policies.
create function private.find_files(search text, max_rows integer) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  if coalesce(search, '') !~ '\S' then
    return;
  end if;
  return query execute format(
    'select id from (
      select id, name, private.fold_text(name) collate "C" as text
      from public.workspace_files where user_id = %L and trashed_at is null
    ) as files where %s order by name, id limit %s',
    auth.uid(), private.search_condition(search), max_rows
  );
end
$$;

create function public.search_files(search text, max_rows integer default 200) returns table (
  id uuid, user_id uuid, name text, is_folder boolean, parent_id uuid, storage_object_path text,
  mimetype text, size bigint, created_at timestamptz, updated_at timestamptz, starred_at timestamptz,
  thumbnail_path text, folder_ids uuid[], folder_names text[]
)
language sql stable security invoker set search_path = ''
as $$
  select files.id, files.user_id, files.name, files.is_folder, files.parent_id,
    files.storage_object_path, files.mimetype, files.size, files.created_at, coalesce(files.modified_at, files.updated_at),
    files.starred_at, files.thumbnail_path, coalesce(folders.ids, '{}'), coalesce(folders.names, '{}')
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

create function public.list_subtree(ids uuid[]) returns table (
  id uuid, parent_id uuid, name text, is_folder boolean, storage_object_path text, mimetype text,
  size bigint, updated_at timestamptz, path text[]
)
language sql stable security invoker set search_path = ''
as $$
  with recursive tree as (
    select files.id, array[files.name] as path
    from public.workspace_files as files
    where files.id = any (ids) and files.trashed_at is null
    union all
    select files.id, tree.path || files.name
    from public.workspace_files as files
    join tree on files.parent_id = tree.id
    where files.user_id = (select auth.uid()) and files.trashed_at is null
  )
  select files.id, files.parent_id, files.name, files.is_folder, files.storage_object_path,
    files.mimetype, files.size, coalesce(files.modified_at, files.updated_at), tree.path
  from tree join public.workspace_files as files on files.id = tree.id
  order by tree.path, files.id
$$;

comment on function public.list_subtree(uuid[]) is 'Files and folders with everything below them, each with its path; a folder before its contents.';

create function public.count_items(folders uuid[]) returns table (folder uuid, items bigint)
language sql stable security invoker set search_path = ''
as $$
  select files.parent_id, count(*)
  from public.workspace_files as files
  where files.user_id = (select auth.uid()) and files.parent_id = any (folders)
    and files.trashed_at is null
  group by files.parent_id
  order by files.parent_id
$$;

comment on function public.count_items(uuid[]) is 'How many files and folders are directly in each of these folders; none for an empty one.';

create function private.listed_file_columns() returns text
language sql immutable set search_path = ''
as $$
  select 'id, name, is_folder, parent_id, storage_object_path, mimetype, size, updated_at,
    starred_at, thumbnail_path, modified_at, trashed_at, change_number'
$$;

create function public.file_changes(
  since bigint, max_rows integer default 1000, only_folders boolean default false
) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select case
    when only_folders then private.changes_of(
      'workspace_files', 'id, name, is_folder, parent_id, trashed_at, change_number',
      since, max_rows, 'is_folder')
    else private.changes_of(
      'workspace_files', private.listed_file_columns(), since, max_rows)
  end
$$;

comment on function public.file_changes(bigint, integer, boolean) is 'The caller''s files and deletions after a change number, in their order: {changes: [{id, change_number, is_deleted} or a file], oldest, last}.';

-- One query for each kind of place, because the index of the root needs "is null".
create function public.list_folder(
  folder uuid default null, after_name text default null, after_folder boolean default true,
  max_rows integer default 1000
) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
declare
  entries constant text := 'select ' || private.listed_file_columns()
    || ' from public.workspace_files where user_id = (select auth.uid()) and trashed_at is null and '
    || case when folder is null then 'parent_id is null' else 'parent_id = $1' end;
  listed jsonb;
begin
  execute format(
    'select coalesce(jsonb_agg(entry), ''[]'') from (
      (%1$s and is_folder and $3 and ($2 is null or name > $2) order by name limit $4)
      union all
      (%1$s and not is_folder and ($2 is null or $3 or name > $2) order by name limit $4)
      order by is_folder desc, name limit $4
    ) as entry',
    entries
  ) into listed using folder, after_name, after_folder, least(max_rows, 1000);
  return jsonb_build_object('files', listed, 'last', private.last_change('workspace_files'));
end
$$;

comment on function public.list_folder(uuid, text, boolean, integer) is 'The entries of a folder (null for the root), folders first, after a name, which is a folder''s or a file''s; and the number of the last change: {files, last}.';

grant execute on function private.find_files(text, integer), private.listed_file_columns()
  to authenticated, service_role;

select private.allow_calls('authenticated, service_role', '{
  search_files, list_subtree, count_items, file_changes, list_folder
}');
