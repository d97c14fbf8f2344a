import type { Sql } from "../database/connect.ts";
import { readSchema } from "../database/schema.ts";

/** How one table is archived; `private.archived_tables()` describes the columns. */
export interface ArchivedTable {
  /** Name with its schema. */
  name: string;
  order: string[];
  /** Null for every column that is neither generated nor an identity. */
  columns: string[] | null;
  condition: string;
  triggers: string[];
  expires: boolean;
  outsideWorkspace: string;
}

/**
 * Every table of the database whose rows are archived; a table comes after those it references. The
 * database may be of an earlier version, so the body of this code's function is run there.
 */
export async function listArchivedTables(sql: Pick<Sql, "unsafe">): Promise<ArchivedTable[]> {
  const { base } = await readSchema();
  const keptSince = bodyOf(base.sql, "private.visits_kept_since")
    .trim()
    .replace(/^select /, "");
  const rows = await sql.unsafe<ArchivedTable[]>(`
    select name, sorting as order, column_names as columns, condition, triggers, expires,
      outside_workspace as "outsideWorkspace"
    from (${bodyOf(base.sql, "private.archived_tables")}) as listed
    where to_regclass(name) is not null order by place`);
  // A call of the function could not name another moment than now.
  return rows.map((row) => ({
    ...row,
    condition: row.condition.replace("private.visits_kept_since()", `(${keptSince})`),
  }));
}

function bodyOf(schema: string, name: string): string {
  const [, afterName = ""] = schema.split(`create function ${name}(`);
  return afterName.split("$$")[1] ?? "";
}

/**
 * Tables of one host, with the reason why no archive has their rows. An upgrade of the host's
 * PostgreSQL copies them. A table comes after those it references.
 */
export const HOST_TABLES: Readonly<Record<string, string>> = {
  "auth.sessions": "Sessions end with a restore.",
  "auth.refresh_tokens": "Sessions end with a restore.",
  "auth.mfa_amr_claims": "Sessions end with a restore.",
  "auth.mfa_factors":
    "Second factors are set up again after a restore: their secrets are encrypted with the keys of one site.",
  "private.recovery_codes": "Made again with the second factor.",
  "gateway.known_clients": "Devices of ended sessions.",
  "gateway.backups": "Results of scheduled backups, not of the site.",
  "gateway.backup_schedule": "When this host makes backups.",
  "gateway.notice_delivery": "How this host sends notices, with passwords.",
  "private.sign_ins": "A log of 90 days about this host's visitors, not the site's content.",
  "private.daily_salts": "Counts of the current day.",
  "private.visitor_counts": "Counts of the current day.",
  "private.daily_visitors": "Counts of the current day.",
  "public.calendar_feeds": "Who knows an address: a restore must not revive a revoked one.",
  "public.push_subscriptions": "Browsers of ended sessions.",
  "private.push_keys": "Made again when needed.",
  "private.task_changes": "Recognizes requests that are repeated after a lost response.",
  "private.notion_notes": "A cache of Notion's response.",
  "private.notice_sender": "How this host sends notices.",
  "private.notices": "Notices that were sent, or wait to be.",
  "private.drive_limits": "What this host allows.",
  "private.share_links": "Links end with a restore: an old archive would bring back revoked ones.",
  "private.received_files": "Belongs to links; the files themselves are archived.",
  "private.pending_blobs": "Uploads that are not finished, and bytes to delete.",
  "private.incoming_uploads": "Uploads that are not finished.",
};

/**
 * The SQL condition of a table's archived rows.
 * @param options.moment when the archive was made, ISO 8601; default: the current transaction's
 * time.
 * @param options.withoutWorkspace leaves out what only the workspace user may read.
 */
export function archivedRows(
  { condition, outsideWorkspace }: ArchivedTable,
  { moment, withoutWorkspace = false }: { moment?: string; withoutWorkspace?: boolean } = {},
): string {
  const then = moment ? condition.replaceAll("now()", `'${moment}'::timestamptz`) : condition;
  return withoutWorkspace ? `(${then}) and (${outsideWorkspace})` : then;
}
