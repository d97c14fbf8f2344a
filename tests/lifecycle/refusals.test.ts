import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBuiltServer } from "../support/sites/built-server.ts";
import { readDatabaseUrl } from "./server-state.ts";
import { openSites } from "./sites.ts";

const { cleanups, freshDataDir, start, usedDataDir } = openSites();

/** The output and exit code of a start that must fail. */
async function refusal(env: Record<string, string>, dataDir?: string) {
  const run = runBuiltServer({ dataDir: dataDir ?? (await freshDataDir()), env });
  const code = await run.exit;
  return { code, said: run.output().trim() };
}

// server/config.test.ts covers all other variables.
test("a bad environment variable is named, and nothing is started", async () => {
  const { code, said } = await refusal({ PORT: "abc" });
  expect([code, said]).toEqual([1, "PORT must be a number from 0 to 65535."]);
});

test("FOYER_OWNER_PASSWORD below the minimum stops only a start that would create the owner", async () => {
  const env = { FOYER_OWNER_EMAIL: "owner@example.test", FOYER_OWNER_PASSWORD: "only nine" };
  const dataDir = await usedDataDir();
  const { code, said } = await refusal(env, dataDir);
  expect(code).toBe(1);
  expect(said).toContain("FOYER_OWNER_PASSWORD must have at least 10 characters.");
  const taken = { ...env, FOYER_OWNER_PASSWORD: "now it has ten" };
  await (await start({ dataDir, env: taken })).stop();
  // The owner may have set this variable for an earlier version.
  const later = await start({ dataDir, env });
  expect((await fetch(`${later.origin}/healthz`)).status).toBe(200);
});

test("a port in use is reported in one sentence, and so is an unknown variable", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  cleanups.push(async () => other.close());
  const { port } = other.address() as { port: number };
  const { code, said } = await refusal({ PORT: String(port), FOYER_PUBLIC_URI: "x" });
  expect(code).toBe(1);
  expect(said.split("\n")).toEqual([
    "FOYER_PUBLIC_URI is not a setting of Foyer and has no effect. Is FOYER_PUBLIC_URL meant?",
    `Port ${port} on 127.0.0.1 is taken by another program. Stop it, or set PORT to another number.`,
  ]);
});

test("a second process is refused on the same data directory, and on its database with a wrong password", async () => {
  const first = await start({ dataDir: await usedDataDir() });
  const { code, said } = await refusal({}, first.dataDir);
  expect(code).toBe(1);
  expect(said).toMatch(
    /^Another Foyer is already running on \S+\. Stop it first, or set FOYER_DATA_DIR/,
  );
  expect((await fetch(`${first.origin}/healthz`)).status).toBe(200);

  const url = new URL(await readDatabaseUrl(first.dataDir));
  url.password = "wrong";
  const locked = await refusal({ DATABASE_URL: url.href });
  expect(locked.code).toBe(1);
  expect(locked.said).toMatch(
    /cannot be reached: password authentication failed .* Check DATABASE_URL\.$/,
  );
  expect(locked.said).not.toContain("wrong");
});

test("of two processes started at once on a fresh directory exactly one opens", async () => {
  const dataDir = await freshDataDir();
  const runs = [runBuiltServer({ dataDir }), runBuiltServer({ dataDir })];
  const outcomes = await Promise.allSettled(runs.map((run) => run.opened));
  for (const run of runs) run.process.kill("SIGTERM");
  await Promise.all(runs.map((run) => run.exit));
  expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a data directory that is a file is refused", async () => {
  const file = join(await freshDataDir(), "file");
  await writeFile(file, "");
  const { code, said } = await refusal({}, file);
  expect(code).toBe(1);
  expect(said).toMatch(/^The data directory \S+file cannot be read and written \(EEXIST\)\./);
});

test("an unreachable DATABASE_URL is reported", async () => {
  const { code, said } = await refusal({
    DATABASE_URL: "postgresql://postgres:x@127.0.0.1:1/postgres",
  });
  expect(code).toBe(1);
  expect(said).toMatch(
    /^The database postgres at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED.*\. Check DATABASE_URL\.$/,
  );
});
