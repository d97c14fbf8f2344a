import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { OLDEST_RELEASE } from "../../server/database/schema.ts";
import { projectRoot } from "../../server/project-root.ts";
import { readDatabaseUrl } from "../lifecycle/server-state.ts";
import { SETTINGS } from "../support/frozen-sites/live.ts";
import { expectRows } from "../support/frozen-sites/rows.ts";
import { digestsIn } from "../support/frozen-sites/stored-bytes.ts";
import { frozenSites, thawSite, tooOldSites } from "../support/frozen-sites/thaw.ts";
import { runBuiltServer, startBuiltServer } from "../support/sites/built-server.ts";

const KILLS = 20;

test.each(frozenSites)(
  `a server killed at ${KILLS} moments of its start on a site of %s loses nothing`,
  async (name) => {
    const duration = await timeOfStart(name);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { dataDir, rows, remove } = await thawSite(name);
      try {
        const killed = runBuiltServer({ dataDir, env: SETTINGS });
        await delay((duration * kill) / KILLS);
        killed.process.kill("SIGKILL");
        await killed.exit;
        const server = await startBuiltServer({ dataDir, env: SETTINGS });
        const sql = connect(await readDatabaseUrl(dataDir), { max: 1 });
        await expectRows(sql, rows).finally(() => sql.end());
        await server.stop();
      } finally {
        await remove();
      }
    }
  },
);

test.each(frozenSites)(
  "the code of %s refuses its site once this code has opened it",
  async (name) => {
    const { dataDir, versions, remove } = await thawSite(name);
    try {
      const server = await startBuiltServer({ dataDir, env: SETTINGS });
      const sql = connect(await readDatabaseUrl(dataDir), { max: 1 });
      const rows = await sql`select from supabase_migrations.schema_migrations`;
      await sql.end();
      await server.stop();
      if (rows.length === versions.length) return;
      await withCheckout(name, async (checkout) => {
        const run = runBuiltServer({ checkout, dataDir, env: SETTINGS });
        expect(await run.exit).toBe(1);
        expect(run.output().trim().split("\n").at(-1)).toMatch(
          /^The database was migrated by a newer version of Foyer .* Update the code, or use another database\.$/,
        );
      });
    } finally {
      await remove();
    }
  },
);

test("the oldest release updates each earlier site so that this code opens it, with every row and file", () =>
  withCheckout(OLDEST_RELEASE.version, async (checkout) => {
    for (const name of tooOldSites) {
      const { dataDir, rows, remove } = await thawSite(name);
      try {
        const blobs = await digestsIn(join(dataDir, "blobs"));
        await (await startBuiltServer({ checkout, dataDir, env: SETTINGS })).stop();
        const server = await startBuiltServer({ dataDir, env: SETTINGS });
        const sql = connect(await readDatabaseUrl(dataDir), { max: 1 });
        await expectRows(sql, rows).finally(() => sql.end());
        await server.stop();
        expect(await digestsIn(join(dataDir, "blobs")), name).toMatchObject(blobs);
      } finally {
        await remove();
      }
    }
  }));

/** Works with a checkout of a release, whose start installs its packages and builds it. */
async function withCheckout(release: string, work: (checkout: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), "foyer-earlier-"));
  const checkout = join(folder, "foyer");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: projectRoot });
  try {
    git("worktree", "add", "--quiet", "--detach", checkout, commitOf(release));
    await work(checkout);
  } finally {
    if (existsSync(checkout)) git("worktree", "remove", "--force", checkout);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A copy of the repository may have no tags. */
function commitOf(release: string): string {
  const args = ["log", "-1", "--format=%H", `--grep=^Release ${release}$`];
  return execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).trim();
}

async function timeOfStart(name: string): Promise<number> {
  const { dataDir, remove } = await thawSite(name);
  const start = performance.now();
  const server = await startBuiltServer({ dataDir, env: SETTINGS });
  const duration = performance.now() - start;
  const exited = once(server.process, "exit");
  server.process.kill("SIGTERM");
  await exited;
  await remove();
  return duration;
}
