-- Supabase's defaults, which 01_roles.sql suspends.
alter default privileges grant execute on functions to public;
alter default privileges in schema public grant all on tables to anon, authenticated;
alter default privileges in schema public grant execute on functions to anon, authenticated, service_role;
