-- A session asks for its own role, so that a screen can tell an owner from the workspace user and
-- notices when its session was ended elsewhere. Null for everyone without a role or a live session.

create function public.own_role() returns text
language sql stable security invoker set search_path = ''
as $$
  select private.app_role()
$$;

comment on function public.own_role() is 'The caller''s role: admin, workspace, or null.';

revoke execute on function public.own_role() from public, anon;

grant execute on function public.own_role() to authenticated, service_role;
