-- A user's own sessions.
--
-- Calls, for the owner and the workspace user:
--   rpc list_own_sessions() returns rows of id, is_current, created_at, last_used_at, user_agent,
--                           network; the current one first, then by last use
--   rpc end_own_session(session_id uuid) returns boolean: false when there is no such session
-- Supabase's sign-out with the scope "others" ends all but the current one.

-- The address class of a session or sign-in: the network an address belongs to, /24 or /48. It tells
-- home from abroad without identifying a device or a household.
create function private.network_of(address inet) returns cidr
language sql immutable set search_path = ''
as $$
  select network(set_masklen(
    address,
    least(masklen(address), case family(address) when 4 then 24 else 48 end)
  ))
$$;

-- A session is used at least once an hour, when its access token is refreshed; the time between is
-- not recorded.
create function private.list_own_sessions() returns table (
  id uuid,
  is_current boolean,
  created_at timestamptz,
  last_used_at timestamptz,
  user_agent text,
  network text
)
language sql stable security definer set search_path = ''
as $$
  select sessions.id,
    sessions.id = (auth.jwt() ->> 'session_id')::uuid,
    sessions.created_at,
    coalesce(sessions.refreshed_at at time zone 'utc', sessions.created_at),
    left(sessions.user_agent, 1000),
    private.network_of(sessions.ip)::text
  from auth.sessions
  where private.app_role() is not null
    and sessions.user_id = auth.uid()
    and (sessions.not_after is null or sessions.not_after > now())
  order by 2 desc, 4 desc, 1
$$;

-- Refresh tokens are deleted with their session.
create function private.end_own_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if private.app_role() is null then
    raise insufficient_privilege using message = 'Sign in to end a session.';
  end if;
  delete from auth.sessions
  where sessions.id = end_own_session.session_id and sessions.user_id = auth.uid();
  return found;
end
$$;

create function public.list_own_sessions() returns table (
  id uuid,
  is_current boolean,
  created_at timestamptz,
  last_used_at timestamptz,
  user_agent text,
  network text
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.list_own_sessions()
$$;

comment on function public.list_own_sessions() is 'The caller''s sessions, the current one first.';

create function public.end_own_session(session_id uuid) returns boolean
language sql security invoker set search_path = ''
as $$
  select private.end_own_session(session_id)
$$;

comment on function public.end_own_session(uuid) is 'Ends one of the caller''s sessions.';

revoke execute on function
  private.network_of(inet),
  private.list_own_sessions(),
  private.end_own_session(uuid)
from public;

revoke execute on function public.list_own_sessions(), public.end_own_session(uuid)
  from public, anon;

grant execute on function
  private.list_own_sessions(),
  private.end_own_session(uuid),
  public.list_own_sessions(),
  public.end_own_session(uuid)
to authenticated, service_role;
