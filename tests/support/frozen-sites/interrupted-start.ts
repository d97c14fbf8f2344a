import { expect } from "vitest";
import { connect, type Sql } from "../../../server/database/connect.ts";
import { openDatabase } from "../../../server/database/open.ts";
import { silentLog } from "../../../server/log/log.ts";
import { expectRows, type Rows } from "./rows.ts";

export interface StoppedSite {
  /** The data directory with the site's files. */
  dataDir: string;
  databaseUrl: string;
}

const NEVER = -1;

/** Opens a site's database like a start with default settings. */
async function open(site: StoppedSite): Promise<void> {
  const defaults = { driveQuota: null, sampleContent: true, archiveBeforeMigrations: true };
  const config = { ...site, ...defaults };
  const database = await openDatabase({ config, secrets: null, log: silentLog });
  await database.stop();
}

/** The number of DDL statements that a start executes on a site of an earlier version. */
export async function countStatements(site: StoppedSite): Promise<number> {
  const sql = connect(site.databaseUrl, { max: 1 });
  try {
    await interruptAt(sql, NEVER);
    await open(site);
    const [row] = await sql<{ count: number }[]>`
      select last_value::int as count from interruption.executed`;
    return row?.count ?? 0;
  } finally {
    await sql.end();
  }
}

/**
 * Ends the server's connection at a DDL statement, like the kernel when the process is killed,
 * starts again, and expects every row.
 * @param statement from 1 to the result of `countStatements`.
 */
export async function interruptStart(
  site: StoppedSite,
  statement: number,
  rows: Rows,
): Promise<void> {
  const sql = connect(site.databaseUrl, { max: 1 });
  try {
    await interruptAt(sql, statement);
    await expect(open(site), `at statement ${statement}`).rejects.toThrow();
    await sql`drop event trigger interrupt`;
    await open(site);
    await expectRows(sql, rows);
  } finally {
    await sql.end();
  }
}

/** A sequence counts statements, because a rollback does not reset it. */
async function interruptAt(sql: Sql, statement: number): Promise<void> {
  await sql.unsafe(`
    create schema interruption;
    create sequence interruption.executed;
    create function interruption.count() returns event_trigger language plpgsql security definer as $$
      begin
        if nextval('interruption.executed') = ${statement} then
          perform pg_terminate_backend(pg_backend_pid());
        end if;
      end $$;
    create event trigger interrupt on ddl_command_start execute function interruption.count();
  `);
}
