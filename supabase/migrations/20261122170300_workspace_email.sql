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

revoke execute on function private.copy_workspace_email() from public;

create trigger copy_workspace_email after update on auth.users
  for each row when (old.email is distinct from new.email and new.email is not null)
  execute function private.copy_workspace_email();
