import { rm } from "node:fs/promises";
import { connect, type Sql } from "../../server/database/connect.ts";
import { readDatabaseUrl } from "../lifecycle/server-state.ts";
import { type BuiltServer, startBuiltServer } from "./built-server.ts";
import { owner } from "./pages/admin-panel.ts";
import { copyTemplate, createTemplates } from "./site-template.ts";

/** The built server with a way into its database past every policy. */
export interface BuiltSite extends BuiltServer {
  /** The superuser's connection. */
  sql: Sql;
}

const ownedSite = {
  FOYER_TRUST_PROXY: "on",
  FOYER_OWNER_EMAIL: owner.email,
  FOYER_OWNER_PASSWORD: owner.password,
};

/**
 * Starts the built server for a browser. Each browser context names an address of its own in
 * `x-forwarded-for`, so that the limits per address hold within a test and not across them.
 * With a `dataDir` of the caller's it can be stopped and started again where it was.
 */
export async function startBuiltSite(
  env: Record<string, string> = {},
  { dataDir }: { dataDir?: string } = {},
): Promise<BuiltSite> {
  const all = { FOYER_SAMPLE_CONTENT: "on", ...ownedSite, ...env };
  const folder = dataDir ?? (await copyTemplate(templateOf(all)));
  const server = await startBuiltServer({ dataDir: folder, env: all });
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

/** Makes what sites with an owner start from, with sample content and without. */
export function createSiteTemplates(): Promise<() => Promise<void>> {
  const environments = ["on", "off"].map((sample) => {
    const env = { ...ownedSite, FOYER_SAMPLE_CONTENT: sample };
    return [templateOf(env), env] as const;
  });
  return createTemplates(Object.fromEntries(environments));
}

function templateOf(env: typeof ownedSite & { FOYER_SAMPLE_CONTENT: string }): string {
  return `${env.FOYER_OWNER_EMAIL ? "owned" : "fresh"}-sample-${env.FOYER_SAMPLE_CONTENT}`;
}
