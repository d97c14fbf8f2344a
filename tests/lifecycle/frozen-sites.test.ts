import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Sql } from "../../server/database/connect.ts";
import { migrate } from "../../server/database/migrate.ts";
import { OLDEST_RELEASE, readSchema } from "../../server/database/schema.ts";
import { countStatements, interruptStart } from "../support/frozen-sites/interrupted-start.ts";
import { SETTINGS } from "../support/frozen-sites/live.ts";
import { returnOnline } from "../support/frozen-sites/offline-browser.ts";
import { OWN_ARCHIVE } from "../support/frozen-sites/packed-site.ts";
import {
  expectArchivedRows,
  expectRows,
  type Rows,
  readRows,
} from "../support/frozen-sites/rows.ts";
import { digestsIn } from "../support/frozen-sites/stored-bytes.ts";
import {
  frozenSites,
  type ThawedSite,
  thawSite,
  tooOldSites,
  withDatabase,
} from "../support/frozen-sites/thaw.ts";
import { resumeUpload } from "../support/frozen-sites/unfinished-upload.ts";
import { openLinks } from "../support/frozen-sites/visitor-steps.ts";
import {
  type BuiltServer,
  runBuiltServer,
  startBuiltServer,
} from "../support/sites/built-server.ts";
import { clientFor } from "../support/sites/gateway.ts";
import { runSiteCommand } from "../support/sites/site-command.ts";
import { readDatabaseUrl } from "./server-state.ts";
import { openSites } from "./sites.ts";

const { cleanups, freshDataDir } = openSites();

describe.each(frozenSites)("a site of %s", (name) => {
  let site: ThawedSite;
  let blobs: Record<string, string>;
  let server: BuiltServer;
  let sql: Sql;
  let publishableKey: string;
  beforeAll(async () => {
    site = await thawSite(name);
    blobs = await digestsIn(join(site.dataDir, "blobs"));
    server = await startBuiltServer({ dataDir: site.dataDir, env: SETTINGS });
    ({ publishableKey } = await server.secrets());
    sql = connect(await readDatabaseUrl(site.dataDir), { max: 2 });
  });
  afterAll(async () => {
    await sql?.end();
    await server?.stop();
    await site?.remove();
  });

  test("a frozen site opens with every row and every stored byte", async () => {
    await expectRows(sql, site.rows);
    // A start may add a file of its own.
    expect(await digestsIn(join(site.dataDir, "blobs"))).toMatchObject(blobs);
  });

  test("a frozen site keeps its owner and its workspace user signed in", async () => {
    const owner = await continueSession(site.life.owner.refreshToken);
    const { data: messages } = await owner.from("messages").select("subject");
    expect(messages).toHaveLength(2);
    const workspace = await continueSession(site.life.workspace.refreshToken);
    const { data: notes } = await workspace.from("workspace_notes").select("title");
    expect(notes).toEqual([{ title: "Diary" }]);
  });

  test("a frozen site receives the rest of an upload that the earlier version began", async () => {
    const { workspace, upload } = site.life;
    const client = visitor();
    expect((await client.auth.signInWithPassword(workspace)).error).toBeNull();
    const content = await resumeUpload(server.origin, client, upload);
    const { data } = await client.storage.from("workspace-files").download(upload.path);
    expect(data && Buffer.from(await data.arrayBuffer()).equals(content)).toBe(true);
  });

  test("a frozen site receives the notes that a browser of the earlier version wrote offline", async () => {
    const { browser } = site.life;
    const contents = async () => {
      const rows = await sql<{ content: string }[]>`select content from workspace_notes`;
      return rows.map(({ content }) => content).sort();
    };
    const [edited = ""] = contentsIn(site.rows);
    const expected = [
      edited.replace(/(?=<\/p>$)/, ` ${browser.edited}`),
      `<p>${browser.added}</p>`,
    ];
    await returnOnline(server.origin, browser, async () => {
      await expect.poll(contents).toEqual(expected.sort());
    });
  });

  test("a frozen site opens the links that the earlier version's user gave away", async () => {
    const shown = await openLinks({ origin: server.origin, publishableKey }, site.life.links);
    expect(shown).toMatchObject({ name: "résumé — 最終.pdf", size: 4000, inbox: { filesLeft: 9 } });
    expect(shown.calendar).toContain("SUMMARY:Pack");
  });

  test("a frozen site is restored from the archive made before its migrations, and from the version's own", async () => {
    const backups = join(site.dataDir, "backups");
    const before = (await readdir(backups).catch(() => [])).map((file) => join(backups, file));
    expect(before).toHaveLength((await isBehind()) ? 1 : 0);
    for (const archive of before) await expectRestored(archive, site.rows);
    const { dataDir, rows, remove } = await thawSite(name, { asFrozen: true });
    cleanups.push(remove);
    await expectRestored(join(dataDir, OWN_ARCHIVE), rows);
  });

  test("a frozen site is refused in one sentence by the earlier version after its update", async () => {
    if (!(await isBehind())) return;
    const schema = await readSchema();
    const migrations = schema.migrations.filter(({ version }) => site.versions.includes(version));
    await expect(migrate(sql, { ...schema, migrations })).rejects.toThrow(
      /^The database was migrated by a newer version of Foyer \(it has migration \d+, this code does not\)\. Update the code, or use another database\.$/,
    );
  });

  /** One moment of each site; in the soak, a server is killed at 20 of each. */
  test("a frozen site finishes a start that was interrupted while migrating", async () => {
    if (!(await isBehind())) return;
    const { dataDir, rows, remove } = await thawSite(name);
    try {
      await withDatabase(
        dataDir,
        async (admin, cluster) => {
          const copy = async (number: number) => {
            const database = `copy_${number}`;
            await admin.unsafe(`create database ${database} template postgres`);
            const databaseUrl = Object.assign(new URL(cluster.url), { pathname: database }).href;
            return { dataDir, databaseUrl };
          };
          const count = await countStatements(await copy(0));
          const share = [0.2, 0.5, 0.9][frozenSites.indexOf(name) % 3] ?? 0.5;
          await interruptStart(await copy(1), Math.ceil(share * count), rows);
        },
        "template1",
      );
    } finally {
      await remove();
    }
  });

  /** Whether this version has migrations that the frozen site lacks. */
  async function isBehind(): Promise<boolean> {
    const { migrations } = await readSchema();
    return migrations.some(({ version }) => !site.versions.includes(version));
  }

  async function expectRestored(archive: string, rows: Rows): Promise<void> {
    const dataDir = await freshDataDir();
    expect(await runSiteCommand(dataDir, ["restore", archive])).toEqual({
      code: 0,
      printed: expect.stringMatching(/Restored \d+ rows/),
    });
    await withDatabase(dataDir, (restored) => expectArchivedRows(restored, rows));
  }

  const visitor = () => clientFor(server.origin, publishableKey);

  async function continueSession(refresh_token: string): Promise<SupabaseClient> {
    const client = visitor();
    const { error } = await client.auth.refreshSession({ refresh_token });
    expect(error).toBeNull();
    return client;
  }
});

test.each(tooOldSites)(
  "a site of %s and its archive are refused in a sentence that names the release which updates them",
  async (name) => {
    const { dataDir, rows, versions, remove } = await thawSite(name);
    try {
      const { version, commit } = OLDEST_RELEASE;
      const sentence = (what: string, command: string) =>
        `${what} is from before Foyer ${version}, which alone brings it up to date: run "git checkout v${version}" (commit ${commit}) and "${command}" once, then return to this version.`;
      const run = runBuiltServer({ dataDir, env: SETTINGS });
      expect(await run.exit).toBe(1);
      expect(run.output().trim().split("\n").at(-1)).toBe(sentence("The database", "npm start"));
      const backup = await runSiteCommand(dataDir, ["backup", "--out", join(dataDir, "new.tar")]);
      expect(backup.code).toBe(1);
      expect(backup.printed).toContain(sentence("The database", "npm start"));
      const folders = async () => (await readdir(dataDir)).filter((entry) => !/\.log/.test(entry));
      const before = await folders();
      const upgrade = await runSiteCommand(dataDir, ["upgrade"]);
      expect(upgrade.code).toBe(1);
      expect(upgrade.printed).toContain(sentence("The database", "npm start"));
      expect((await folders()).sort()).toEqual(before.sort());
      await withDatabase(dataDir, async (sql) => {
        const left = await sql`select version from supabase_migrations.schema_migrations`;
        expect(left.map((row) => row.version)).toEqual(versions);
        expect(await readRows(sql)).toEqual(rows);
      });
      // The oldest version had no archives.
      if (name === "adf7785") return;
      const restored = await runSiteCommand(await freshDataDir(), [
        "restore",
        join(dataDir, OWN_ARCHIVE),
      ]);
      expect(restored.code).toBe(1);
      expect(restored.printed).toContain(sentence("The archive", "npm run restore"));
    } finally {
      await remove();
    }
  },
);

/** The texts of the site's notes. */
function contentsIn(rows: Rows): string[] {
  const notes = rows.get("public.workspace_notes")?.rows ?? [];
  return notes.map((note) => JSON.parse(note).content);
}
