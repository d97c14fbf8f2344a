import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBuiltServer } from "../support/sites/built-server.ts";
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
    printed: expect.stringMatching(/Fetching PostgreSQL 16 [\s\S]*Upgraded: \d+ rows in/),
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

  // Simulates a kill right after the switch.
  await rename(join(dataDir, "postgres-16-old"), join(dataDir, "postgres"));
  await mkdir(join(dataDir, "upgrade"));
  const plan = { from: "postgres", to: "postgres-17", kept: "postgres-16-old", identity: "none" };
  await writeFile(join(dataDir, "upgrade", "plan.json"), JSON.stringify(plan));
  const completed = await runUpgrade(dataDir, own).ended;
  expect(completed).toEqual({
    code: 0,
    printed: expect.stringMatching(/^Completing an interrupt/),
  });
  expect(await names()).toEqual(after);
  const nothing = await runUpgrade(dataDir).ended;
  expect(nothing).toEqual({ code: 0, printed: expect.stringContaining("nothing to upgrade") });
});
