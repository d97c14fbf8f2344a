-- My Drive: a name stands once in a folder, a trash, and an index for each order of a long folder.

-- 'a.txt' with 1 is 'a (1).txt'. A file's ending stays; a leading dot begins no ending.
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

-- What a computer calls a file, the drive calls it too: line breaks and tabs are allowed on most.
alter table public.workspace_files drop constraint workspace_files_name_check;

update public.workspace_files set name = '_' || name where name in ('.', '..');

alter table public.workspace_files add constraint workspace_files_name_check
  check (char_length(name) between 1 and 255 and name not in ('.', '..'));

-- Until now a folder could hold one name twice.
update public.workspace_files as file
set name = private.numbered_name(left(file.name, 200) || ' ' || file.id, file.is_folder, 0)
from (
  select id, row_number() over (partition by user_id, parent_id, name order by id) as place
  from public.workspace_files
) as numbered
where numbered.id = file.id and numbered.place > 1;

alter table public.workspace_files
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  -- When it was put into the trash, or a folder above it was.
  add column trashed_at timestamptz,
  -- The folder whose way into the trash took this along; null for what was put there itself.
  add column trashed_with uuid check (trashed_with <> id),
  add constraint workspace_files_trash_check check (trashed_with is null or trashed_at is not null);

comment on column public.workspace_files.trashed_with is 'The folder that took this along into the trash; null for what was put there itself.';

drop index public.workspace_files_of_folder;
drop index public.workspace_files_of_root;

-- A name once in a folder. What was thrown away by itself frees its name; what went with its folder
-- keeps it, so that the folder can come back as it was.
create unique index workspace_files_name
  on public.workspace_files (user_id, parent_id, name) nulls not distinct
  where trashed_at is null or trashed_with is not null;

-- Everything below a folder, trashed or not.
create index workspace_files_below on public.workspace_files (user_id, parent_id);

-- A folder's page in each order. "parent_id is null" does not count as one fixed value when an
-- index is asked for an order, so the root has its own.
create index workspace_files_of_folder
  on public.workspace_files (user_id, parent_id, is_folder desc, name, id) where trashed_at is null;

create index workspace_files_of_root
  on public.workspace_files (user_id, is_folder desc, name, id)
  where parent_id is null and trashed_at is null;

create index workspace_files_of_folder_by_date
  on public.workspace_files (user_id, parent_id, is_folder, updated_at, id) where trashed_at is null;

create index workspace_files_of_root_by_date
  on public.workspace_files (user_id, is_folder, updated_at, id)
  where parent_id is null and trashed_at is null;

create index workspace_files_of_folder_by_size
  on public.workspace_files (user_id, parent_id, coalesce(size, 0), id)
  where trashed_at is null and not is_folder;

create index workspace_files_of_root_by_size
  on public.workspace_files (user_id, coalesce(size, 0), id)
  where parent_id is null and trashed_at is null and not is_folder;

create index workspace_files_in_trash
  on public.workspace_files (user_id, trashed_at desc, id) where trashed_at is not null;

-- The sum of a user's sizes, without reading the rows.
create index workspace_files_sizes on public.workspace_files (user_id) include (size) where size > 0;

create function private.keep_file_times() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- A new place is no change of the file.
  if (new.name, new.storage_object_path, new.size, new.mimetype)
    is distinct from (old.name, old.storage_object_path, old.size, old.mimetype)
  then
    new.updated_at := clock_timestamp();
  elsif current_user in ('anon', 'authenticated') then
    new.updated_at := old.updated_at;
  end if;
  return new;
end
$$;

create trigger keep_created_at before insert or update on public.workspace_files
  for each row execute function private.keep_created_at();

create trigger keep_updated_at before insert on public.workspace_files
  for each row execute function private.keep_updated_at();

create trigger keep_updated_at_of_changed before update on public.workspace_files
  for each row execute function private.keep_file_times();

revoke execute on function
  private.numbered_name(text, boolean, integer),
  private.keep_file_times()
from public;

-- Moving and restoring run as the caller and number names.
grant execute on function
  private.numbered_name(text, boolean, integer)
to authenticated, service_role;
