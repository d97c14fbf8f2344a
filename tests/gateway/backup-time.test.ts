import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type ScheduledBackups, scheduleBackups } from "../../server/backups/scheduled-backups.ts";
import { parseConfig } from "../../server/config.ts";
import { silentLog } from "../../server/log/log.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { openForServer } from "../support/databases/postgres.ts";
import {
  type Person,
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let folder: string;
let one: ScheduledBackups;
let two: ScheduledBackups;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-backup-time-"));
  gateway = await startTestGateway({
    gateway: {
      backups: {
        status: () => one.status(),
        archives: () => one.archives(),
        setting: () => one.setting(),
        setTime: (time) => one.setTime(time),
      },
    },
  });
  one = await openServer("one");
  two = await openServer("two");
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A server process without variables for backups, with its own data directory. */
async function openServer(name: string, environment: NodeJS.ProcessEnv = {}) {
  const config = parseConfig({ FOYER_DATA_DIR: join(folder, name), ...environment });
  await mkdir(config.dataDir);
  const database = openForServer(gateway.database);
  const blobs = createFileBlobStore(gateway.blobs);
  const backups = scheduleBackups({ config, database, blobs, log: silentLog });
  cleanups.push(() => backups.close().then(database.stop));
  return backups;
}

async function call(method: string, { client }: Person, body?: object) {
  const answer = await fetch(`${gateway.url}/backup/v1/schedule`, {
    method,
    headers: {
      apikey: gateway.secrets.publishableKey,
      authorization: `Bearer ${await tokenOf(client)}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

it("the time of backups is set by the owner, checked, and followed by every server and after a restart", async () => {
  const owner = await signInOwner(gateway);
  expect([await one.status(), await one.archives()]).toEqual([null, null]);
  expect(await call("GET", owner)).toMatchObject({
    status: 200,
    body: { at: null, isFixed: false, place: join(folder, "one", "backups") },
  });
  for (const at of ["3:00", "24:00", "", 3, undefined]) {
    expect(await call("PUT", owner, { at })).toMatchObject({
      status: 400,
      body: { message: "Enter a time such as 03:00." },
    });
  }
  const workspace = await signInWorkspaceUser(gateway);
  expect((await call("PUT", workspace, { at: "03:00" })).status).toBe(403);
  expect((await two.setting()).at).toBeNull();

  expect((await call("PUT", owner, { at: "04:30" })).body.at).toBe("04:30");
  expect((await two.setting()).at).toBe("04:30");
  const restarted = await openServer("three");
  expect((await restarted.setting()).at).toBe("04:30");
  expect(await two.archives()).toEqual([]);
  expect((await call("PUT", owner, { at: null })).body.at).toBeNull();
  expect((await restarted.setting()).at).toBeNull();
});

it("a backup is made when its time comes, without a restart", { timeout: 600_000 }, async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  try {
    const at = (minute: number) => new Date(2027, 0, 5, 10, minute, 1);
    vi.setSystemTime(at(0));
    const clocked = await openServer("clock");
    // Another server sets the time.
    await two.setTime({ hour: 10, minute: 30 });
    await tick();
    expect(await clocked.archives()).toEqual([]);
    vi.setSystemTime(at(30));
    await tick();
    vi.useRealTimers();
    await expect
      .poll(async () => (await clocked.status())?.proven?.archive, LONG)
      .toMatch(/^foyer-/);
    expect(await readdir(join(folder, "clock", "backups"))).toHaveLength(1);
    // Existing archives are still listed.
    await two.setTime(null);
    expect(await clocked.archives()).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

it("the time of backups is refused while variables set it", async () => {
  const fixed = await openServer("fixed", {
    FOYER_BACKUP: "daily@03:00",
    FOYER_BACKUP_TO: "s3://archives/site",
  });
  expect(await fixed.setting()).toMatchObject({
    at: "03:00",
    isFixed: true,
    place: "s3://archives/site",
  });
  const before = one;
  one = fixed;
  const owner = await signInOwner(gateway);
  expect(await call("PUT", owner, { at: "04:00" })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("FOYER_BACKUP") },
  });
  one = before;
  expect((await one.setting()).at).toBeNull();
});

/** Waits for the timer's interval, and for the database reads that the timer starts. */
async function tick(): Promise<void> {
  await vi.advanceTimersByTimeAsync(21_000);
  await new Promise((resolve) => setTimeout(resolve, 1000));
}

const LONG = { timeout: 300_000, interval: 500 };
