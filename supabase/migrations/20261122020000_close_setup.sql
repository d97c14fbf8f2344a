-- Hosted Supabase preloads safeupdate for the Data API, which refuses an UPDATE or DELETE without a
-- WHERE clause, inside functions too. Without one here no owner could be created there.

create or replace function private.close_setup() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.setup_links where true;
  return null;
end
$$;
