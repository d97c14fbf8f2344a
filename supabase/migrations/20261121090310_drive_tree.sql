-- My Drive: changes of the tree queue up, and what arrives late in a trashed folder joins it there.

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

-- Whether a folder is one of these or lies in one of them, as far as the caller sees.
create function private.lies_in(folder uuid, ids uuid[]) returns boolean
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

revoke execute on function private.lies_in(uuid, uuid[]) from public;
grant execute on function private.lies_in(uuid, uuid[]) to authenticated, service_role;

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
  if tg_op = 'UPDATE' and new.is_folder and private.lies_in(new.parent_id, array[new.id]) then
    raise check_violation using message = 'A folder cannot be moved into itself.';
  end if;
  return new;
end
$$;

revoke execute on function
  private.require_workspace(),
  private.lock_drive(),
  private.queue_for_drive(),
  private.look_at_folder(uuid, uuid)
from public;

grant execute on function
  private.require_workspace(),
  private.lock_drive(),
  private.look_at_folder(uuid, uuid)
to authenticated, service_role;
