-- My Drive: the trash. Each change applies to all of the files or to none.

create function public.trash_files(ids uuid[]) returns integer
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  changed integer;
begin
  perform private.require_workspace_user();
  perform private.lock_drive();
  perform private.require_files(ids);
  with recursive tree as (
    select files.id, files.id as top, 0 as depth
    from unnest(ids) as wanted (id) join public.workspace_files as files on files.id = wanted.id
    where files.user_id = auth.uid() and files.trashed_at is null
    union all
    select files.id, tree.top, tree.depth + 1
    from public.workspace_files as files
    join tree on files.parent_id = tree.id
    -- Files trashed earlier are restored separately.
    where files.user_id = auth.uid() and files.trashed_at is null
  ), topmost as (
    -- A file inside another chosen folder is trashed with that folder.
    select distinct on (tree.id) tree.id, tree.top from tree order by tree.id, tree.depth desc
  )
  update public.workspace_files as files
  set trashed_at = now(), trashed_with = nullif(topmost.top, files.id)
  from topmost where files.id = topmost.id;
  get diagnostics changed = row_count;
  return changed;
end
$$;

comment on function public.trash_files(uuid[]) is 'Moves files and folders with their contents to the trash, all or nothing.';

create function public.restore_files(ids uuid[]) returns setof public.workspace_files
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  level record;
  item record;
begin
  perform private.require_workspace_user();
  perform private.lock_drive();
  perform private.require_files(ids);
  -- Restores folders first, so that a file trashed on its own finds its folder restored.
  for level in
    select array_agg(depths.id) as ids from private.file_depths(ids) as depths
    group by depths.depth order by depths.depth
  loop
    with recursive tree as (
      select files.id, coalesce(files.trashed_with, files.id) as top
      from unnest(level.ids) as chosen (id) join public.workspace_files as files on files.id = chosen.id
      where files.trashed_at is not null
      union all
      select files.id, tree.top
      from public.workspace_files as files join tree on files.parent_id = tree.id
      where files.user_id = auth.uid() and files.trashed_with = tree.top
    )
    update public.workspace_files as files set trashed_at = null, trashed_with = null
    from tree
    where files.id = tree.id and files.id not in (select unnest(level.ids));
    -- Restores items that keep their name, in one statement.
    update public.workspace_files as files
    set trashed_at = null, trashed_with = null, parent_id = candidate.parent
    from (
      select chosen.id, chosen.name, parent.id as parent,
        row_number() over (partition by parent.id, chosen.name order by chosen.id) as place
      from unnest(level.ids) as wanted (id)
      join public.workspace_files as chosen on chosen.id = wanted.id and chosen.trashed_at is not null
      left join public.workspace_files as parent
        on parent.id = chosen.parent_id and parent.user_id = chosen.user_id and parent.trashed_at is null
    ) as candidate
    where files.id = candidate.id and candidate.place = 1
      and not private.is_name_taken(candidate.parent, candidate.name);
    for item in
      select chosen.id, chosen.name, chosen.is_folder, parent.id as parent
      from unnest(level.ids) as wanted (id)
      join public.workspace_files as chosen on chosen.id = wanted.id and chosen.trashed_at is not null
      left join public.workspace_files as parent
        on parent.id = chosen.parent_id and parent.user_id = chosen.user_id and parent.trashed_at is null
      order by chosen.name, chosen.id
    loop
      update public.workspace_files as files
      set trashed_at = null, trashed_with = null, parent_id = item.parent,
        name = private.available_name(item.parent, item.name, item.is_folder)
      where files.id = item.id;
    end loop;
  end loop;
  return query
    select files.* from unnest(ids) as wanted (id)
    join public.workspace_files as files on files.id = wanted.id and files.user_id = auth.uid();
end
$$;

comment on function public.restore_files(uuid[]) is 'Restores files and folders, with everything trashed with them, from the trash, all or nothing.';

create function public.delete_files(ids uuid[]) returns integer
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  deleted_ids uuid[];
  deleted integer;
begin
  perform private.require_workspace_user();
  perform private.lock_drive();
  -- A file trashed on its own stays in the trash when its folder is deleted.
  with recursive tree as (
    select files.id
    from unnest(ids) as wanted (id) join public.workspace_files as files on files.id = wanted.id
    where files.user_id = auth.uid()
    union
    select files.id
    from public.workspace_files as files
    join tree on files.parent_id = tree.id
    where files.user_id = auth.uid() and (files.trashed_at is null or files.trashed_with is not null)
  )
  select array_agg(tree.id) into deleted_ids from tree;
  update public.workspace_files as files set parent_id = null
  where files.user_id = auth.uid() and files.trashed_at is not null
    and files.parent_id in (select unnest(deleted_ids)) and files.id not in (select unnest(deleted_ids));
  delete from public.workspace_files as files
  using unnest(deleted_ids) as deleted_row (id)
  where files.id = deleted_row.id and files.user_id = auth.uid();
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

comment on function public.delete_files(uuid[]) is 'Permanently deletes files and folders with their contents, all or nothing. Their bytes become due for deletion.';

create function public.empty_trash() returns integer
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  perform private.lock_drive();
  return public.delete_files(array(
    select files.id from public.workspace_files as files
    where files.user_id = auth.uid() and files.trashed_at is not null
  ));
end
$$;

comment on function public.empty_trash() is 'Permanently deletes everything in the trash.';

select private.allow_calls('authenticated, service_role', '{
  trash_files, restore_files, delete_files, empty_trash
}');
