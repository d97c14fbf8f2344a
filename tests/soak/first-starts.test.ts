import { once } from "node:events";
import { readdir, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSites } from "../lifecycle/sites.ts";
import { runBuiltServer } from "../support/sites/built-server.ts";
import { copyRuntimeCheckout } from "../support/sites/checkout-copy.ts";

const { cleanups, freshDataDir } = openSites();

test("of two first starts in one folder, one builds and the other waits, also after a start was cancelled meanwhile", async () => {
  const checkout = await copyRuntimeCheckout();
  cleanups.push(() => rm(checkout, { recursive: true, force: true }));
  await rm(join(checkout, "dist"), { recursive: true });
  const run = async () => {
    const server = runBuiltServer({ checkout, dataDir: await freshDataDir() });
    cleanups.push(async () => {
      server.process.kill("SIGTERM");
      await server.exit;
    });
    return server;
  };
  const cancelled = await run();
  while (!cancelled.output().includes("Building")) await once(cancelled.process.stdout, "data");
  cancelled.process.kill("SIGTERM");
  expect(await cancelled.exit).toBe(130);
  await expect.poll(() => processesIn(checkout)).toEqual([]);

  const both = [await run(), await run()];
  const origins = await Promise.all(both.map(({ opened }) => opened));
  const pages = await Promise.all(origins.map((origin) => fetch(origin)));
  expect(pages.map(({ status }) => status)).toEqual([200, 200]);
  const outputs = both.map(({ output }) => output()).join("");
  expect(outputs.match(/^Building /gm)).toHaveLength(1);
  expect(outputs.match(/^Waiting for another start/gm)).toHaveLength(1);
});

/** The processes with this working directory. */
async function processesIn(folder: string): Promise<string[]> {
  const entries = await readdir("/proc");
  const found = await Promise.all(
    entries.map(async (entry) => [entry, await readlink(`/proc/${entry}/cwd`).catch(() => "")]),
  );
  return found.flatMap(([entry = "", path]) => (path === folder ? [entry] : []));
}
