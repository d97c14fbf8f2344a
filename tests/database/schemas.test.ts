import { expect, test } from "vitest";
import type { Sql } from "../../server/database/connect.ts";
import { openDatabase } from "../../server/database/open.ts";
import { silentLog } from "../../server/log/log.ts";
import { createTestDatabase } from "../support/databases/postgres.ts";
import { fingerprint } from "../support/databases/schema-fingerprint.ts";
import { frozenSites, thawSite, withDatabase } from "../support/frozen-sites/thaw.ts";

/**
 * Unused objects that the packages of earlier releases made in Supabase's schemas: tables,
 * columns with their indexes and checks, and functions, all without rows or callers.
 */
const LEFT_BEHIND = [
  /^(relation|column|constraint \w+|comment) auth\.(flow_state|audit_log_entries|idx_|\w+_idx)/,
  /^column auth\.users (confirm|email_change|invited|is_anonymous|phone_c|reauth|recovery)/,
  /^column auth\.sessions (refresh_token_|scopes|tag)/,
  /^constraint (sessions_scopes|users_email_change_confirm_status)_check auth\./,
  /^index CREATE (UNIQUE )?INDEX \w+ ON auth\./,
  /^function \w+ CREATE OR REPLACE FUNCTION storage\.(allow_|extension|filename|operation)/,
];

test.each(frozenSites)("a site of %s gets the same schema as a new database", async (name) => {
  const { dataDir, remove } = await thawSite(name);
  const made = await createTestDatabase(17);
  try {
    await withDatabase(dataDir, async (sql, { url: databaseUrl }) => {
      const wanted = await elements(made.sql);
      const config = { dataDir, databaseUrl, driveQuota: null, sampleContent: false };
      const options = { config: { ...config, archiveBeforeMigrations: false }, secrets: null };
      await (await openDatabase({ ...options, log: silentLog })).stop();
      const found = await elements(sql);
      expect(found.filter((line) => !wanted.includes(line))).toEqual([]);
      expect(await missing(sql, wanted)).toEqual([]);
    });
  } finally {
    await made.drop();
    await remove();
  }
});

async function missing(sql: Sql, wanted: readonly string[]): Promise<string[]> {
  const found = await elements(sql);
  return wanted.filter((line) => !found.includes(line));
}

/** The lines that describe the database, without its migration history. */
async function elements(sql: Sql): Promise<string[]> {
  const lines = await fingerprint(sql);
  const isLeft = (line: string) => LEFT_BEHIND.some((form) => form.test(line));
  return lines.filter((line) => !line.startsWith("migration ") && !isLeft(line));
}
