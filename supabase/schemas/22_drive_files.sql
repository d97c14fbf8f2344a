-- My Drive: the tree of files and folders. The bytes are in the storage bucket.

create table public.workspace_files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Names that operating systems allow. Line breaks and tabs are allowed too.
  name text not null check (char_length(name) between 1 and 255 and name not in ('.', '..')),
  is_folder boolean not null default false,
  -- Null means the root.
  parent_id uuid check (parent_id <> id),
  storage_object_path text unique check (char_length(storage_object_path) <= 1024),
  mimetype text check (char_length(mimetype) <= 255),
  size bigint check (size >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When this row, or a folder above it, was moved to the trash.
  trashed_at timestamptz,
  trashed_with uuid check (trashed_with <> id),
  starred_at timestamptz,
  -- A small picture of the content, made by the browser.
  thumbnail_path text unique check (char_length(thumbnail_path) <= 1024),
  -- The file's date on the device from which it was uploaded.
  modified_at timestamptz check (isfinite(modified_at)),
  change_number bigint not null default 0,
  unique (user_id, id),
  -- A parent belongs to the same user. Deleting a folder deletes its contents.
  constraint workspace_files_parent_fkey foreign key (user_id, parent_id)
    references public.workspace_files (user_id, id) on delete cascade,
  constraint workspace_files_path_check check (is_folder = (storage_object_path is null)),
  constraint workspace_files_own_path_check check (starts_with(storage_object_path, user_id::text || '/')),
  constraint workspace_files_thumbnail_check check (
    thumbnail_path is null or not is_folder and starts_with(thumbnail_path, user_id::text || '/')
  ),
  constraint workspace_files_trash_check check (trashed_with is null or trashed_at is not null)
);

comment on column public.workspace_files.trashed_with is 'The folder this was trashed with; null if it was trashed on its own.';

-- Names are unique in a folder. A file trashed on its own releases its name; one trashed with its
-- folder keeps it, so that the folder can be restored unchanged.
create unique index workspace_files_name
  on public.workspace_files (user_id, parent_id, name) nulls not distinct
  where trashed_at is null or trashed_with is not null;

-- Everything below a folder, trashed or not.
create index workspace_files_by_parent on public.workspace_files (user_id, parent_id);

-- Indexes for a page of a folder. The root has its own because "parent_id is null" does not count as
-- one fixed value when an index provides an order.
create index workspace_files_of_folder
  on public.workspace_files (user_id, parent_id, is_folder desc, name, id) where trashed_at is null;

create index workspace_files_of_root
  on public.workspace_files (user_id, is_folder desc, name, id)
  where parent_id is null and trashed_at is null;

create index workspace_files_changes on public.workspace_files (user_id, change_number);

create index workspace_files_in_trash
  on public.workspace_files (user_id, trashed_at desc, id) where trashed_at is not null;

-- Sums a user's sizes without reading the rows.
create index workspace_files_sizes on public.workspace_files (user_id) include (size) where size > 0;

create index workspace_files_latest on public.workspace_files (user_id, updated_at desc, id)
  where not is_folder and trashed_at is null;

create index workspace_files_starred on public.workspace_files (user_id, starred_at desc, id)
  where starred_at is not null and trashed_at is null;

create index workspace_files_search on public.workspace_files
  using gin ((private.fold_text(name) collate "C") extensions.gin_trgm_ops) where trashed_at is null;

create function private.set_file_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Moving a file does not change its time.
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

-- The same name in two Unicode forms counts as one name.
create function private.normalize_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := normalize(new.name, NFC);
  return new;
end
$$;

create trigger normalize_name before insert or update of name on public.workspace_files
  for each row execute function private.normalize_name();

create trigger protect_created_at before insert or update on public.workspace_files
  for each row execute function private.protect_created_at();

create trigger set_updated_at before insert on public.workspace_files
  for each row execute function private.set_updated_at();

create trigger set_updated_at_on_update before update on public.workspace_files
  for each row execute function private.set_file_updated_at();

-- A thumbnail belongs to one content.
create function private.clear_thumbnail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.thumbnail_path := null;
  return new;
end
$$;

create trigger clear_thumbnail before update on public.workspace_files
  for each row
  when (new.storage_object_path is distinct from old.storage_object_path)
  execute function private.clear_thumbnail();

create function private.require_workspace_user() returns void
language plpgsql stable set search_path = ''
as $$
begin
  -- An empty result would look like an empty drive to a revoked session.
  perform private.require_role('workspace', 'Only the workspace user has files.');
end
$$;

-- Changes of one user's tree are serialized. Otherwise two moves could create a cycle, a file could be
-- added to a folder that is being trashed, or two uploads could take the same space.
create function private.lock_drive() returns void
language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(
    hashtextextended('workspace_files ' || coalesce(auth.uid()::text, ''), 0)
  )
$$;

create function private.lock_drive_changes() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_drive();
  return null;
end
$$;

-- Locks once per statement, before any row is locked, so that two transactions cannot deadlock.
create trigger lock_drive_changes before insert or update on public.workspace_files
  for each statement execute function private.lock_drive_changes();

-- SECURITY DEFINER because it runs once per moved row, up to ten thousand, and policies would look up
-- the session each time. Callers only ask for their own folders: policies refuse rows of others.
create function private.get_folder(owner uuid, folder uuid)
returns table (id uuid, is_folder boolean, trashed_at timestamptz, trashed_with uuid)
language sql stable security definer set search_path = ''
as $$
  select files.id, files.is_folder, files.trashed_at, files.trashed_with
  from public.workspace_files as files
  where files.user_id = owner and files.id = folder
$$;

-- Returns whether a folder is one of these or below one, as far as the caller can see.
create function private.is_inside(folder uuid, ids uuid[]) returns boolean
language sql stable set search_path = ''
as $$
  with recursive above as (
    select files.id, files.parent_id from public.workspace_files as files where files.id = folder
    union
    select parent.id, parent.parent_id
    from public.workspace_files as parent
    join above on parent.id = above.parent_id
  )
  select exists (select from above where above.id = any (ids))
$$;

create function private.check_folder_tree() returns trigger
language plpgsql set search_path = ''
as $$
declare
  parent record;
begin
  if tg_op = 'UPDATE' then
    if new.is_folder <> old.is_folder then
      raise check_violation using message = 'A file cannot become a folder, nor a folder a file.';
    end if;
    if new.parent_id is not distinct from old.parent_id then
      return new;
    end if;
    -- For callers other than this user, such as service_role.
    perform pg_advisory_xact_lock(hashtextextended('workspace_files ' || new.user_id::text, 0));
  elsif current_user in ('anon', 'authenticated') then
    new.trashed_at := null;
    new.trashed_with := null;
  end if;
  if new.parent_id is null then
    return new;
  end if;
  select * into parent from private.get_folder(new.user_id, new.parent_id);
  if not found then
    raise foreign_key_violation using message = 'The folder does not exist.';
  end if;
  if not parent.is_folder then
    raise check_violation using message = 'Only folders can contain files.';
  end if;
  if parent.trashed_at is not null then
    if tg_op = 'INSERT' then
      -- An upload that ends after its folder was trashed is trashed and restored with it.
      new.trashed_at := parent.trashed_at;
      new.trashed_with := coalesce(parent.trashed_with, parent.id);
    elsif new.trashed_at is null then
      raise sqlstate 'PT409' using message = 'This folder is in the trash.', hint = 'in-trash';
    end if;
  end if;
  -- Files and new rows have nothing below them.
  if tg_op = 'UPDATE' and new.is_folder and private.is_inside(new.parent_id, array[new.id]) then
    raise check_violation using message = 'A folder cannot be moved into itself.';
  end if;
  return new;
end
$$;

create trigger check_folder_tree before insert or update on public.workspace_files
  for each row execute function private.check_folder_tree();

grant execute on function
  private.require_workspace_user(),
  private.lock_drive(),
  private.get_folder(uuid, uuid),
  private.is_inside(uuid, uuid[])
to authenticated, service_role;

select private.number_changes('public.workspace_files');

select private.add_workspace_table('workspace_files', 'files');
