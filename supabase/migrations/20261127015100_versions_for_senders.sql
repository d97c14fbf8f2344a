-- Earlier versions of files give way to what is sent through a link, as to the user's own uploads.

-- The caller then deletes the due bytes, which count until they are gone, through the storage API.
create function private.release_versions_of(owner uuid, needed bigint) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  missing bigint;
  released integer;
begin
  perform private.lock_drive_of(owner);
  select needed + private.drive_used(owner) - private.drive_quota() - coalesce(sum(stored.size), 0)
  into missing
  from private.pending_blobs as pending
  join private.stored_objects('workspace-files') as stored on stored.name = pending.path
  where pending.user_id = owner and pending.due_at <= now();
  with oldest as (
    select id, sum(coalesce(size, 0)) over () as all_of_them,
      sum(coalesce(size, 0)) over (order by replaced_at, id) - coalesce(size, 0) as before
    from public.file_versions where user_id = owner
  )
  delete from public.file_versions as versions using oldest
  where versions.id = oldest.id and oldest.before < missing and oldest.all_of_them >= missing;
  get diagnostics released = row_count;
  return released;
end
$$;

create or replace function private.release_versions(needed bigint) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_workspace_user();
  return private.release_versions_of(auth.uid(), needed);
end
$$;

-- For what reserve_received had no space for, which is within the link's limits.
create function private.release_for_received(token text, pass text, needed bigint) returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  admitted constant record := private.admit_visitor(token, '', pass, true);
  link constant private.share_links := admitted.link;
begin
  if admitted.refusal is not null or needed > link.max_bytes then
    return '{}';
  end if;
  perform private.release_versions_of(link.user_id, needed);
  return array(
    select pending.path from private.pending_blobs as pending
    join private.stored_objects('workspace-files') as stored on stored.name = pending.path
    where pending.user_id = link.user_id and pending.due_at <= now()
    order by pending.due_at, pending.path limit 500
  );
end
$$;

create function public.release_for_received(token text, pass text, needed bigint) returns text[]
language sql volatile security invoker set search_path = ''
as $$
  select private.release_for_received(token, pass, needed)
$$;

comment on function public.release_for_received(text, text, bigint) is 'Secret key only: releases the oldest versions that are in the way of what a sender wants to send. Returns paths whose bytes are to be deleted then.';

revoke execute on function private.release_versions_of(uuid, bigint),
  private.release_for_received(text, text, bigint),
  public.release_for_received(text, text, bigint)
from public, anon, authenticated;

grant execute on function private.release_for_received(text, text, bigint),
  public.release_for_received(text, text, bigint)
to service_role;
