import { chmod, chown, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltServerOptions, runBuiltServer } from "../support/sites/built-server.ts";
import { copyRuntimeCheckout } from "../support/sites/checkout-copy.ts";
import { postMessage } from "./server-state.ts";
import { openSites } from "./sites.ts";

/** Debian's account for programs that own no files. */
const nobody = { uid: 65_534, gid: 65_534 };

const { cleanups, start: startWith } = openSites();

const start = (options: BuiltServerOptions) =>
  startWith({ ...options, env: { FOYER_SAMPLE_CONTENT: "off" } });

if (process.getuid?.() === 0) {
  let checkout: string;
  beforeAll(async () => {
    checkout = await copyRuntimeCheckout();
  });
  afterAll(() => rm(checkout, { recursive: true, force: true }));

  test("the site starts for an ordinary user", async () => {
    const dataDir = join(checkout, "data");
    await mkdir(dataDir);
    await chown(dataDir, nobody.uid, nobody.gid);
    const server = await start({ checkout, dataDir, account: nobody });
    await postMessage(server, "from an ordinary user");
    expect((await fetch(server.origin)).status).toBe(200);
    await server.stop();
    // Root runs PostgreSQL under the account that owns the database.
    const asRoot = await start({ checkout, dataDir });
    expect(asRoot.output()).not.toMatch(/Creating the database/);
    expect((await fetch(asRoot.origin)).status).toBe(200);
  });

  test("a start by an ordinary user with a data directory of another account is refused", async () => {
    const dataDir = join(checkout, "others-data");
    await mkdir(dataDir, { mode: 0o700 });
    const run = runBuiltServer({ checkout, dataDir, account: nobody });
    expect(await run.exit).toBe(1);
    expect(run.output().trim()).toBe(
      `The data directory ${dataDir} cannot be read and written (EACCES). Correct its permissions, or set FOYER_DATA_DIR to another directory.`,
    );
  });

  test("as root in a checkout that only root may enter, the database is placed outside of it and its location printed", async () => {
    await chmod(checkout, 0o700);
    const dataDir = join(checkout, "roots-data");
    const server = await start({ checkout, dataDir });
    const place = /The database is in (\/var\/lib\/foyer\/\w+), because the account "postgres"/;
    const moved = place.exec(server.output())?.[1];
    expect(moved).toBeDefined();
    for (const suffix of ["", ".log", ".data-directory"]) {
      cleanups.push(() => rm(`${moved}${suffix}`, { recursive: true, force: true }));
    }
    await postMessage(server, "from a closed checkout");
    await server.stop();
    const again = await start({ checkout, dataDir });
    expect(again.output()).not.toMatch(/Creating the database/);
    expect((await fetch(again.origin)).status).toBe(200);
  });
} else {
  console.warn("Not root: the tests of other accounts can only run as root and are left out.");
  test("the site starts for an ordinary user", async () => {
    const server = await start({});
    await postMessage(server, "from an ordinary user");
    expect((await fetch(server.origin)).status).toBe(200);
  });
}
