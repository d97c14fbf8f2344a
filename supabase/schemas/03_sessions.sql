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

-- The log of sign-ins to the two accounts, each shown to its own user. Kept 90 days.
--
-- Call, for the owner and the workspace user:
--   rpc list_own_sign_ins() returns the newest 200 rows of id, outcome, attempts, first_at, last_at,
--                           user_agent, network, is_new_network, is_current, is_open; newest first
--
-- Successful sign-ins are recorded by a trigger on the sessions, on every host. Failed ones are
-- recorded by our own host; Supabase Auth does not report them to the database.
create table private.sign_ins (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Null for failed attempts. Not a reference: the row outlives its session.
  session_id uuid unique,
  outcome text not null check (
    outcome in ('signed_in', 'code_missing', 'wrong_password', 'wrong_code', 'limited')
  ),
  -- Failed attempts of the same kind from the same network within an hour share a row.
  attempts integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  user_agent text check (char_length(user_agent) <= 1000),
  -- Never a whole address.
  network cidr,
  -- The hour in which a failed attempt was counted.
  counted_hour timestamptz,
  check ((session_id is null) = (counted_hour is not null))
);

comment on table private.sign_ins is 'Sign-ins to the owner''s and the workspace user''s account. Written by a trigger and by the server.';

comment on column private.sign_ins.outcome is 'code_missing: the password was right, the code of the second factor has not been entered.';

create index sign_ins_of_user on private.sign_ins (user_id, outcome, last_at desc);

create unique index sign_ins_counted on private.sign_ins (user_id, outcome, network, counted_hour)
  nulls not distinct where session_id is null;

alter table private.sign_ins enable row level security;

revoke all on private.sign_ins from public, anon, authenticated;

grant select, insert, update, delete on private.sign_ins to service_role;

-- Keeps 90 days, and of each outcome the newest 200 rows, so that failed attempts can neither fill
-- the disk nor push out the successful ones.
-- @limit visitors: the sign-in log; 90 days by sign_ins.last_at < now() - interval '90 days'
-- @limit visitors: entries of each kind in the sign-in log; 200 entries by surplus.id desc offset 200
create function private.sweep_sign_ins() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.sign_ins
  where sign_ins.last_at < now() - interval '90 days'
    or sign_ins.id in (
      select surplus.id from private.sign_ins as surplus
      where surplus.user_id = new.user_id and surplus.outcome = new.outcome
      order by surplus.last_at desc, surplus.id desc offset 200
    );
  return null;
end
$$;

create trigger sweep_sign_ins after insert on private.sign_ins
  for each row execute function private.sweep_sign_ins();

-- One row per session: written when it opens, updated when the code of the second factor is accepted.
-- A session opened by a function names no browser; the browser's first refresh does. A failure must
-- never prevent a sign-in.
create function private.record_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    update private.sign_ins set
      outcome = case when new.aal = 'aal2' then 'signed_in' else sign_ins.outcome end,
      user_agent = case when sign_ins.user_agent like 'Mozilla/%' then sign_ins.user_agent
        else left(new.user_agent, 1000) end,
      network = case when sign_ins.user_agent like 'Mozilla/%' then sign_ins.network
        else private.network_of(new.ip) end
    where sign_ins.session_id = new.id;
    return null;
  end if;
  insert into private.sign_ins (user_id, session_id, outcome, user_agent, network)
  select new.user_id, new.id,
    case when new.aal is distinct from 'aal2' and exists (
      select from auth.mfa_factors
      where mfa_factors.user_id = new.user_id and mfa_factors.status = 'verified'
    ) then 'code_missing' else 'signed_in' end,
    left(new.user_agent, 1000), private.network_of(new.ip)
  from private.members where members.user_id = new.user_id
  on conflict (session_id) do nothing;
  return null;
exception when others then
  raise warning 'A sign-in could not be recorded: %', sqlerrm;
  return null;
end
$$;

create trigger record_sign_in after insert on auth.sessions
  for each row execute function private.record_sign_in();

create trigger record_sign_in_change after update on auth.sessions
  for each row when (
    old.aal is distinct from new.aal
    or old.user_agent is distinct from new.user_agent
  ) execute function private.record_sign_in();

-- Called by our own host, which alone learns of failures.
create function private.record_failed_sign_in(
  account uuid,
  failure text,
  times integer,
  agent text,
  address inet
) returns void
language sql security invoker set search_path = ''
as $$
  insert into private.sign_ins (user_id, outcome, attempts, user_agent, network, counted_hour)
  select members.user_id, failure, times, left(agent, 1000), private.network_of(address),
    date_trunc('hour', now())
  from private.members where members.user_id = account
  on conflict (user_id, outcome, network, counted_hour) where session_id is null
  do update set
    attempts = sign_ins.attempts + excluded.attempts,
    last_at = now(),
    user_agent = excluded.user_agent
$$;

create function private.list_own_sign_ins() returns table (
  id bigint,
  outcome text,
  attempts integer,
  first_at timestamptz,
  last_at timestamptz,
  user_agent text,
  network text,
  is_new_network boolean,
  is_current boolean,
  is_open boolean
)
language sql stable security definer set search_path = ''
as $$
  select listed.id, listed.outcome, listed.attempts, listed.first_at, listed.last_at,
    listed.user_agent, listed.network::text,
    listed.network is not null and not exists (
      select from private.sign_ins as earlier
      where earlier.user_id = listed.user_id and earlier.outcome = 'signed_in'
        and earlier.network = listed.network
        and earlier.id < listed.id
    ),
    coalesce(listed.session_id = (auth.jwt() ->> 'session_id')::uuid, false),
    exists (select from auth.sessions where sessions.id = listed.session_id)
  from (
    select * from private.sign_ins
    where private.app_role() is not null and sign_ins.user_id = auth.uid()
    order by sign_ins.last_at desc, sign_ins.id desc limit 200
  ) as listed
  order by listed.last_at desc, listed.id desc
$$;

create function public.list_own_sign_ins() returns table (
  id bigint,
  outcome text,
  attempts integer,
  first_at timestamptz,
  last_at timestamptz,
  user_agent text,
  network text,
  is_new_network boolean,
  is_current boolean,
  is_open boolean
)
language sql stable security invoker set search_path = ''
as $$
  select * from private.list_own_sign_ins()
$$;

comment on function public.list_own_sign_ins() is 'The newest sign-ins to the caller''s account.';

revoke execute on function
  private.sweep_sign_ins(),
  private.record_sign_in(),
  private.record_failed_sign_in(uuid, text, integer, text, inet),
  private.list_own_sign_ins()
from public;

revoke execute on function public.list_own_sign_ins() from public, anon;

grant execute on function private.list_own_sign_ins(), public.list_own_sign_ins()
  to authenticated, service_role;
