-- Recovery codes: for an account whose device with the authenticator app is lost. A code removes the
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

alter table private.recovery_codes enable row level security;

revoke all on private.recovery_codes from public, anon, authenticated;

grant select, insert, update, delete on private.recovery_codes to service_role;

-- What was typed, in the form that is hashed: characters that look alike count as one.
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
  -- Waits for a concurrent call. A stolen session has proved a factor too, but long ago.
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

-- Wrong codes are counted per account and network, together with those of authenticator apps, so that
-- who knows the password cannot keep the account's user from using a code elsewhere. The comparison
-- is one of hashes, whose timing tells nothing of a code.
-- @limit visitors: wrong codes of an account from a network, until recovery codes are refused; 20 codes in a clock hour by >= 20 then
create function private.use_recovery_code(code text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  own auth.sessions;
  failure text;
begin
  -- One attempt of an account at a time, on all servers.
  perform from private.members where members.user_id = auth.uid() for update;
  -- The answer to an earlier call may have been lost.
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

create function public.create_recovery_codes() returns text[]
language sql security invoker set search_path = ''
as $$
  select private.create_recovery_codes()
$$;

comment on function public.create_recovery_codes() is 'Replaces the caller''s recovery codes, just after a code of an authenticator app.';

create function public.recovery_codes_left() returns integer
language sql stable security invoker set search_path = ''
as $$
  select private.recovery_codes_left()
$$;

comment on function public.recovery_codes_left() is 'How many of the caller''s recovery codes are unused.';

create function public.use_recovery_code(code text) returns text
language sql security invoker set search_path = ''
as $$
  select private.use_recovery_code(code)
$$;

comment on function public.use_recovery_code(text) is 'Removes the second factors of an account whose session waits for one.';

revoke execute on function
  private.hash_recovery_code(text),
  private.create_recovery_codes(),
  private.recovery_codes_left(),
  private.use_recovery_code(text)
from public;

revoke execute on function
  public.create_recovery_codes(),
  public.recovery_codes_left(),
  public.use_recovery_code(text)
from public, anon;

grant execute on function
  private.create_recovery_codes(),
  private.recovery_codes_left(),
  private.use_recovery_code(text),
  public.create_recovery_codes(),
  public.recovery_codes_left(),
  public.use_recovery_code(text)
to authenticated, service_role;

-- A used recovery code has an entry of its own in the log.
alter table private.sign_ins drop constraint sign_ins_outcome_check;

alter table private.sign_ins add constraint sign_ins_outcome_check check (
  outcome in ('signed_in', 'code_missing', 'wrong_password', 'wrong_code', 'limited', 'recovery_code')
);
