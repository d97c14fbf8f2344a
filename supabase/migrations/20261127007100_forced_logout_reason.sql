-- The login says that the owner has signed the workspace user out.

-- For a token whose session has ended: whether the owner has forced a logout since it was issued.
-- False for every other token. SECURITY DEFINER because such a token reads nothing anymore.
create function private.was_logged_out() returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (
    select from auth.sessions
    where sessions.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
  ) and exists (
    select from public.workspace_activity_logs as logs
    where logs.user_id = auth.uid() and logs.event_type = 'logout_forced'
      and logs.created_at >= to_timestamp((auth.jwt() ->> 'iat')::numeric)
  )
$$;

create function public.was_logged_out() returns boolean
language sql stable security invoker set search_path = ''
as $$
  select private.was_logged_out()
$$;

comment on function public.was_logged_out() is 'Whether the session of the caller''s token has ended by a logout that the owner forced.';

revoke execute on function private.was_logged_out() from public;

grant execute on function private.was_logged_out() to authenticated, service_role;

revoke execute on function public.was_logged_out() from public, anon;

grant execute on function public.was_logged_out() to authenticated;
