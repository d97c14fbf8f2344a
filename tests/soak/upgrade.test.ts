import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAJOR_VERSION } from "../../server/database/binaries.ts";
import { connect } from "../../server/database/connect.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { readDatabaseUrl } from "../lifecycle/server-state.ts";
import { readSite } from "../support/sites/archive-sites.ts";
import { runBuiltServer, startBuiltServer } from "../support/sites/built-server.ts";
import { createOlderSite, type OlderSite, runUpgrade } from "../support/sites/older-site.ts";

let site: OlderSite;
beforeAll(async () => {
  site = await createOlderSite();
});
afterAll(() => site?.remove());

/** The postmasters of any cluster in this folder. */
async function postmastersIn(dataDir: string): Promise<string[]> {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    processes.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")),
  );
  return commands.filter((command) => command.includes(`-D\0${dataDir}/`));
}

test("a site opens with every row after its upgrade was killed at any step", async () => {
  const older = await createOlderSite(MAJOR_VERSION);
  const { dataDir } = older;
  const blobs = createFileBlobStore(join(dataDir, "blobs"));
  try {
    for (const step of ["Switching", "Creating", "Copying", "Comparing", "Copied", "The old", ""]) {
      const upgrade = runUpgrade(dataDir, [], { direct: true });
      if (step) void upgrade.prints(step).then(() => upgrade.process.kill("SIGKILL"));
      await upgrade.ended;
      const server = await startBuiltServer({ dataDir });
      const sql = connect(await readDatabaseUrl(dataDir), { max: 2 });
      expect(await readSite({ sql, url: "", blobs })).toEqual(older.content);
      await sql.end();
      await server.stop();
    }
    const names = (await readdir(dataDir)).filter((name) => !/\.log/.test(name)).sort();
    const clusters = [`postgres-${MAJOR_VERSION}-checksums`, `postgres-${MAJOR_VERSION}-old`];
    expect(names).toEqual(["blobs", "cluster.json", ...clusters, "secrets.json"]);
    expect(await postmastersIn(dataDir)).toEqual([]);
  } finally {
    await older.remove();
  }
});

test("an upgrade that is canceled or killed leaves the old database, and can be repeated", async () => {
  const { dataDir } = site;
  const own = ["--binaries", site.binaries];
  const names = async () => (await readdir(dataDir)).filter((name) => !/\.log/.test(name)).sort();
  const before = await names();

  const canceled = runUpgrade(dataDir, own);
  await canceled.prints("Creating the new database");
  canceled.process.kill("SIGINT");
  expect(await canceled.ended).toEqual({
    code: 130,
    printed: expect.stringContaining("Canceled; nothing was changed."),
  });
  expect(await names()).toEqual(before);
  expect(await postmastersIn(dataDir)).toEqual([]);

  const killed = runUpgrade(dataDir, own, { direct: true });
  await killed.prints("Copying the rows");
  killed.process.kill("SIGKILL");
  await killed.ended;
  expect(await names()).toEqual(expect.arrayContaining(["postgres", "postgres-17", "upgrade"]));
  const refused = runBuiltServer({ dataDir });
  expect(await refused.exit).toBe(1);
  expect(refused.output()).toContain("Upgrade it with: npm run upgrade");

  const repeated = await runUpgrade(dataDir).ended;
  expect(repeated).toEqual({
    code: 0,
    printed: expect.stringMatching(/Fetching PostgreSQL 16 [\s\S]*Copied \d+ rows/),
  });
  const after = await names();
  expect(after).toEqual([
    "blobs",
    "cluster.json",
    "postgres-16-old",
    "postgres-17",
    "secrets.json",
  ]);
  expect(await postmastersIn(dataDir)).toEqual([]);

  // Simulates a kill right after the swap.
  await rename(join(dataDir, "postgres-16-old"), join(dataDir, "postgres"));
  const note = { state: "created", directory: "postgres-17" };
  const replaced = { directory: "postgres", kept: "postgres-16-old" };
  await writeFile(join(dataDir, "cluster.json"), JSON.stringify({ ...note, replaced }));
  await mkdir(join(dataDir, "upgrade"));
  const draft = { ...note, directory: join(dataDir, "postgres-17") };
  await writeFile(join(dataDir, "upgrade", "cluster.json"), JSON.stringify(draft));
  const server = await startBuiltServer({ dataDir });
  await server.stop();
  const completed = await runUpgrade(dataDir, own).ended;
  expect(completed).toEqual({
    code: 0,
    printed: expect.stringContaining("Completed an interrupted upgrade."),
  });
  expect(await names()).toEqual(after);
  const nothing = await runUpgrade(dataDir).ended;
  expect(nothing).toEqual({ code: 0, printed: expect.stringContaining("nothing to upgrade") });
});
