import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type DatabaseSession, openSession } from "../../server/database/session.ts";
import { joinServers, reportOtherOrigins } from "../../server/database/site-store.ts";
import { silentLog } from "../../server/log/log.ts";
import { createReadBudget, type ReadBudget } from "../../server/rest/read-budget.ts";
import { shareOnce, shareReads } from "../../server/rest/share-reads.ts";
import { generateSecrets } from "../../server/secrets.ts";
import { loadSharedKeys } from "../../server/shared-keys.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases/postgres.ts";

let database: TestDatabase;
/** The sessions of two servers. */
let one: DatabaseSession;
let two: DatabaseSession;

beforeAll(async () => {
  database = await createTestDatabase(17);
});
afterAll(() => database.drop());
beforeEach(() => {
  one = openSession(database.url);
  two = openSession(database.url);
});
afterEach(async () => {
  await Promise.all([one.close(), two.close()]);
});

/** A long timeout, because a session reconnects after a second, or later on a busy machine. */
const until = <T>(check: () => T | Promise<T>) => vi.waitUntil(check, 120_000);

/** Simulates a network failure or a restart of the database. */
async function cutSessions() {
  await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'foyer session' and datname = current_database()`;
}

describe("a lock of a session", () => {
  it("a lock of a session is held by one server at a time, with a higher fence each time", async () => {
    const first = await one.tryLock("upload a");
    expect(await two.tryLock("upload a")).toBeNull();
    expect(await two.tryLock("upload b")).not.toBeNull();
    await first?.release();
    const second = await two.tryLock("upload a");
    expect(second?.fence).toBeGreaterThan(first?.fence ?? Number.POSITIVE_INFINITY);
    expect(await one.tryLock("upload a")).toBeNull();
  });

  it("a lock of a session is lost with the connection, which reports this before another server gets it", async () => {
    const lock = await one.tryLock("upload a");
    await cutSessions();
    const next = await until(() => two.tryLock("upload a"));
    expect(lock?.lost.aborted).toBe(true);
    expect(next?.fence).toBeGreaterThan(lock?.fence ?? Number.POSITIVE_INFINITY);
    // Releasing a lost lock must not release the other server's lock.
    await lock?.release();
    await until(() => one.live);
    expect(await one.tryLock("upload b")).not.toBeNull();
    expect(await one.tryLock("upload a")).toBeNull();
  });
});

describe("a notification", () => {
  it("a notification reaches every listening server, and a gap is reported after a lost connection", async () => {
    const heard: string[] = [];
    const stop = one.listen(
      "news",
      (text) => heard.push(text),
      () => heard.push("gap"),
    );
    await until(() => one.live);
    await two.notify("news", "first");
    await until(() => heard.includes("first"));
    await cutSessions();
    await until(() => !one.live);
    await until(() => one.live);
    await until(() => two.live);
    expect(heard.lastIndexOf("gap")).toBeGreaterThan(heard.indexOf("first"));
    await two.notify("news", "second");
    await until(() => heard.includes("second"));
    stop();
  });
});

describe("servers on one database", () => {
  it("servers on one database must store their files in the same place", async () => {
    await joinServers(one, "bucket");
    await joinServers(two, "bucket");
    const three = openSession(database.url);
    try {
      await expect(joinServers(three, "folder")).rejects.toThrow(
        "Another server is using this database with other stored files.",
      );
      await Promise.all([one.close(), two.close()]);
      await vi.waitFor(() => joinServers(three, "folder"), 120_000);
    } finally {
      await three.close();
    }
  });

  it("servers on one database are reported when their addresses differ", async () => {
    const error = vi.fn();
    const log = { ...silentLog, error };
    await reportOtherOrigins(one, "https://example.org", log);
    await reportOtherOrigins(two, "https://example.org", log);
    expect(error).not.toHaveBeenCalled();
    const three = openSession(database.url);
    await reportOtherOrigins(three, "http://127.0.0.1:3000", log).finally(three.close);
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(
        /another address than http:\/\/127\.0\.0\.1:3000: .* FOYER_PUBLIC_URL\.$/,
      ),
    );
  });

  it("servers on one database have the same keys, initially those of an earlier version's file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "foyer-keys-"));
    try {
      const earlier = generateSecrets();
      await writeFile(join(folder, "secrets.json"), JSON.stringify(earlier));
      const { postgresPassword: _, ...keys } = earlier;
      expect(await loadSharedKeys(database.sql, folder)).toEqual(keys);
      await writeFile(join(folder, "secrets.json"), JSON.stringify(generateSecrets()));
      expect(await loadSharedKeys(database.sql, folder)).toEqual(keys);
      await database.sql`delete from gateway.keys`;
      const empty = join(folder, "empty");
      const both = await Promise.all([1, 2].map(() => loadSharedKeys(database.sql, empty)));
      expect(both[0]).toEqual(both[1]);
      expect(both[0]).not.toEqual(keys);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("servers on one database add up the reads of a busy address", async () => {
    const budgets = [createReadBudget(), createReadBudget()];
    // Creates the table; the test runs the rounds itself.
    (await shareReads(database.sql, createReadBudget(), "key"))();
    const [here, there] = budgets as [ReadBudget, ReadBudget];
    const share = async () => {
      for (const budget of budgets) await shareOnce(database.sql, budget, "key");
    };
    for (const budget of budgets) budget.spend("attacker", 16_000);
    budgets[0]?.spend("visitor", 100);
    await share();
    expect(here.wait("attacker")).toBe(0);
    there.spend("attacker", 5);
    await share();
    expect(there.wait("attacker")).toBeGreaterThan(0);
    here.spend("attacker", 5);
    await share();
    expect(here.wait("attacker")).toBeGreaterThan(0);
    const rows = await database.sql`select from gateway.read_budgets`;
    expect(rows).toHaveLength(1);
  });

  it("servers on one database keep their keys from every role of the Data API", async () => {
    await loadSharedKeys(database.sql, "/nowhere");
    for (const role of ["anon", "authenticated", "service_role"]) {
      const read = database.sql.begin(async (tx) => {
        await tx.unsafe(`set local role ${role}`);
        return tx`select from gateway.keys`;
      });
      await expect(read).rejects.toThrow("permission denied for schema gateway");
    }
  });
});
