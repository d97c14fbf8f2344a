-- The state of a hosted project for npm run doctor: rights that the platform withdraws step by
-- step, the triggers and policies on its tables, the schedule of notices, and the schema's versions.

-- The job that sends notices, and the result of its last run. Null without a job, without pg_cron,
-- and where its tables cannot be read.
create function private.notice_schedule() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  found jsonb;
begin
  execute
    'select jsonb_build_object(''schedule'', job.schedule, ''active'', job.active, ''lastRun'', (
       select jsonb_build_object(
         ''at'', runs.start_time, ''status'', runs.status, ''message'', left(runs.return_message, 300))
       from cron.job_run_details as runs
       where runs.jobid = job.jobid and runs.status in (''succeeded'', ''failed'')
       order by runs.runid desc limit 1))
     from cron.job where job.command like ''%private.request_notices()%''
     order by job.active desc, job.jobid limit 1'
  into found;
  return found;
exception when undefined_table or invalid_schema_name or insufficient_privilege then
  return null;
end
$$;

create function private.project_state(wanted_rights jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'lostRights', (
      select coalesce(jsonb_agg(format('%s on %s', right_name, table_name)), '[]')
      from jsonb_each(wanted_rights) as wanted (table_name, names),
        jsonb_array_elements_text(names) as listed (right_name)
      where has_table_privilege(to_regclass(table_name), right_name) is not true),
    -- Our enabled triggers on the platform's tables.
    'triggers', (
      select coalesce(jsonb_agg(format('%s on %s', tgname, tgrelid::regclass)), '[]')
      from pg_catalog.pg_trigger
      where not tgisinternal and tgenabled in ('O', 'A')
        and tgrelid in (select oid from pg_catalog.pg_class where relnamespace = 'auth'::regnamespace)
        and tgfoid in (select oid from pg_catalog.pg_proc where pronamespace = 'private'::regnamespace)),
    'policies', (
      select coalesce(jsonb_agg(polname), '[]')
      from pg_catalog.pg_policy where polrelid = 'storage.objects'::regclass),
    'callsFunction', exists (select from private.notice_sender where function_url is not null),
    -- Returns whether pg_net is installed.
    'canCall', exists (
      select from pg_catalog.pg_proc
      where proname = 'http_post' and pronamespace = to_regnamespace('net')),
    'schedule', private.notice_schedule(),
    'migrations', (
      select jsonb_agg(version order by version) from supabase_migrations.schema_migrations),
    -- The digest of the functions and policies, as server/database/schema.ts computes it.
    'code', (
      select sha256 from supabase_migrations.migration_checksums where version = 'code')
  )
$$;

comment on function private.project_state(jsonb) is 'Secret key only: which of these rights on tables the schema''s owner lacks, and which triggers, policies, schedule and versions of the schema there are.';

select private.allow_calls('service_role', '{project_state}');
