import { z } from "zod";
import type { Sql } from "../database/connect.ts";
import { gatewayTable } from "../database/gateway-table.ts";

const provenSchema = z.object({
  at: z.iso.datetime(),
  archive: z.string(),
  rows: z.int(),
  files: z.int(),
  /** Number of rows by table, which the next backup compares. */
  tables: z.record(z.string(), z.int()).default({}),
  /** Sentences about defects of the site; everything else is in the archive. */
  problems: z.array(z.string()).default([]),
  /** The newest archive of a site without problems; null if none is known. */
  complete: z.string().nullable().default(null),
});

const statusSchema = z.object({
  /** The last archive that was restored and compared; null before the first one. */
  proven: provenSchema.nullable(),
  /** The failure of the last run; null after a success. */
  failure: z.object({ at: z.iso.datetime(), message: z.string() }).nullable(),
});

/** Result of the schedule's last run on any server, as shown in the panel. */
export type BackupStatus = z.infer<typeof statusSchema>;

export interface BackupRecord {
  status(): Promise<BackupStatus>;
  /**
   * Whether a server has made the backup of this scheduled time, or has failed.
   * @param firstDue time up to which backups count as done while nothing is recorded.
   */
  isDone(due: Date, firstDue: Date): Promise<boolean>;
  prove(due: Date, proven: z.input<typeof provenSchema>): Promise<void>;
  /** Records a failure and keeps the last proof. */
  fail(due: Date, failure: NonNullable<BackupStatus["failure"]>): Promise<void>;
}

/**
 * The results of the schedule, in the database that all servers of the site share. A restore does
 * not replace them, because they describe the backups and not the site.
 */
export function openBackupRecord(sql: Sql): BackupRecord {
  const ready = gatewayTable(sql, "backups", COLUMNS);
  return {
    async status() {
      await ready();
      const [row] = await sql`select proven, failure from gateway.backups`;
      return row ? statusSchema.parse(row) : { proven: null, failure: null };
    },
    async isDone(due, firstDue) {
      await ready();
      const [row] = await sql<{ done: boolean }[]>`
        select coalesce((select due from gateway.backups), ${firstDue}) >= ${due} as done`;
      return row?.done === true;
    },
    async prove(due, proven) {
      await ready();
      await sql`insert into gateway.backups (due, proven) values (${due}, ${sql.json(proven)})
        on conflict (only_row) do update
        set due = excluded.due, proven = excluded.proven, failure = null`;
    },
    async fail(due, failure) {
      await ready();
      await sql`insert into gateway.backups (due, failure) values (${due}, ${sql.json(failure)})
        on conflict (only_row) do update set due = excluded.due, failure = excluded.failure`;
    },
  };
}

const COLUMNS = `only_row boolean primary key default true check (only_row),
  due timestamptz not null,
  proven jsonb,
  failure jsonb`;
