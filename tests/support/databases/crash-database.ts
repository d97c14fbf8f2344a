import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { expect } from "vitest";
import { connect } from "../../../server/database/connect.ts";
import { databaseProcesses, postMessage, readDatabaseUrl } from "../../lifecycle/server-state.ts";
import { startBuiltServer, temporaryDataDir } from "../sites/built-server.ts";

/** Milliseconds after which a request counts as unanswered. */
const UNANSWERED = 30_000;

/** Valid statuses of a correct request, whatever happens to the database. */
const EXPECTED = [200, 201, 503, 504];

/**
 * Crashes the database of a server under load. Every request must get a correct answer, 503 or 504
 * in time, the page must always be served, and every acknowledged message must be stored.
 */
export async function crashUnderLoad(crashes: number): Promise<void> {
  // The template database is not used, because it acknowledges writes before they are on the disk.
  const dataDir = await temporaryDataDir();
  const server = await startBuiltServer({ dataDir, env: { FOYER_SAMPLE_CONTENT: "off" } });
  const { secretKey } = await server.secrets();
  const headers = { apikey: secretKey, "content-type": "application/json" };
  let working = true;
  let slowest = 0;
  const answers: Record<string, number> = {};
  const wrong: string[] = [];
  const acknowledged: string[] = [];
  const send = async (path: string, init?: RequestInit, expected = EXPECTED) => {
    const begun = performance.now();
    const asked = `${init?.method ?? "GET"} ${path}`;
    try {
      const signal = AbortSignal.timeout(UNANSWERED);
      const response = await fetch(`${server.origin}${path}`, { ...init, headers, signal });
      const text = await response.text();
      const { status } = response;
      answers[status] = (answers[status] ?? 0) + 1;
      const waits = status !== 503 || response.headers.has("retry-after");
      if (!expected.includes(status) || !waits)
        wrong.push(`${asked}: ${status} ${text.slice(0, 300)}`);
      return status;
    } catch (error) {
      wrong.push(`${asked}: ${error}`);
      return 0;
    } finally {
      slowest = Math.max(slowest, performance.now() - begun);
    }
  };
  const repeat = async (request: () => Promise<unknown>) => {
    while (working) await request();
  };
  const write = (message: string) => async () => {
    const id = crypto.randomUUID();
    const row = { id, name: "n", email: "n@example.com", subject: "s", message };
    const body = JSON.stringify(row);
    const status = await send("/rest/v1/messages", { method: "POST", body });
    if (status === 201) acknowledged.push(id);
  };
  const healthy = () =>
    expect.poll(() => fetch(`${server.origin}/healthz`).then(({ status }) => status)).toBe(200);
  const [postmaster] = await databaseProcesses(dataDir);
  await healthy();
  const clients = [
    ...Array.from({ length: 10 }, (_, n) => repeat(write("m".repeat(n % 2 ? 15_000 : 100)))),
    ...Array.from({ length: 4 }, () => repeat(() => send("/rest/v1/messages?select=id&limit=20"))),
    repeat(() => send("/auth/v1/admin/users")),
    repeat(() => send("/storage/v1/bucket")),
    repeat(() => send("/", {}, [200])),
  ];
  try {
    // On a busy machine, a crash may fall between all statements; then no request notices it.
    for (let crash = 0; crash < crashes || !answers[503]; crash++) {
      await healthy();
      await expect.poll(() => killConnection(postmaster, crash)).toBe(true);
    }
  } finally {
    working = false;
    await Promise.all(clients);
  }
  await healthy();
  console.log(
    `${crashes} crashes, answers by status ${JSON.stringify(answers)}, slowest ${Math.round(slowest)} ms`,
  );
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(answers[201]).toBeGreaterThan(crashes);
  const sql = connect(await readDatabaseUrl(dataDir), { max: 1 });
  // PostgreSQL may have recovered before it accepts the next connection.
  const read = () => sql<{ id: string }[]>`select id from public.messages`.catch(() => null);
  await expect.poll(read).not.toBeNull();
  const ids = new Set((await read())?.map(({ id }) => id));
  await sql.end();
  expect(acknowledged.filter((id) => !ids.has(id)).slice(0, 3)).toEqual([]);
  expect(server.process.exitCode).toBeNull();
  expect(server.output()).toContain(
    "The database does not answer. Requests get 503 until it does.",
  );
  expect(server.output()).not.toMatch(/Foyer stops|ECONN|CONNECTION_|57P0|\n\s+at /);
  await postMessage(server, "after all crashes");
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * Makes PostgreSQL end all connections and restart.
 * @returns false when the chosen connection has just closed.
 */
function killConnection(postmaster: number | undefined, which: number): boolean {
  const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(postmaster)]);
  const lines = children.toString().split("\n");
  const connections = lines.filter((line) => line.includes("127.0.0.1"));
  const pid = Number.parseInt(connections[which % connections.length] ?? "", 10);
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}
