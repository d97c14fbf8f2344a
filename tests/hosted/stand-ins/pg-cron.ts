import { connect } from "../../../server/database/connect.ts";

/**
 * Stands in for pg_cron, without its clock: jobs are scheduled as with the extension, visible only
 * to their user, and run on demand. Modeled on the extension's published SQL.
 * @param project the database as the platform's role, and as `postgres`, whose jobs run.
 */
export async function startPgCron(project: { adminDbUrl: string; dbUrl: string }) {
  const admin = connect(project.adminDbUrl, { max: 1 });
  const user = connect(project.dbUrl, { max: 1 });
  await admin.unsafe(INSTALL);
  return {
    /** Runs every active job once, each in a separate transaction, and records the result. */
    async runJobs(): Promise<void> {
      const jobs = await admin<{ jobid: string; command: string }[]>`
        select jobid, command from cron.job where active order by jobid`;
      for (const { jobid, command } of jobs) {
        const [status, message] = await user
          .begin((tx) => tx.unsafe(command))
          .then((rows) => ["succeeded", `${rows.count} row`] as const)
          .catch((error: Error) => ["failed", `ERROR:  ${error.message}`] as const);
        await admin`insert into cron.job_run_details (jobid, username, command, status, return_message, start_time, end_time)
          values (${jobid}, 'postgres', ${command}, ${status}, ${message}, now(), now())`;
      }
    },
    async stop() {
      await user.end();
      await admin.unsafe("drop schema cron cascade");
      await admin.end();
    },
  };
}

const INSTALL = `
  create schema cron;
  create table cron.job (
    jobid bigserial primary key, schedule text not null, command text not null,
    nodename text not null default 'localhost', nodeport integer not null default inet_server_port(),
    database text not null default current_database(), username text not null default current_user,
    active boolean not null default true, jobname text, unique (jobname, username));
  create table cron.job_run_details (
    jobid bigint, runid bigserial primary key, job_pid integer, database text, username text, command text,
    status text, return_message text, start_time timestamptz, end_time timestamptz);
  alter table cron.job enable row level security;
  alter table cron.job_run_details enable row level security;
  create policy own_jobs on cron.job using (username = current_user);
  create policy own_runs on cron.job_run_details using (username = current_user);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint
  language plpgsql security definer set search_path = cron as $$
  declare
    job bigint;
  begin
    if schedule.schedule !~ '^([0-9*/,-]+ ){4}[0-9*/,-]+$' then
      raise exception 'invalid schedule: %', schedule.schedule;
    end if;
    insert into cron.job (jobname, schedule, command, username)
    values (job_name, schedule.schedule, schedule.command, session_user)
    on conflict (jobname, username) do update
      set schedule = excluded.schedule, command = excluded.command
    returning jobid into job;
    return job;
  end $$;
  grant usage on schema cron to postgres;
  grant select on cron.job to postgres;
  grant select, delete on cron.job_run_details to postgres;`;
