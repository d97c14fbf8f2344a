-- My Drive: the pages of a folder, the search in all folders, and everything below a folder.

create function public.list_folder(
  folder uuid default null,
  sort_by text default 'name',
  descending boolean default false,
  after uuid default null,
  max_rows integer default 500
) returns setof public.workspace_files
language plpgsql stable security invoker set search_path = ''
as $$
declare
  cursor_row public.workspace_files;
  folder_key text := case sort_by when 'date' then 'updated_at' else 'name' end;
  file_key text := case sort_by when 'date' then 'updated_at' when 'size' then 'coalesce(size, 0)' else 'name' end;
  place text := case when folder is null then 'parent_id is null' else format('parent_id = %L', folder) end;
begin
  perform private.require_workspace_user();
  if sort_by is null or sort_by not in ('name', 'size', 'date') then
    raise sqlstate '22023' using message = 'Files are sorted by name, size or date.';
  end if;
  max_rows := least(greatest(max_rows, 1), 1000);
  if after is not null then
    select files.* into cursor_row from public.workspace_files as files
    where files.id = after and files.user_id = auth.uid()
      and files.parent_id is not distinct from folder and files.trashed_at is null;
    if not found then
      raise sqlstate 'PT409' using message = 'The list has changed. Reload it.', hint = 'page-lost';
    end if;
  end if;
  return query execute
    (
      select string_agg(
        format(
          '(select * from public.workspace_files where user_id = auth.uid() and %s and trashed_at is null and %s and %s order by %s %s, id %5$s limit %s)',
          place, part.kind, part.after, part.key, direction, max_rows
        ),
        ' union all ' order by part.kind = 'is_folder' desc
      ) || format(' limit %s', max_rows)
      from (select case when descending then 'desc' else 'asc' end as direction) as directions,
      lateral (
        values
          ('is_folder', folder_key, case
            when cursor_row.id is null then 'true'
            when not cursor_row.is_folder then 'false'
            else format('(%s, id) %s (%L, %L)', folder_key, case when descending then '<' else '>' end,
              case sort_by when 'date' then cursor_row.updated_at::text else cursor_row.name end, cursor_row.id)
          end),
          ('not is_folder', file_key, case
            when cursor_row.id is null or cursor_row.is_folder then 'true'
            else format('(%s, id) %s (%L, %L)', file_key, case when descending then '<' else '>' end,
              case sort_by when 'date' then cursor_row.updated_at::text when 'size' then coalesce(cursor_row.size, 0)::text else cursor_row.name end, cursor_row.id)
          end)
      ) as part (kind, key, after)
    );
end
$$;

comment on function public.list_folder(uuid, text, boolean, uuid, integer) is 'A page of a folder, folders first, after the row named `after`.';

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
  folder_ids uuid[], folder_names text[]
)
language sql stable security invoker set search_path = ''
as $$
  select files.id, files.user_id, files.name, files.is_folder, files.parent_id,
    files.storage_object_path, files.mimetype, files.size, files.created_at, coalesce(files.modified_at, files.updated_at),
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

grant execute on function private.find_files(text, integer) to authenticated, service_role;

select private.allow_calls('authenticated, service_role', '{
  list_folder, search_files, list_subtree, count_items
}');
