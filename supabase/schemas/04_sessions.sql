-- A user's own sessions.
--
-- Calls, for the owner and the workspace user:
--   rpc session_limits() returns one row of idle_days, total_days
--   rpc list_own_sessions() returns rows of id, is_current, created_at, last_used_at, user_agent,
--                           network; the current one first, then by last use
--   rpc end_own_sessions(password text, session_id uuid) returns text: ended, wrong (the password), or
--                           limited (too many tries); without session_id all but the current one

-- The network of an address, /24 or /48, as stored for sessions and sign-ins. It tells home from
-- abroad without identifying a device or a household.
create function private.network_of(address inet) returns cidr
language sql immutable set search_path = ''
as $$
  select network(set_masklen(
    address,
    least(masklen(address), case family(address) when 4 then 24 else 48 end)
  ))
$$;

-- A session is used at least once an hour, when its access token is refreshed; uses between
-- refreshes are not recorded.
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

-- A stolen session must not sign its user out elsewhere, so the password is asked for. Tries are
-- counted per session, apart from other sessions and sign-ins. Refresh tokens are deleted with
-- their session.
-- @limit visitors: wrong tries of the password that ends other sessions, per session and hour; 10 tries by own.id::text, 10, interval '1 hour'
create function private.end_own_sessions(password text, session_id uuid default null) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  own auth.sessions;
  hash text;
begin
  if private.app_role() is null then
    raise insufficient_privilege using message = 'Sign in to end a session.';
  end if;
  select sessions.* into own from auth.sessions
  where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid;
  if private.count_hit('passwords', own.id::text, 10, interval '1 hour') > 0 then
    return 'limited';
  end if;
  -- pgcrypto knows bcrypt only by the name $2a.
  select '$2a' || substr(users.encrypted_password, 4) into hash from auth.users
  where users.id = own.user_id;
  if hash is null or extensions.crypt(password, hash) is distinct from hash then
    perform private.record_failed_sign_in(own.user_id, 'wrong_password', 1, own.user_agent, own.ip);
    return 'wrong';
  end if;
  -- Only wrong tries count.
  delete from private.visitor_counts where visitor_counts.key = sha256(
    private.visitor_salt((now() at time zone 'UTC')::date) || convert_to('passwords ' || own.id, 'UTF8'));
  delete from auth.sessions
  where sessions.user_id = own.user_id and sessions.id <> own.id
    and (end_own_sessions.session_id is null or sessions.id = end_own_sessions.session_id);
  return 'ended';
end
$$;

comment on function private.list_own_sessions() is 'The caller''s sessions, the current one first.';

comment on function private.end_own_sessions(text, uuid) is 'Ends one of the caller''s other sessions, or all of them, with the password.';

-- Days after which a session ends: when unused, and in any case. Foyer's server sets these settings
-- for its sessions.
-- @limit visitors: a session without use (`FOYER_SESSION_IDLE_DAYS`); 30 days by session_idle_days', true), '')::integer, 30)
-- @limit visitors: a session in all (`FOYER_SESSION_DAYS`); 180 days by session_days', true), '')::integer, 180)
create function public.session_limits() returns table (idle_days integer, total_days integer)
language sql stable security invoker set search_path = ''
as $$
  select coalesce(nullif(current_setting('foyer.session_idle_days', true), '')::integer, 30),
    coalesce(nullif(current_setting('foyer.session_days', true), '')::integer, 180)
$$;

comment on function public.session_limits() is 'Days after which a session ends: without use, and in all.';

-- Stores the end of a session where the policies, Supabase Auth and Foyer's own host read it. Each
-- refresh of the access token counts as a use.
create function private.limit_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  begun constant timestamptz := coalesce(new.created_at, now());
begin
  select least(
    begun + make_interval(days => limits.total_days),
    coalesce(new.refreshed_at at time zone 'utc', begun) + make_interval(days => limits.idle_days)
  ) into new.not_after from public.session_limits() as limits;
  return new;
end
$$;

create trigger limit_session before insert or update of created_at, refreshed_at on auth.sessions
  for each row execute function private.limit_session();

select private.allow_calls('authenticated, service_role', '{
  list_own_sessions, end_own_sessions, session_limits
}');

-- The log of sign-ins to the two accounts, each shown to its own user. Entries are kept for 90
-- days.
-- Call, for the owner and the workspace user:
-- rpc list_own_sign_ins() returns the newest 200 rows of id, outcome, attempts, first_at, last_at,
-- user_agent, network, is_new_network, is_current, is_open; newest first
-- Successful sign-ins are recorded by a trigger on the sessions, on every host. Failed ones are
-- recorded by our own host; Supabase Auth does not report them to the database.
create table private.sign_ins (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Null for failed attempts. Not a reference: the row outlives its session.
  session_id uuid unique,
  outcome text not null check (
    outcome in ('signed_in', 'code_missing', 'wrong_password', 'wrong_code', 'limited', 'recovery_code')
  ),
  -- Failed attempts of the same kind from the same network within an hour share a row.
  attempts integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  user_agent text check (char_length(user_agent) <= 1000),
  -- The network of the address; the whole address is never stored.
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

grant select, insert, update, delete on private.sign_ins to service_role;

-- Keeps rows for 90 days, and the newest 200 of each outcome, so that failed attempts can neither
-- fill the disk nor push out the successful ones.
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

-- Called by our own host; only the host learns of failed sign-ins.
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
    exists (select from auth.sessions where sessions.id = listed.session_id
      and (sessions.not_after is null or sessions.not_after > now()))
  from (
    select * from private.sign_ins
    where private.app_role() is not null and sign_ins.user_id = auth.uid()
    order by sign_ins.last_at desc, sign_ins.id desc limit 200
  ) as listed
  order by listed.last_at desc, listed.id desc
$$;

comment on function private.list_own_sign_ins() is 'The newest sign-ins to the caller''s account.';

select private.allow_calls('authenticated, service_role', '{list_own_sign_ins}');

-- Recovery codes for an account whose device with the authenticator app is lost. A code removes the
-- account's second factors, so that the session opened with the password has access; the codes that
-- are left stay valid for the next factor. The same on every host: Supabase Auth has no such codes.
--
-- Calls, for the owner and the workspace user:
--   rpc create_recovery_codes() returns text[]: ten new codes, which replace the earlier ones; just
--                               after a code of an authenticator app
--   rpc recovery_codes_left() returns integer
--   rpc use_recovery_code(code text) returns text, for a session that waits for its second factor:
--                               signed_in, wrong, limited, or null when it has ended
create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the 16 characters; 80 random bits cannot be found from it.
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  primary key (user_id, code_hash)
);

comment on table private.recovery_codes is 'Unused recovery codes of the two accounts, as hashes. Written by functions.';

grant select, insert, update, delete on private.recovery_codes to service_role;

-- The typed code in the form that is hashed: characters that look alike count as one.
create function private.hash_recovery_code(code text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(
    translate(regexp_replace(lower(code), '[^a-z0-9]', '', 'g'), 'oil', '011'), 'UTF8'
  )), 'hex')
$$;

-- @limit visitors: recovery codes of an account; 10 codes by generate_series(1, 10)
-- @limit visitors: making recovery codes, after a code; 2 minutes by now() - interval '2 minutes'
create function private.create_recovery_codes() returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  letters constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  codes text[];
begin
  -- Waits for a concurrent call. A stolen session has also proved a factor, but not recently.
  perform from private.members where members.user_id = auth.uid() for update;
  if private.app_role() is null or not exists (
    select from auth.mfa_amr_claims
    where mfa_amr_claims.session_id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and mfa_amr_claims.authentication_method = 'totp'
      and mfa_amr_claims.updated_at > now() - interval '2 minutes'
  ) then
    raise insufficient_privilege using message = 'Enter a code of your authenticator app first.';
  end if;
  -- Five bits of each of 16 bytes; the bytes are a hash of 244 random bits.
  select array_agg(code) into codes from (
    select string_agg(
      substr(letters, 1 + (get_byte(bytes, place) & 31), 1) || case when place in (3, 7, 11) then '-' else '' end,
      '' order by place
    ) as code
    from (
      select n, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes
      from generate_series(1, 10) as n
    ) as random
    cross join generate_series(0, 15) as place
    group by n
  ) as made;
  delete from private.recovery_codes where recovery_codes.user_id = auth.uid();
  insert into private.recovery_codes (user_id, code_hash)
  select auth.uid(), private.hash_recovery_code(code) from unnest(codes) as code;
  return codes;
end
$$;

create function private.recovery_codes_left() returns integer
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer from private.recovery_codes
  where private.app_role() is not null and recovery_codes.user_id = auth.uid()
$$;

-- Wrong codes are counted per account and network, together with those of authenticator apps, so
-- that somebody with the password cannot keep the user from using a code elsewhere. The comparison
-- is one of hashes, whose timing reveals nothing about a code.
-- @limit visitors: wrong codes of an account from a network, until recovery codes are refused; 20 codes in a clock hour by >= 20 then
create function private.use_recovery_code(code text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  own auth.sessions;
  failure text;
begin
  -- Serializes the attempts for one account on all servers.
  perform from private.members where members.user_id = auth.uid() for update;
  -- The response to an earlier call may have been lost.
  if private.app_role() is not null then
    return 'signed_in';
  end if;
  select sessions.* into own
  from auth.sessions
  join auth.users on users.id = sessions.user_id
  join private.members on members.user_id = sessions.user_id
  where sessions.user_id = auth.uid()
    and sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
    and (sessions.not_after is null or sessions.not_after > now())
    and (users.banned_until is null or users.banned_until <= now())
    and users.deleted_at is null;
  if own.id is null then
    return null;
  end if;
  if (
    select coalesce(sum(sign_ins.attempts), 0) from private.sign_ins
    where sign_ins.user_id = own.user_id and sign_ins.outcome = 'wrong_code'
      and sign_ins.network is not distinct from private.network_of(own.ip)
      and sign_ins.counted_hour = date_trunc('hour', now())
  ) >= 20 then
    failure := 'limited';
  else
    delete from private.recovery_codes
    where recovery_codes.user_id = own.user_id
      and recovery_codes.code_hash = private.hash_recovery_code(use_recovery_code.code);
    if not found then
      failure := 'wrong_code';
    end if;
  end if;
  perform private.record_failed_sign_in(
    own.user_id, coalesce(failure, 'recovery_code'), 1, own.user_agent, own.ip
  );
  if failure is not null then
    return replace(failure, '_code', '');
  end if;
  -- The lost device may be signed in as well.
  delete from auth.sessions where sessions.user_id = own.user_id and sessions.id <> own.id;
  delete from auth.mfa_factors where mfa_factors.user_id = own.user_id;
  update auth.sessions set aal = 'aal1', factor_id = null
  where sessions.id = own.id and sessions.aal is distinct from 'aal1';
  update private.sign_ins set outcome = 'signed_in' where sign_ins.session_id = own.id;
  return 'signed_in';
end
$$;

comment on function private.create_recovery_codes() is 'Replaces the caller''s recovery codes, just after a code of an authenticator app.';

comment on function private.recovery_codes_left() is 'How many of the caller''s recovery codes are unused.';

comment on function private.use_recovery_code(text) is 'Removes the second factors of an account whose session waits for one.';

select private.allow_calls('authenticated, service_role', '{
  create_recovery_codes, recovery_codes_left, use_recovery_code
}');
