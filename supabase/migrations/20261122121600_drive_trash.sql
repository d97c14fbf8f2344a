-- My Drive: the trash. Each change applies to all of the files or to none.

create function public.trash_files(ids uuid[]) returns integer
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  changed integer;
begin
  perform private.require_workspace();
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
    -- What went to the trash before keeps its own way back.
    where files.user_id = auth.uid() and files.trashed_at is null
  ), topmost as (
    -- What lies in another chosen folder goes with that folder.
    select distinct on (tree.id) tree.id, tree.top from tree order by tree.id, tree.depth desc
  )
  update public.workspace_files as files
  set trashed_at = now(), trashed_with = nullif(topmost.top, files.id)
  from topmost where files.id = topmost.id;
  get diagnostics changed = row_count;
  return changed;
end
$$;

comment on function public.trash_files(uuid[]) is 'Puts these and all that is in them into the trash, all or nothing.';

create function public.restore_files(ids uuid[]) returns setof public.workspace_files
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  level record;
  item record;
begin
  perform private.require_workspace();
  perform private.lock_drive();
  perform private.require_files(ids);
  -- A folder before what is in it: what was in the trash by itself then has its folder again.
  for level in
    select array_agg(depths.id) as ids from private.depths(ids) as depths
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
    -- All at once that need no other name.
    update public.workspace_files as files
    set trashed_at = null, trashed_with = null, parent_id = item_home.home
    from (
      select chosen.id, chosen.name, home.id as home,
        row_number() over (partition by home.id, chosen.name order by chosen.id) as place
      from unnest(level.ids) as wanted (id)
      join public.workspace_files as chosen on chosen.id = wanted.id and chosen.trashed_at is not null
      left join public.workspace_files as home
        on home.id = chosen.parent_id and home.user_id = chosen.user_id and home.trashed_at is null
    ) as item_home
    where files.id = item_home.id and item_home.place = 1
      and not private.is_taken(item_home.home, item_home.name);
    for item in
      select chosen.id, chosen.name, chosen.is_folder, home.id as home
      from unnest(level.ids) as wanted (id)
      join public.workspace_files as chosen on chosen.id = wanted.id and chosen.trashed_at is not null
      left join public.workspace_files as home
        on home.id = chosen.parent_id and home.user_id = chosen.user_id and home.trashed_at is null
      order by chosen.name, chosen.id
    loop
      update public.workspace_files as files
      set trashed_at = null, trashed_with = null, parent_id = item.home,
        name = private.free_name(item.home, item.name, item.is_folder)
      where files.id = item.id;
    end loop;
  end loop;
  return query
    select files.* from unnest(ids) as wanted (id)
    join public.workspace_files as files on files.id = wanted.id and files.user_id = auth.uid();
end
$$;

comment on function public.restore_files(uuid[]) is 'Takes these out of the trash with what went there with them, all or nothing.';

create function public.delete_files(ids uuid[]) returns integer
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  doomed uuid[];
  deleted integer;
begin
  perform private.require_workspace();
  perform private.lock_drive();
  -- What was put into the trash by itself, inside a folder that goes now, stays in the trash.
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
  select array_agg(tree.id) into doomed from tree;
  update public.workspace_files as files set parent_id = null
  where files.user_id = auth.uid() and files.trashed_at is not null
    and files.parent_id in (select unnest(doomed)) and files.id not in (select unnest(doomed));
  delete from public.workspace_files as files
  using unnest(doomed) as gone (id)
  where files.id = gone.id and files.user_id = auth.uid();
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

comment on function public.delete_files(uuid[]) is 'Deletes these and all that is in them for ever, all or nothing. Their bytes are due.';

create function public.empty_trash() returns integer
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  perform private.require_workspace();
  perform private.lock_drive();
  return public.delete_files(array(
    select files.id from public.workspace_files as files
    where files.user_id = auth.uid() and files.trashed_at is not null
  ));
end
$$;

comment on function public.empty_trash() is 'Deletes everything in the trash for ever.';

revoke execute on function
  public.trash_files(uuid[]),
  public.restore_files(uuid[]),
  public.delete_files(uuid[]),
  public.empty_trash()
from public, anon;

grant execute on function
  public.trash_files(uuid[]),
  public.restore_files(uuid[]),
  public.delete_files(uuid[]),
  public.empty_trash()
to authenticated, service_role;
