-- My Drive: moving files, and numbering names that are taken. A move applies to all of the files or to
-- none.

-- Renames 'a.txt' to 'a (1).txt'. The extension stays; a leading dot does not start an extension.
create function private.numbered_name(name text, is_folder boolean, number integer) returns text
language sql immutable set search_path = ''
as $$
  select case when number = 0 then name else
    left(stem, 255 - char_length(ending) - char_length(suffix)) || suffix || ending end
  from (select
    case when is_folder then '' else coalesce(substring(name from '^.+(\.[^. ]{1,20})$'), '') end as ending,
    format(' (%s)', number) as suffix
  ) as parts
  cross join lateral (select left(name, char_length(name) - char_length(ending)) as stem) as head
$$;

-- Returns whether the caller has such a name in this folder. SECURITY DEFINER for the same reason
-- as get_folder.
create function private.is_name_taken(folder uuid, wanted text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Two queries, because "is not distinct from" does not use an index.
  if folder is null then
    return exists (
      select from public.workspace_files as files
      where files.user_id = auth.uid() and files.parent_id is null and files.name = wanted
        and files.trashed_at is null
    );
  end if;
  return exists (
    select from public.workspace_files as files
    where files.user_id = auth.uid() and files.parent_id = folder and files.name = wanted
      and files.trashed_at is null
  );
end
$$;

create function private.available_name(folder uuid, wanted text, for_folder boolean) returns text
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  number integer := 0;
begin
  while private.is_name_taken(folder, private.numbered_name(wanted, for_folder, number)) loop
    number := number + 1;
  end loop;
  return private.numbered_name(wanted, for_folder, number);
end
$$;

create function private.require_files(ids uuid[]) returns void
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if exists (
    select from unnest(ids) as wanted (id)
    where not exists (
      select from public.workspace_files as files
      where files.id = wanted.id and files.user_id = auth.uid()
    )
  ) then
    raise sqlstate 'PT404' using message = 'Some of these files no longer exist. Nothing was changed.';
  end if;
end
$$;

create function private.file_depths(ids uuid[]) returns table (id uuid, depth integer, in_another boolean)
language sql stable security invoker set search_path = ''
as $$
  with recursive above as (
    select files.id as chosen, files.parent_id, 0 as depth
    from unnest(ids) as wanted (id) join public.workspace_files as files on files.id = wanted.id
    where files.user_id = auth.uid()
    union all
    select above.chosen, files.parent_id, above.depth + 1
    from above join public.workspace_files as files on files.id = above.parent_id
    where files.user_id = auth.uid()
  )
  select above.chosen, max(above.depth), bool_or(wanted.id is not null)
  from above left join unnest(ids) as wanted (id) on wanted.id = above.parent_id
  group by above.chosen
$$;

create function public.move_files(ids uuid[], folder uuid default null, keep_both boolean default false)
returns setof public.workspace_files
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  item record;
  target record;
  chosen uuid[];
  conflicting uuid[];
begin
  perform private.require_workspace_user();
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
    if private.is_inside(folder, ids) then
      raise sqlstate 'PT409' using
        message = 'A folder cannot be moved into itself.', hint = 'into-itself';
    end if;
  end if;
  -- A file inside another chosen folder moves with that folder.
  chosen := array(
    select files.id
    from private.file_depths(ids) as depths join public.workspace_files as files on files.id = depths.id
    where not depths.in_another and files.parent_id is distinct from folder
  );
  if exists (
    select from unnest(ids) as wanted (id) join public.workspace_files as files on files.id = wanted.id
    where files.trashed_at is not null
  ) then
    raise sqlstate 'PT409' using message = 'Some of these files are in the trash.', hint = 'in-trash';
  end if;
  conflicting := array(
    select named.id
    from (
      select files.id, files.name,
        row_number() over (partition by files.name order by files.id) as place
      from unnest(chosen) as wanted (id) join public.workspace_files as files on files.id = wanted.id
    ) as named
    where named.place > 1 or private.is_name_taken(folder, named.name)
    order by named.name, named.id
  );
  if cardinality(conflicting) > 0 and not coalesce(keep_both, false) then
    select files.name into item from public.workspace_files as files where files.id = conflicting[1];
    raise unique_violation using
      message = format('“%s” already exists in this folder.', item.name), detail = item.name;
  end if;
  update public.workspace_files as files set parent_id = folder
  from unnest(chosen) as wanted (id)
  where files.id = wanted.id and files.id not in (select unnest(conflicting));
  for item in
    select files.id, files.name, files.is_folder
    from unnest(conflicting) with ordinality as wanted (id, place)
    join public.workspace_files as files on files.id = wanted.id
    order by wanted.place
  loop
    update public.workspace_files as files
    set parent_id = folder, name = private.available_name(folder, item.name, item.is_folder)
    where files.id = item.id;
  end loop;
  return query
    select files.* from unnest(ids) as wanted (id)
    join public.workspace_files as files on files.id = wanted.id and files.user_id = auth.uid();
end
$$;

comment on function public.move_files(uuid[], uuid, boolean) is 'Moves files into a folder (null for the root), all or nothing.';

grant execute on function
  private.numbered_name(text, boolean, integer),
  private.is_name_taken(uuid, text),
  private.available_name(uuid, text, boolean),
  private.require_files(uuid[]),
  private.file_depths(uuid[])
to authenticated, service_role;

select private.allow_calls('authenticated, service_role', '{move_files}');

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

select private.allow_calls('authenticated, service_role', '{star_files}');
