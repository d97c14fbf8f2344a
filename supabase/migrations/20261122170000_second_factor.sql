-- The second factor: once an account has a verified one, its role counts only in sessions that
-- proved one.

-- A session proves a factor in two places: the token's aal claim, so that a token issued before the
-- code stays without access, and the session's own level, so that removing the factor takes effect
-- with the next request. The Auth service writes both.
create or replace function private.app_role() returns text
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
    and (
      (auth.jwt() ->> 'aal' = 'aal2' and sessions.aal = 'aal2')
      or not exists (
        select from auth.mfa_factors
        where mfa_factors.user_id = members.user_id and mfa_factors.status = 'verified'
      )
    )
$$;
