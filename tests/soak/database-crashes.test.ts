import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { databaseProcesses, postMessage } from "../lifecycle/server-state.ts";
import { startBuiltServer } from "../support/built-server.ts";
import { preparedDataDir } from "../support/prepared-data-dir.ts";

const CRASHES = 100;

/** Milliseconds after which a request counts as unanswered. */
const UNANSWERED = 30_000;

test(`a database that crashes under load, ${CRASHES} times, leaves no request unanswered`, async () => {
  const dataDir = await preparedDataDir({ FOYER_SAMPLE_CONTENT: "off" });
  const server = await startBuiltServer({ dataDir });
  const { secretKey } = await server.secrets();
  let working = true;
  let slowest = 0;
  let unanswered = 0;
  const answers: Record<number, number> = {};
  const send = async (path: string, init?: RequestInit) => {
    const begun = performance.now();
    try {
      const response = await fetch(`${server.origin}${path}`, {
        ...init,
        headers: { apikey: secretKey, "content-type": "application/json" },
        signal: AbortSignal.timeout(UNANSWERED),
      });
      await response.text();
      answers[response.status] = (answers[response.status] ?? 0) + 1;
    } catch (error) {
      if ((error as Error).name === "TimeoutError") unanswered++;
    }
    slowest = Math.max(slowest, performance.now() - begun);
  };
  const repeat = async (request: () => Promise<void>) => {
    while (working) await request();
  };
  const write = (message: string) => () =>
    send("/rest/v1/messages", {
      method: "POST",
      body: JSON.stringify({ name: "n", email: "n@example.com", subject: "s", message }),
    });
  const clients = [
    ...Array.from({ length: 10 }, (_, n) => repeat(write("m".repeat(n % 2 ? 15_000 : 100)))),
    ...Array.from({ length: 4 }, () => repeat(() => send("/rest/v1/messages?select=id&limit=20"))),
    repeat(() => send("/")),
  ];
  const healthy = () =>
    expect
      .poll(() => fetch(`${server.origin}/healthz`).then(({ status }) => status), {
        timeout: 30_000,
      })
      .toBe(200);
  const [postmaster] = await databaseProcesses(dataDir);
  try {
    for (let crash = 0; crash < CRASHES; crash++) {
      await healthy();
      // Killing one connection's backend makes PostgreSQL end all others and restart.
      let connections: string[] = [];
      await expect
        .poll(() => {
          const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(postmaster)]);
          connections = children
            .toString()
            .split("\n")
            .filter((line) => line.includes("127.0.0.1"));
          return connections.length;
        })
        .toBeGreaterThan(0);
      process.kill(Number.parseInt(connections[crash % connections.length] ?? "", 10), "SIGKILL");
    }
  } finally {
    working = false;
  }
  await Promise.all(clients);
  await healthy();
  console.log(
    `${CRASHES} crashes, answers by status ${JSON.stringify(answers)}, slowest ${Math.round(slowest)} ms`,
  );
  expect(unanswered).toBe(0);
  expect(answers[201]).toBeGreaterThan(CRASHES);
  expect(server.process.exitCode).toBeNull();
  expect(server.output()).not.toMatch(/Foyer stops/);
  await postMessage(server, "after all crashes");
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});
