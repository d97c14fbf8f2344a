import type { Sql } from "./database/connect.ts";
import { createGatewayTable } from "./database/gateway-table.ts";
import { generateKeys, readSecrets, type SiteKeys } from "./secrets.ts";

/**
 * The keys of a site with a separate PostgreSQL. They are stored in the database, so that servers
 * share nothing but their environment. The first start stores those of an earlier version's
 * `secrets.json`, or new ones.
 */
export async function loadSharedKeys(sql: Sql, dataDir: string): Promise<SiteKeys> {
  await createGatewayTable(sql, "keys", COLUMNS);
  const known = await readKeys(sql);
  if (known) return known;
  const { jwtSecret, publishableKey, secretKey } = (await readSecrets(dataDir)) ?? generateKeys();
  await sql`insert into gateway.keys (jwt_secret, publishable_key, secret_key)
    values (${jwtSecret}, ${publishableKey}, ${secretKey}) on conflict do nothing`;
  const stored = await readKeys(sql);
  if (!stored) throw new Error("The site's keys were not stored.");
  return stored;
}

/** Replaces the keys for a site that was moved here; servers adopt them at their next start. */
export async function replaceSharedKeys(sql: Sql, keys: SiteKeys): Promise<void> {
  const { jwtSecret, publishableKey, secretKey } = keys;
  await createGatewayTable(sql, "keys", COLUMNS);
  await sql`insert into gateway.keys (jwt_secret, publishable_key, secret_key)
    values (${jwtSecret}, ${publishableKey}, ${secretKey})
    on conflict (only_row) do update set jwt_secret = excluded.jwt_secret,
      publishable_key = excluded.publishable_key, secret_key = excluded.secret_key`;
}

async function readKeys(sql: Sql): Promise<SiteKeys | null> {
  const [row] = await sql<SiteKeys[]>`
    select jwt_secret as "jwtSecret", publishable_key as "publishableKey",
      secret_key as "secretKey" from gateway.keys`;
  return row ?? null;
}

/** A table with a single row. */
const COLUMNS = `
  only_row boolean primary key default true check (only_row),
  jwt_secret text not null,
  publishable_key text not null,
  secret_key text not null`;
