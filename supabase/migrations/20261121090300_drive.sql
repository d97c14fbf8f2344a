-- My Drive: names that cannot be doubled, a trash, room that is counted, long folders, search, and
-- no stored bytes without a row that names them.

-- Names ----------------------------------------------------------------------------------------

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

-- Columns and indexes --------------------------------------------------------------------------

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

-- The tree -------------------------------------------------------------------------------------

create function private.require_workspace() returns void
language plpgsql stable set search_path = ''
as $$
begin
  -- A result of nothing would say that there is nothing, which a session that was ended cannot know.
  if not private.is_workspace() then
    raise insufficient_privilege using message = 'Only the workspace user has files.';
  end if;
end
$$;

-- Whoever changes the tree has to see what was changed just before: two moves could make a circle,
-- a file could slip into a folder on its way to the trash, two uploads could share the last room. One
-- user's changes therefore queue up.
create function private.lock_drive() returns void
language sql volatile set search_path = ''
as $$
  select pg_advisory_xact_lock(
    hashtextextended('workspace_files ' || coalesce(auth.uid()::text, ''), 0)
  )
$$;

create function private.queue_for_drive() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_drive();
  return null;
end
$$;

-- Once per statement, before any row is locked, so that two can never wait for each other.
create trigger queue_for_drive before insert or update on public.workspace_files
  for each statement execute function private.queue_for_drive();

-- SECURITY DEFINER because it is asked for every row of ten thousand that move: policies would look
-- up the session each time, which those of the statement itself have done. Only one's own folder is
-- ever asked for, since rows in another's name are refused.
create function private.look_at_folder(owner uuid, folder uuid)
returns table (id uuid, is_folder boolean, trashed_at timestamptz, trashed_with uuid)
language sql stable security definer set search_path = ''
as $$
  select files.id, files.is_folder, files.trashed_at, files.trashed_with
  from public.workspace_files as files
  where files.user_id = owner and files.id = folder
$$;

create or replace function private.check_folder_tree() returns trigger
language plpgsql set search_path = ''
as $$
declare
  home record;
begin
  if tg_op = 'UPDATE' then
    if new.is_folder <> old.is_folder then
      raise check_violation using message = 'A folder stays a folder and a file stays a file.';
    end if;
    if new.parent_id is not distinct from old.parent_id then
      return new;
    end if;
    -- For those whose statement was not queued under this user's name.
    perform pg_advisory_xact_lock(hashtextextended('workspace_files ' || new.user_id::text, 0));
  elsif current_user in ('anon', 'authenticated') then
    new.trashed_at := null;
    new.trashed_with := null;
  end if;
  if new.parent_id is null then
    return new;
  end if;
  select * into home from private.look_at_folder(new.user_id, new.parent_id);
  if not found then
    raise foreign_key_violation using message = 'The folder does not exist.';
  end if;
  if not home.is_folder then
    raise check_violation using message = 'Only folders hold files.';
  end if;
  if home.trashed_at is not null then
    if tg_op = 'INSERT' then
      -- What arrives late goes where its folder went, and comes back with it.
      new.trashed_at := home.trashed_at;
      new.trashed_with := coalesce(home.trashed_with, home.id);
    elsif new.trashed_at is null then
      raise sqlstate 'PT409' using message = 'This folder is in the trash.', hint = 'in-trash';
    end if;
  end if;
  -- Nothing is below a file, nor below what is only just added.
  if tg_op = 'UPDATE' and new.is_folder and exists (
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

-- Bytes and room -------------------------------------------------------------------------------

-- How much one user may keep. The one place to change it: alter database … set foyer.drive_quota = '50 GB'.
create function private.drive_quota() returns bigint
language sql stable set search_path = ''
as $$
  select pg_size_bytes(coalesce(nullif(current_setting('foyer.drive_quota', true), ''), '10 GB'))
$$;

-- The storage API keeps bytes under a path; nothing in the database can remove them. So each path
-- is noted here before its upload begins, and again when the row that named it goes. What is due is
-- removed through the storage API by whoever comes by, and then forgotten here.
create table private.blob_removals (
  path text primary key,
  -- No reference: the paths of a deleted user are just what must not be forgotten.
  user_id uuid not null,
  -- What an announced upload may take; null once nothing may arrive there any more.
  reserved_size bigint check (reserved_size >= 0),
  due_at timestamptz not null default now()
);

comment on table private.blob_removals is 'Paths in the bucket workspace-files whose bytes go when due, unless a row names them before.';

create index blob_removals_due on private.blob_removals (user_id, due_at);

alter table private.blob_removals enable row level security;

revoke all on private.blob_removals from public, anon, authenticated;

grant select, insert, update, delete on private.blob_removals to service_role;

-- What a user keeps and has announced, in bytes. The trash counts, it is still there.
create function private.drive_used(owner uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select (
    coalesce((select sum(size) from public.workspace_files where user_id = owner and size > 0), 0)
    + coalesce((
      select sum(reserved_size) from private.blob_removals
      where user_id = owner and due_at > now()
    ), 0)
  )::bigint
$$;

create function private.require_room(owner uuid, wanted bigint) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  quota constant bigint := private.drive_quota();
  free constant bigint := quota - private.drive_used(owner);
begin
  if wanted > free then
    raise sqlstate 'PT413' using
      message = format(
        'There is no room for this file: %s free of %s.',
        pg_size_pretty(greatest(free, 0)), pg_size_pretty(quota)
      ),
      hint = 'quota';
  end if;
end
$$;

-- For the storage server: may this many bytes go there? What was reserved for the path is not asked
-- for twice.
create function private.require_room_at(owner uuid, wanted_path text, wanted bigint) returns void
language sql stable security definer set search_path = ''
as $$
  select private.require_room(owner, wanted - coalesce((
    select reserved_size from private.blob_removals
    where path = wanted_path and user_id = owner and due_at > now()
  ), 0))
$$;

-- A row that names a path settles its reservation; a path no row names any more is due. What is due
-- may be gone the next moment, so no row may name it again.
create function private.settle_blobs() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner uuid;
  -- Lists and EXCEPT, because a plan made for one row is kept and must not be slow for ten thousand.
  added text[];
  dropped text[];
begin
  if tg_op = 'INSERT' then
    added := array(select storage_object_path from new_rows where storage_object_path is not null);
  else
    added := array(
      select storage_object_path from new_rows where storage_object_path is not null
      except select storage_object_path from old_rows
    );
    dropped := array(
      select storage_object_path from old_rows where storage_object_path is not null
      except select storage_object_path from new_rows
    );
    perform private.queue_paths(dropped);
  end if;
  if cardinality(added) > 0 then
    if exists (
      select from private.blob_removals as removal
      where removal.path = any (added)
        and (removal.reserved_size is null or removal.due_at <= now())
    ) then
      raise sqlstate 'PT409' using
        message = 'This upload was given up. Upload the file again.', hint = 'expired';
    end if;
    delete from private.blob_removals as removal where removal.path = any (added);
  end if;
  if tg_op = 'UPDATE' then
    -- Less room is needed than before: never refused.
    if (select coalesce(sum(size), 0) from new_rows) <= (select coalesce(sum(size), 0) from old_rows) then
      return null;
    end if;
  end if;
  for owner in select distinct user_id from new_rows where size > 0 loop
    perform private.require_room(owner, 0);
  end loop;
  return null;
end
$$;

-- A path begins with its user, as workspace_files sees to.
create function private.queue_paths(paths text[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.blob_removals (path, user_id)
  select path, split_part(path, '/', 1)::uuid from unnest(paths) as path
  on conflict (path) do update set due_at = now(), reserved_size = null
$$;

create function private.queue_blobs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_paths(
    array(select storage_object_path from old_rows where storage_object_path is not null)
  );
  return null;
end
$$;

create trigger settle_blobs after insert on public.workspace_files
  referencing new table as new_rows
  for each statement execute function private.settle_blobs();

create trigger settle_blobs_of_changed after update on public.workspace_files
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.settle_blobs();

create trigger queue_blobs after delete on public.workspace_files
  referencing old table as old_rows
  for each statement execute function private.queue_blobs();

-- 5 GiB; a hosted project's own limit may be lower.
update storage.buckets set file_size_limit = 5368709120 where id = 'workspace-files';

create function private.drive_file_limit() returns bigint
language sql stable security definer set search_path = ''
as $$
  select buckets.file_size_limit from storage.buckets where buckets.id = 'workspace-files'
$$;

create function private.drive_usage() returns table (used bigint, quota bigint, file_limit bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_workspace();
  return query
    select private.drive_used(auth.uid()), private.drive_quota(), private.drive_file_limit();
end
$$;

create function private.reserve_upload(name text, size bigint, folder uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  most constant bigint := private.drive_file_limit();
  parent record;
  moment bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  reserved text;
begin
  perform private.require_workspace();
  if name is null or char_length(name) not between 1 and 255 or size is null or size < 0 then
    raise sqlstate '22023' using message = 'A file has a name of at most 255 characters and a size.';
  end if;
  perform private.lock_drive();
  if folder is not null then
    select files.is_folder, files.trashed_at into parent
    from public.workspace_files as files
    where files.user_id = owner and files.id = folder;
    if not found or not parent.is_folder then
      raise foreign_key_violation using message = 'The folder does not exist.';
    end if;
    if parent.trashed_at is not null then
      raise sqlstate 'PT409' using message = 'This folder is in the trash.', hint = 'in-trash';
    end if;
  end if;
  if size > most then
    raise sqlstate 'PT413' using
      message = format('This file is too large: at most %s.', pg_size_pretty(most)),
      hint = 'file-limit';
  end if;
  perform private.require_room(owner, size);
  loop
    insert into private.blob_removals (path, user_id, reserved_size, due_at)
    values (
      -- The characters every storage takes in a path; the name itself is in the row.
      format('%s/%s/%s-%s', owner, coalesce(folder::text, 'root'), moment,
        right(regexp_replace(name, '[^A-Za-z0-9._-]+', '_', 'g'), 100)),
      owner, size, now() + interval '24 hours'
    )
    on conflict do nothing
    returning path into reserved;
    exit when reserved is not null and not exists (
      select from public.workspace_files as files where files.storage_object_path = reserved
    );
    moment := moment + 1;
  end loop;
  return reserved;
end
$$;

create function private.extend_upload(path text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_workspace();
  update private.blob_removals as removal set due_at = now() + interval '24 hours'
  where removal.path = extend_upload.path and removal.user_id = auth.uid()
    and removal.reserved_size is not null and removal.due_at > now();
  return found;
end
$$;

create function private.release_upload(path text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_workspace();
  -- Not at once: a request that was given up may still be on its way.
  update private.blob_removals as removal
  set due_at = least(removal.due_at, now() + interval '1 minute'), reserved_size = null
  where removal.path = release_upload.path and removal.user_id = auth.uid();
end
$$;

-- Every sweep also looks for bytes nobody announced: a day old, and no row names them.
create function private.due_removals() returns setof text
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  perform private.require_workspace();
  insert into private.blob_removals (path, user_id)
  select objects.name, caller
  from storage.objects as objects
  where objects.bucket_id = 'workspace-files'
    and starts_with(objects.name, caller::text || '/')
    and objects.created_at < now() - interval '24 hours'
    and not exists (
      select from public.workspace_files as files where files.storage_object_path = objects.name
    )
  on conflict do nothing;
  return query
    select removal.path from private.blob_removals as removal
    where removal.user_id = caller and removal.due_at <= now()
    order by removal.due_at, removal.path limit 500;
end
$$;

create function private.clear_removals(paths text[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  cleared integer;
begin
  perform private.require_workspace();
  delete from private.blob_removals as removal
  where removal.path = any (paths) and removal.user_id = auth.uid() and removal.due_at <= now()
    and not exists (
      select from storage.objects as objects
      where objects.bucket_id = 'workspace-files' and objects.name = removal.path
    );
  get diagnostics cleared = row_count;
  return cleared;
end
$$;

-- The functions of the Data API run as the caller; these wrap what only the schema's owner may read.

create function public.reserve_upload(name text, size bigint, folder uuid default null) returns text
language sql volatile security invoker set search_path = ''
as $$
  select private.reserve_upload(name, size, folder)
$$;

comment on function public.reserve_upload(text, bigint, uuid) is 'The path in workspace-files for a file about to be uploaded. Holds its room for 24 hours.';

create function public.extend_upload(path text) returns boolean
language sql volatile security invoker set search_path = ''
as $$
  select private.extend_upload(path)
$$;

comment on function public.extend_upload(text) is 'Another 24 hours for a reserved upload; false when it is given up.';

create function public.release_upload(path text) returns void
language sql volatile security invoker set search_path = ''
as $$
  select private.release_upload(path)
$$;

comment on function public.release_upload(text) is 'Gives up a reserved upload: its room is free, its bytes are due.';

create function public.due_removals() returns setof text
language sql volatile security invoker set search_path = ''
as $$
  select private.due_removals()
$$;

comment on function public.due_removals() is 'Up to 500 paths whose bytes are to be removed through the storage API.';

create function public.clear_removals(paths text[]) returns integer
language sql volatile security invoker set search_path = ''
as $$
  select private.clear_removals(paths)
$$;

comment on function public.clear_removals(text[]) is 'Forgets due paths whose bytes are gone.';

create function public.drive_usage() returns table (used bigint, quota bigint, file_limit bigint)
language sql stable security invoker set search_path = ''
as $$
  select * from private.drive_usage()
$$;

comment on function public.drive_usage() is 'Bytes kept and announced, bytes there is room for, bytes of the largest file.';

-- Trash, move, delete --------------------------------------------------------------------------

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
    raise sqlstate 'PT404' using message = 'Some of this is not there any more. Nothing was changed.';
  end if;
end
$$;

create function private.is_taken(folder uuid, wanted text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Among the caller's own; SECURITY DEFINER for the same reason as look_at_folder.
  -- Two questions, because no index answers "is not distinct from".
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

create function private.free_name(folder uuid, wanted text, for_folder boolean) returns text
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  number integer := 0;
begin
  while private.is_taken(folder, private.numbered_name(wanted, for_folder, number)) loop
    number := number + 1;
  end loop;
  return private.numbered_name(wanted, for_folder, number);
end
$$;

-- These, as the caller's rows; and how deep each of them lies.
create function private.depths(ids uuid[]) returns table (id uuid, depth integer, in_another boolean)
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
    if exists (
      with recursive above as (
        select files.id, files.parent_id from public.workspace_files as files
        where files.id = folder and files.user_id = auth.uid()
        union
        select files.id, files.parent_id
        from public.workspace_files as files join above on files.id = above.parent_id
        where files.user_id = auth.uid()
      )
      select from above where above.id = any (ids)
    ) then
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

-- Reading --------------------------------------------------------------------------------------

create function public.list_folder(
  folder uuid default null,
  sort_by text default 'name',
  descending boolean default false,
  after uuid default null,
  most integer default 500
) returns setof public.workspace_files
language plpgsql stable security invoker set search_path = ''
as $$
declare
  edge public.workspace_files;
  folder_key text := case sort_by when 'date' then 'updated_at' else 'name' end;
  file_key text := case sort_by when 'date' then 'updated_at' when 'size' then 'coalesce(size, 0)' else 'name' end;
  place text := case when folder is null then 'parent_id is null' else format('parent_id = %L', folder) end;
begin
  perform private.require_workspace();
  if sort_by is null or sort_by not in ('name', 'size', 'date') then
    raise sqlstate '22023' using message = 'Files are sorted by name, size or date.';
  end if;
  most := least(greatest(most, 1), 1000);
  if after is not null then
    select files.* into edge from public.workspace_files as files
    where files.id = after and files.user_id = auth.uid()
      and files.parent_id is not distinct from folder and files.trashed_at is null;
    if not found then
      raise sqlstate 'PT409' using message = 'The list has changed. Load it again.', hint = 'page-lost';
    end if;
  end if;
  return query execute
    (
      select string_agg(
        format(
          '(select * from public.workspace_files where user_id = auth.uid() and %s and trashed_at is null and %s and %s order by %s %s, id %5$s limit %s)',
          place, part.kind, part.after, part.key, direction, most
        ),
        ' union all ' order by part.kind = 'is_folder' desc
      ) || format(' limit %s', most)
      from (select case when descending then 'desc' else 'asc' end as direction) as directions,
      lateral (
        values
          ('is_folder', folder_key, case
            when edge.id is null then 'true'
            when not edge.is_folder then 'false'
            else format('(%s, id) %s (%L, %L)', folder_key, case when descending then '<' else '>' end,
              case sort_by when 'date' then edge.updated_at::text else edge.name end, edge.id)
          end),
          ('not is_folder', file_key, case
            when edge.id is null or edge.is_folder then 'true'
            else format('(%s, id) %s (%L, %L)', file_key, case when descending then '<' else '>' end,
              case sort_by when 'date' then edge.updated_at::text when 'size' then coalesce(edge.size, 0)::text else edge.name end, edge.id)
          end)
      ) as part (kind, key, after)
    );
end
$$;

comment on function public.list_folder(uuid, text, boolean, uuid, integer) is 'A page of a folder, folders first: what follows the row named last.';

create index workspace_files_search on public.workspace_files
  using gin ((private.search_text(name) collate "C") extensions.gin_trgm_ops) where trashed_at is null;

-- Index expressions run with the rights of whoever writes the row.
grant execute on function private.search_text(text) to authenticated, service_role;

-- SECURITY DEFINER for the same reason as in the inbox: behind row level security LIKE must not use
-- an index. It hands out ids; the rows are then read under the caller's policies.
create function private.find_files(words text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_workspace();
  if coalesce(words, '') !~ '\S' then
    return;
  end if;
  return query execute format(
    'select id from (
      select id, name, private.search_text(name) collate "C" as text
      from public.workspace_files where user_id = %L and trashed_at is null
    ) as files where %s order by name, id limit %s',
    auth.uid(), private.search_condition(words), most
  );
end
$$;

create function public.search_files(words text, most integer default 200) returns table (
  id uuid, user_id uuid, name text, is_folder boolean, parent_id uuid, storage_object_path text,
  mimetype text, size bigint, created_at timestamptz, updated_at timestamptz,
  folder_ids uuid[], folder_names text[]
)
language sql stable security invoker set search_path = ''
as $$
  select files.id, files.user_id, files.name, files.is_folder, files.parent_id,
    files.storage_object_path, files.mimetype, files.size, files.created_at, files.updated_at,
    coalesce(folders.ids, '{}'), coalesce(folders.names, '{}')
  from private.find_files(words, least(greatest(most, 1), 1000)) as found
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

comment on function public.search_files(text, integer) is 'What has every word in its name, in all folders, with the folders above it.';

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
    files.mimetype, files.size, files.updated_at, tree.path
  from tree join public.workspace_files as files on files.id = tree.id
  order by tree.path, files.id
$$;

comment on function public.list_subtree(uuid[]) is 'These and all that is below them, each with the names from there down to it; a folder before what is in it.';

-- Who may call what ----------------------------------------------------------------------------

do $$
declare
  routine regprocedure;
begin
  foreach routine in array array[
    'private.numbered_name(text, boolean, integer)', 'private.keep_file_times()',
    'private.require_workspace()', 'private.lock_drive()', 'private.queue_for_drive()',
    'private.drive_quota()',
    'private.look_at_folder(uuid, uuid)', 'private.drive_used(uuid)', 'private.require_room(uuid, bigint)',
    'private.require_room_at(uuid, text, bigint)', 'private.settle_blobs()', 'private.queue_blobs()',
    'private.queue_paths(text[])',
    'private.drive_file_limit()', 'private.drive_usage()', 'private.reserve_upload(text, bigint, uuid)',
    'private.extend_upload(text)', 'private.release_upload(text)', 'private.due_removals()',
    'private.clear_removals(text[])', 'private.require_files(uuid[])',
    'private.free_name(uuid, text, boolean)',
    'private.is_taken(uuid, text)', 'private.depths(uuid[])', 'private.find_files(text, integer)'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public', routine);
  end loop;
  -- What runs with the rights of the caller, or asks for the workspace user itself.
  foreach routine in array array[
    'private.numbered_name(text, boolean, integer)', 'private.require_workspace()',
    'private.look_at_folder(uuid, uuid)', 'private.lock_drive()', 'private.drive_usage()',
    'private.reserve_upload(text, bigint, uuid)', 'private.extend_upload(text)',
    'private.release_upload(text)', 'private.due_removals()', 'private.clear_removals(text[])',
    'private.require_files(uuid[])', 'private.free_name(uuid, text, boolean)',
    'private.is_taken(uuid, text)', 'private.depths(uuid[])',
    'private.find_files(text, integer)'
  ]::regprocedure[] loop
    execute format('grant execute on function %s to authenticated, service_role', routine);
  end loop;
  foreach routine in array array[
    'public.reserve_upload(text, bigint, uuid)', 'public.extend_upload(text)',
    'public.release_upload(text)', 'public.due_removals()', 'public.clear_removals(text[])',
    'public.drive_usage()', 'public.trash_files(uuid[])', 'public.restore_files(uuid[])',
    'public.move_files(uuid[], uuid, boolean)', 'public.delete_files(uuid[])',
    'public.empty_trash()', 'public.list_folder(uuid, text, boolean, uuid, integer)',
    'public.search_files(text, integer)', 'public.list_subtree(uuid[])'
  ]::regprocedure[] loop
    execute format('revoke execute on function %s from public, anon', routine);
    execute format('grant execute on function %s to authenticated, service_role', routine);
  end loop;
end
$$;
