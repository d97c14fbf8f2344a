-- The workspace user's drive: the tree of names. The bytes are in the storage bucket.

create table public.workspace_files (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null
    check (char_length(name) between 1 and 255 and name !~ '[\u0001-\u001f\u007f-\u009f]'),
  is_folder boolean not null default false,
  -- Null means the root.
  parent_id uuid check (parent_id <> id),
  storage_object_path text unique check (char_length(storage_object_path) <= 1024),
  mimetype text check (char_length(mimetype) <= 255),
  size bigint check (size >= 0),
  unique (user_id, id),
  -- A parent belongs to the same user. Deleting a folder deletes what is in it.
  constraint workspace_files_parent_fkey foreign key (user_id, parent_id)
    references public.workspace_files (user_id, id) on delete cascade,
  constraint workspace_files_path_check check (is_folder = (storage_object_path is null)),
  constraint workspace_files_own_path_check check (starts_with(storage_object_path, user_id::text || '/'))
);

create index workspace_files_of_folder
  on public.workspace_files (user_id, parent_id, is_folder desc, name);

-- "parent_id is null" does not count as one fixed value when an index is asked for an order.
create index workspace_files_of_root
  on public.workspace_files (user_id, is_folder desc, name) where parent_id is null;

create function private.check_folder_tree() returns trigger
language plpgsql set search_path = ''
as $$
declare
  parent_is_folder boolean;
begin
  if tg_op = 'UPDATE' then
    if new.is_folder <> old.is_folder then
      raise check_violation using message = 'A folder stays a folder and a file stays a file.';
    end if;
    if new.parent_id is not distinct from old.parent_id then
      return new;
    end if;
    -- Two moves at once could make a circle that neither of them sees.
    perform pg_advisory_xact_lock(hashtextextended('workspace_files ' || new.user_id::text, 0));
  end if;
  if new.parent_id is null then
    return new;
  end if;
  select is_folder into parent_is_folder
  from public.workspace_files
  where user_id = new.user_id and id = new.parent_id;
  if not found then
    raise foreign_key_violation using message = 'The folder does not exist.';
  end if;
  if not parent_is_folder then
    raise check_violation using message = 'Only folders hold files.';
  end if;
  if exists (
    with recursive above as (
      select id, parent_id from public.workspace_files where id = new.parent_id
      union
      select parent.id, parent.parent_id
      from public.workspace_files as parent
      join above on parent.id = above.parent_id
    )
    select from above where id = new.id
  ) then
    raise check_violation using message = 'A folder cannot be moved into itself.';
  end if;
  return new;
end
$$;

revoke execute on function private.check_folder_tree() from public;

create trigger check_folder_tree before insert or update on public.workspace_files
  for each row execute function private.check_folder_tree();

alter table public.workspace_files enable row level security;

revoke all on public.workspace_files from anon, authenticated;

grant select, insert, update, delete on public.workspace_files to authenticated;

grant all on public.workspace_files to service_role;

create policy "The workspace user reads their own files" on public.workspace_files
  for select to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()));
create policy "The workspace user adds their own files" on public.workspace_files
  for insert to authenticated
  with check ((select private.is_workspace()) and user_id = (select auth.uid()));
create policy "The workspace user changes their own files" on public.workspace_files
  for update to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()))
  with check ((select private.is_workspace()) and user_id = (select auth.uid()));
create policy "The workspace user deletes their own files" on public.workspace_files
  for delete to authenticated
  using ((select private.is_workspace()) and user_id = (select auth.uid()));
