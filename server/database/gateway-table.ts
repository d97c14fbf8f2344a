import { type Sql, tableExists } from "./connect.ts";
import { MIGRATION_LOCK } from "./migrate.ts";

/** Creates the table with the first call that succeeds; see `createGatewayTable`. */
export function gatewayTable(sql: Sql, name: string, columns: string): () => Promise<void> {
  let created: Promise<void> | null = null;
  return () =>
    (created ??= createGatewayTable(sql, name, columns).catch((error) => {
      created = null;
      throw error;
    }));
}

/**
 * Creates a table for the servers themselves unless it exists. The Data API does not expose its
 * schema, and row level security without a policy denies its roles access regardless of grants.
 * @param name without the schema, `gateway`. Like `columns` from code or a catalog, never input.
 * @param unlogged for rows that may be lost when the database crashes.
 */
export async function createGatewayTable(
  sql: Sql,
  name: string,
  columns: string,
  { unlogged = false } = {},
): Promise<void> {
  const table = `gateway.${name}`;
  if (await tableExists(sql, table)) return;
  await sql.begin(async (tx) => {
    // Two processes creating the same schema at once would conflict.
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await tx.unsafe(`
      create schema if not exists gateway;
      create ${unlogged ? "unlogged " : ""}table if not exists ${table} (${columns});
      alter table ${table} enable row level security;
      revoke all on schema gateway from public;
    `);
  });
}
