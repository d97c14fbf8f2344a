import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientFor } from "../support/sites/gateway.ts";
import { preparedDataDir } from "../support/sites/prepared-data-dir.ts";
import { runSiteCommand } from "../support/sites/site-command.ts";
import { postMessage } from "./server-state.ts";
import { openSites } from "./sites.ts";

const { cleanups, freshDataDir, start } = openSites();

const owner = {
  FOYER_OWNER_EMAIL: "owner@example.test",
  FOYER_OWNER_PASSWORD: "correct horse battery",
  FOYER_SAMPLE_CONTENT: "off",
};

test("a site backed up while its server runs is restored into an empty directory", async () => {
  const dataDir = await preparedDataDir(owner);
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const server = await start({ dataDir });
  await postMessage(server, "Keep me");
  const folder = await freshDataDir();
  const file = join(folder, "site.tar");
  const backup = await runSiteCommand(dataDir, ["backup", "--out", file]);
  expect(backup).toEqual({
    code: 0,
    printed: expect.stringMatching(/Wrote .*site\.tar: \d+ rows and 0 files/),
  });
  expect(await readdir(folder)).toEqual(["site.tar"]);
  await server.stop();

  const copyDir = await freshDataDir();
  const half = (await readFile(file)).subarray(0, 20_000);
  expect(await runSiteCommand(copyDir, ["restore", "-"], { stalled: half })).toEqual({
    code: 130,
    printed: expect.stringContaining("Canceled; nothing was changed."),
  });
  const restored = await runSiteCommand(copyDir, ["restore", file]);
  expect(restored).toEqual({ code: 0, printed: expect.stringMatching(/Restored \d+ rows/) });

  const copy = await start({ dataDir: copyDir });
  const client = clientFor(copy.origin, (await copy.secrets()).publishableKey);
  const { error } = await client.auth.signInWithPassword({
    email: owner.FOYER_OWNER_EMAIL,
    password: owner.FOYER_OWNER_PASSWORD,
  });
  expect(error).toBeNull();
  const { data } = await client.from("messages").select("subject");
  expect(data).toEqual([{ subject: "Keep me" }]);
});
