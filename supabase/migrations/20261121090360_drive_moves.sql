-- My Drive: moving. All of it or nothing.

create function public.move_files(ids uuid[], folder uuid default null, keep_both boolean default false)
returns setof public.workspace_files
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  item record;
  target record;
  chosen uuid[];
  doubled uuid[];
begin
  perform private.require_workspace();
  perform private.lock_drive();
  perform private.require_files(ids);
  if folder is not null then
    select files.is_folder, files.trashed_at into target
    from public.workspace_files as files
    where files.user_id = auth.uid() and files.id = folder;
    if not found or not target.is_folder then
      raise foreign_key_violation using message = 'The folder does not exist.';
    end if;
    if target.trashed_at is not null then
      raise sqlstate 'PT409' using message = 'This folder is in the trash.', hint = 'in-trash';
    end if;
    if private.lies_in(folder, ids) then
      raise sqlstate 'PT409' using
        message = 'A folder cannot be moved into itself.', hint = 'into-itself';
    end if;
  end if;
  -- What lies in another chosen folder keeps its place there.
  chosen := array(
    select files.id
    from private.depths(ids) as depths join public.workspace_files as files on files.id = depths.id
    where not depths.in_another and files.parent_id is distinct from folder
  );
  if exists (
    select from unnest(ids) as wanted (id) join public.workspace_files as files on files.id = wanted.id
    where files.trashed_at is not null
  ) then
    raise sqlstate 'PT409' using message = 'Some of this is in the trash.', hint = 'in-trash';
  end if;
  doubled := array(
    select named.id
    from (
      select files.id, files.name,
        row_number() over (partition by files.name order by files.id) as place
      from unnest(chosen) as wanted (id) join public.workspace_files as files on files.id = wanted.id
    ) as named
    where named.place > 1 or private.is_taken(folder, named.name)
    order by named.name, named.id
  );
  if cardinality(doubled) > 0 and not coalesce(keep_both, false) then
    select files.name into item from public.workspace_files as files where files.id = doubled[1];
    raise unique_violation using
      message = format('There is already “%s” in this folder.', item.name), detail = item.name;
  end if;
  update public.workspace_files as files set parent_id = folder
  from unnest(chosen) as wanted (id)
  where files.id = wanted.id and files.id not in (select unnest(doubled));
  for item in
    select files.id, files.name, files.is_folder
    from unnest(doubled) with ordinality as wanted (id, place)
    join public.workspace_files as files on files.id = wanted.id
    order by wanted.place
  loop
    update public.workspace_files as files
    set parent_id = folder, name = private.free_name(folder, item.name, item.is_folder)
    where files.id = item.id;
  end loop;
  return query
    select files.* from unnest(ids) as wanted (id)
    join public.workspace_files as files on files.id = wanted.id and files.user_id = auth.uid();
end
$$;

comment on function public.move_files(uuid[], uuid, boolean) is 'Moves these into a folder (null: the root), all or nothing.';

revoke execute on function
  public.move_files(uuid[], uuid, boolean)
from public, anon;

grant execute on function
  public.move_files(uuid[], uuid, boolean)
to authenticated, service_role;
