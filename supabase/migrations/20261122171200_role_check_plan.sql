-- The role check with a cached plan. Every statement of a signed-in user calls it; as an SQL function
-- it was planned anew each time, which took ten times as long as the check itself.
create or replace function private.app_role() returns text
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
      -- The second factor, in the token and in the session.
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
