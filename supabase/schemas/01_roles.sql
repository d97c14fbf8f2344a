-- Roles, and the links that create the first owner.
--
-- Public invoker, private definer. The functions of the schema public are the Data API's RPCs and
-- run with the caller's rights (SECURITY INVOKER), so that row level security applies to them. Work
-- that needs more than the caller's rights is done by a SECURITY DEFINER function in the schema
-- private, usually of the same name, which checks the caller's role itself. allow_calls() makes the
-- public functions that only call it. The Data API does not expose that schema: it is reached only
-- through a public function, a policy, a constraint or a trigger. Every function has an empty
-- search_path.

create schema if not exists private;

revoke all on schema private from public;

-- Functions and tables are created without rights, and each is granted to the roles that use it. The
-- last file restores Supabase's defaults, for those that owners create. The secret key keeps its
-- rights on the tables of the schema public.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

-- Constraints and policies call functions of this schema with the caller's rights.
grant usage on schema private to anon, authenticated, service_role;

-- Lets the roles call the named functions of the schema public, and the functions of this schema
-- with the same names and arguments, which the public ones call with their caller's rights. A public
-- function that only does that is made here, with the comment of the private one.
create function private.allow_calls(roles text, names text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  worker pg_catalog.pg_proc;
  shown regprocedure;
  allowed regprocedure;
  description text;
begin
  for worker in
    select * from pg_catalog.pg_proc as called
    where proname = any (names) and pronamespace = 'private'::regnamespace and not exists (
      select from pg_catalog.pg_proc
      where proname = called.proname and pronamespace = 'public'::regnamespace
    )
  loop
    execute format(
      'create function public.%I(%s) returns %s language sql %s set search_path = '''' as %L',
      worker.proname, pg_get_function_arguments(worker.oid), pg_get_function_result(worker.oid),
      case worker.provolatile when 's' then 'stable' else 'volatile' end,
      format(E'\n  select %sprivate.%I(%s)\n',
        case when worker.proretset and worker.prorettype <> 'text'::regtype then '* from ' end,
        worker.proname, array_to_string(worker.proargnames[1:worker.pronargs], ', '))
    );
  end loop;
  for shown, allowed, description in
    select one.oid, called.oid,
      case when called.oid <> one.oid then obj_description(called.oid, 'pg_proc') end
    from pg_catalog.pg_proc as one
    join pg_catalog.pg_proc as called using (proname, proargtypes)
    where one.pronamespace = 'public'::regnamespace and proname = any (names)
      and called.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  loop
    execute format('grant execute on function %s to %s', allowed, roles);
    if description is not null then
      execute format('comment on function %s is %L', shown, description);
    end if;
  end loop;
end
$$;

-- Supabase gives every signed-in user the role authenticated; what a user may do is a row here.
create table private.members (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null unique check (role in ('admin', 'workspace'))
);

comment on table private.members is 'The owner (admin) and the workspace user, at most one of each. Only the secret key writes here.';

grant select, insert, update, delete on private.members to service_role;

-- The role check with a cached plan. Every statement of a signed-in user calls this function; an
-- SQL function would be planned for each call, which takes ten times as long as the check.
create function private.app_role() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select members.role
    from private.members
    join auth.users on users.id = members.user_id
    join auth.sessions on sessions.user_id = members.user_id
    where members.user_id = auth.uid()
      and sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and (sessions.not_after is null or sessions.not_after > now())
      and (users.banned_until is null or users.banned_until <= now())
      and users.deleted_at is null
      -- An account with a second factor needs one in both the token and the session.
      and (
        (auth.jwt() ->> 'aal' = 'aal2' and sessions.aal = 'aal2')
        or not exists (
          select from auth.mfa_factors
          where mfa_factors.user_id = members.user_id and mfa_factors.status = 'verified'
        )
      )
  );
end
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

grant execute on function private.app_role(), private.is_admin(), private.is_workspace()
  to anon, authenticated, service_role;

-- Row level security would answer other callers as if there were nothing, so they are refused.
create function private.require_role(wanted text, refusal text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.app_role() is distinct from wanted then
    raise insufficient_privilege using message = refusal;
  end if;
end
$$;

grant execute on function private.require_role(text, text) to authenticated, service_role;

-- Screens use it to distinguish the owner from the workspace user and to detect a revoked session.
create function public.own_role() returns text
language sql stable security invoker set search_path = ''
as $$
  select private.app_role()
$$;

comment on function public.own_role() is 'The caller''s role: admin, workspace, or null.';

select private.allow_calls('authenticated, service_role', '{own_role}');

-- Server code assigns roles with the secret key. Only service_role has rights on private.members,
-- regardless of the grants on these functions.

create function public.list_members() returns table (user_id uuid, role text)
language sql stable security invoker set search_path = ''
as $$
  select members.user_id, members.role from private.members order by members.role
$$;

comment on function public.list_members() is 'Secret key only: who holds which role.';

-- Returns true when the user now holds the role; false when another user holds it or the user has
-- the other role. The unique constraint lets one of several concurrent calls succeed.
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

comment on function public.claim_role(uuid, text) is 'Secret key only: assigns a role that nobody holds yet.';

-- Never changes a user's existing role: an owner who named their own account as the workspace user
-- would lock themselves out.
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

select private.allow_calls('service_role', '{list_members, claim_role, grant_role}');

-- The setup link printed while the site has no owner. Stored here, so that several server processes
-- share it; the server reads and writes the table as superuser. The token has 256 random bits, so
-- wrong attempts need no limit. A limit would let anyone invalidate the link.
create table private.setup_links (
  -- SHA-256 of the token, in hex.
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

comment on table private.setup_links is 'Links that create the first owner. Empty once there is an owner.';

-- Hosted Supabase preloads safeupdate for the Data API, which refuses an UPDATE or DELETE without a
-- WHERE clause, inside functions too.
create function private.close_setup() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.setup_links where true;
  return null;
end
$$;

create trigger close_setup after insert or update on private.members
  for each row when (new.role = 'admin') execute function private.close_setup();
