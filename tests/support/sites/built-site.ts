import { rm } from "node:fs/promises";
import { connect, type Sql } from "../../../server/database/connect.ts";
import { readDatabaseUrl } from "../../lifecycle/server-state.ts";
import { type BuiltServer, startBuiltServer } from "./built-server.ts";
import { preparedDataDir } from "./prepared-data-dir.ts";

/** The owner every built test server has. */
export const owner = { email: "owner@example.com", password: "a long enough password" };

/** The built server with a database connection that bypasses every policy. */
export interface BuiltSite extends BuiltServer {
  /** The superuser's connection. */
  sql: Sql;
}

/**
 * Starts the built server for a browser. Each browser context sends its own address in
 * `x-forwarded-for`, so that per-address limits apply within a test and not across tests. With a
 * `dataDir` of the caller, it can be stopped and restarted on the same data.
 */
export async function startBuiltSite(
  env: Record<string, string> = {},
  { dataDir }: { dataDir?: string } = {},
): Promise<BuiltSite> {
  const environment = {
    FOYER_TRUST_PROXY: "on",
    FOYER_OWNER_EMAIL: owner.email,
    FOYER_OWNER_PASSWORD: owner.password,
    ...env,
  };
  const folder = dataDir ?? (await preparedDataDir(environment));
  const server = await startBuiltServer({ dataDir: folder, env: environment });
  const sql = connect(await readDatabaseUrl(server.dataDir), { max: 3 });
  return {
    ...server,
    sql,
    async stop() {
      await sql.end({ timeout: 1 });
      await server.stop();
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    },
  };
}
