-- Who is who.
--
-- Supabase calls everyone who signed in `authenticated`, so what a person may do is a row here. A
-- role counts only while the session named in the JWT still exists: deleting the session ends all
-- access with the next request, although the token itself has not expired yet.

create schema if not exists private;

revoke all on schema private from public;

-- Constraints and policies call functions of this schema on behalf of the caller. It is not among
-- the schemas the Data API exposes.
grant usage on schema private to anon, authenticated, service_role;

create table private.members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null unique check (role in ('admin', 'workspace'))
);

comment on table private.members is 'The owner (admin) and the workspace user, at most one of each. Only the secret key writes here.';

alter table private.members enable row level security;

revoke all on private.members from public, anon, authenticated;

grant select, insert, update, delete on private.members to service_role;

-- SECURITY DEFINER because callers see neither the members nor the sessions. STABLE and always
-- called as (select private.is_admin()), so that it runs once per statement and not once per row.
create function private.app_role() returns text
language sql stable security definer set search_path = ''
as $$
  select members.role
  from private.members
  join auth.users on users.id = members.user_id
  join auth.sessions on sessions.user_id = members.user_id
  where members.user_id = auth.uid()
    and sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
    and (sessions.not_after is null or sessions.not_after > now())
    and (users.banned_until is null or users.banned_until <= now())
    and users.deleted_at is null
$$;

create function private.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.app_role() = 'admin', false)
$$;

create function private.is_workspace() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(private.app_role() = 'workspace', false)
$$;

revoke execute on function private.app_role(), private.is_admin(), private.is_workspace() from public;

grant execute on function private.app_role(), private.is_admin(), private.is_workspace()
  to anon, authenticated, service_role;

-- Handing out roles. Server code reaches the database through the Data API with the secret key, so
-- these three live in the exposed schema. They run with the caller's rights: only service_role may
-- touch private.members, whatever grants on the functions themselves say.

create function public.list_members() returns table (user_id uuid, role text)
language sql stable security invoker set search_path = ''
as $$
  select members.user_id, members.role from private.members order by members.role
$$;

comment on function public.list_members() is 'Secret key only: who holds which role.';

-- Takes a role nobody holds. True when the role now belongs to this user, false when somebody else
-- has it or the user already has the other role. However many callers try at once, the unique
-- constraint lets one through.
create function public.claim_role(member uuid, claimed text) returns boolean
language plpgsql security invoker set search_path = ''
as $$
begin
  insert into private.members (user_id, role) values (member, claimed) on conflict do nothing;
  return exists (
    select from private.members where members.user_id = member and members.role = claimed
  );
end
$$;

comment on function public.claim_role(uuid, text) is 'Secret key only: takes a role nobody holds yet.';

-- Gives a role to this user and takes it from whoever held it before. Nobody changes sides: an owner
-- who named their own account as the workspace user would lock themselves out.
create function public.grant_role(member uuid, granted text) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  delete from private.members where members.role = granted and members.user_id <> member;
  insert into private.members (user_id, role) values (member, granted)
    on conflict (user_id) do nothing;
  if not exists (
    select from private.members where members.user_id = member and members.role = granted
  ) then
    raise unique_violation using message = 'This account already has the other role.';
  end if;
end
$$;

comment on function public.grant_role(uuid, text) is 'Secret key only: replaces the holder of a role.';

revoke execute on function public.list_members(), public.claim_role(uuid, text), public.grant_role(uuid, text)
  from public, anon, authenticated;

grant execute on function public.list_members(), public.claim_role(uuid, text), public.grant_role(uuid, text)
  to service_role;
