-- The workspace user's profile, managed by the owner, and the log of their sessions.

create table public.workspace_users (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null unique check (char_length(email) <= 320 and email ~ '^[^@\s]+@[^@\s]+$'),
  -- No @: sign-in treats an identifier with one as an email address.
  username text not null check (char_length(username) <= 100 and username ~ '^[^@\s]([^@]*[^@\s])?$'),
  updated_at timestamptz not null default now()
);

create unique index workspace_users_username on public.workspace_users (lower(username));

create trigger set_updated_at before insert or update on public.workspace_users
  for each row execute function private.set_updated_at();

create table public.workspace_activity_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  event_type text not null check (event_type in ('login', 'logout', 'logout_forced')),
  device_info text check (char_length(device_info) <= 1000),
  -- Always null: addresses are not stored. The column exists for clients that name it.
  ip_address text check (ip_address is null),
  created_at timestamptz not null default now()
);

create index workspace_activity_logs_of_user on public.workspace_activity_logs (user_id, created_at desc);

create trigger protect_created_at before insert or update on public.workspace_activity_logs
  for each row execute function private.protect_created_at();

create function private.clear_ip_address() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.ip_address := null;
  return new;
end
$$;

create trigger clear_ip_address before insert or update on public.workspace_activity_logs
  for each row execute function private.clear_ip_address();

select private.announce_changes('public.workspace_users', 'admin');

select private.announce_changes('public.workspace_activity_logs', 'admin');

grant select, insert, update, delete on public.workspace_users to authenticated;

grant select, insert on public.workspace_activity_logs to authenticated;

create policy "The owner reads all, the workspace user their own row" on public.workspace_users
  for select to authenticated
  using (
    (select private.is_admin())
    or ((select private.is_workspace()) and user_id = (select auth.uid()))
  );

create policy "The owner adds the workspace user" on public.workspace_users
  for insert to authenticated with check ((select private.is_admin()));

create policy "The owner changes the workspace user" on public.workspace_users
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create policy "The owner deletes the workspace user" on public.workspace_users
  for delete to authenticated using ((select private.is_admin()));

create policy "The owner reads all, the workspace user their own log" on public.workspace_activity_logs
  for select to authenticated
  using (
    (select private.is_admin())
    or ((select private.is_workspace()) and user_id = (select auth.uid()))
  );

-- Only the owner forces a logout, so only the owner logs one.
create policy "The owner logs anything, the workspace user their own" on public.workspace_activity_logs
  for insert to authenticated
  with check (
    (select private.is_admin())
    or (
      (select private.is_workspace())
      and user_id = (select auth.uid())
      and event_type in ('login', 'logout')
    )
  );

-- The workspace user signs in with the email in workspace_users; it follows a change of the
-- account's own email, on Supabase once the new address is confirmed.
create function private.copy_workspace_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.workspace_users set email = lower(new.email)
  where workspace_users.user_id = new.id and workspace_users.email is distinct from lower(new.email);
  return null;
end
$$;

create trigger copy_workspace_email after update on auth.users
  for each row when (old.email is distinct from new.email and new.email is not null)
  execute function private.copy_workspace_email();

-- Returns whether the owner has forced a logout since the token of an ended session was issued.
-- False for every other token. SECURITY DEFINER because a token of an ended session reads nothing.
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

comment on function private.was_logged_out() is 'Whether the session of the caller''s token has ended by a logout that the owner forced.';

select private.allow_calls('authenticated, service_role', '{was_logged_out}');
