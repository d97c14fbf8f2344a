-- Sessions end: 30 days after their last use, and 180 days after they began. Ending other sessions asks
-- for the password.

drop function public.end_own_session(uuid), private.end_own_session(uuid);

create function private.end_own_sessions(password text, session_id uuid) returns text
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
  -- pgcrypto knows bcrypt by the name $2a only.
  select '$2a' || substr(users.encrypted_password, 4) into hash from auth.users
  where users.id = own.user_id;
  if hash is null or extensions.crypt(password, hash) is distinct from hash then
    perform private.record_failed_sign_in(own.user_id, 'wrong_password', 1, own.user_agent, own.ip);
    return 'wrong';
  end if;
  delete from auth.sessions
  where sessions.user_id = own.user_id and sessions.id <> own.id
    and (end_own_sessions.session_id is null or sessions.id = end_own_sessions.session_id);
  return 'ended';
end
$$;

create function public.end_own_sessions(password text, session_id uuid default null) returns text
language sql security invoker set search_path = ''
as $$
  select private.end_own_sessions(password, session_id)
$$;

comment on function public.end_own_sessions(text, uuid) is 'Ends one of the caller''s other sessions, or all of them, with the password.';

create function public.session_limits() returns table (idle_days integer, total_days integer)
language sql stable security invoker set search_path = ''
as $$
  select coalesce(nullif(current_setting('foyer.session_idle_days', true), '')::integer, 30),
    coalesce(nullif(current_setting('foyer.session_days', true), '')::integer, 180)
$$;

comment on function public.session_limits() is 'Days after which a session ends: without use, and in all.';

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

revoke execute on function private.end_own_sessions(text, uuid), private.limit_session() from public;

revoke execute on function public.end_own_sessions(text, uuid), public.session_limits() from public, anon;

grant execute on function
  private.end_own_sessions(text, uuid),
  public.end_own_sessions(text, uuid),
  public.session_limits()
to authenticated, service_role;

-- Sessions of the version before, too.
update auth.sessions set created_at = created_at where not_after is null or not_after > now();

-- These asked only whether a session exists.
do $$
begin
  execute replace(pg_get_functiondef('private.list_own_sign_ins()'::regprocedure),
    'where sessions.id = listed.session_id', 'where sessions.id = listed.session_id
      and (sessions.not_after is null or sessions.not_after > now())');
  execute replace(pg_get_functiondef('private.live_subscriptions()'::regprocedure),
    'and sessions.user_id = subscriptions.user_id', 'and sessions.user_id = subscriptions.user_id
    and (sessions.not_after is null or sessions.not_after > now())');
end
$$;
