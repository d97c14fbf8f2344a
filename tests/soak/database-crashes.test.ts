import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { databaseProcesses, postMessage } from "../lifecycle/server-state.ts";
import { startBuiltServer } from "../support/built-server.ts";
import { preparedDataDir } from "../support/prepared-data-dir.ts";

test("a database that crashes at work, time and again, does not take the server with it", async () => {
  const dataDir = await preparedDataDir({ FOYER_SAMPLE_CONTENT: "off" });
  const server = await startBuiltServer({ dataDir });
  const { secretKey } = await server.secrets();
  let writing = true;
  const write = async (message: string) => {
    while (writing) {
      await fetch(`${server.origin}/rest/v1/messages`, {
        method: "POST",
        headers: { apikey: secretKey, "content-type": "application/json" },
        body: JSON.stringify({ name: "n", email: "n@example.com", subject: "s", message }),
        signal: AbortSignal.timeout(3000),
      })
        .then((response) => response.text())
        .catch(() => {});
    }
  };
  const writers = Array.from({ length: 12 }, (_, n) => write("m".repeat(n % 2 ? 15_000 : 100)));
  const healthy = () =>
    expect
      .poll(() => fetch(`${server.origin}/healthz`).then(({ status }) => status), {
        timeout: 20_000,
      })
      .toBe(200);
  const [postmaster] = await databaseProcesses(dataDir);
  try {
    for (let crash = 0; crash < 5; crash++) {
      await healthy();
      // One connection that ends like this makes PostgreSQL end all others and begin anew.
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
    writing = false;
  }
  await Promise.all(writers);
  await healthy();
  expect(server.process.exitCode).toBeNull();
  expect(server.output()).not.toMatch(/Foyer stops/);
  await postMessage(server, "after all crashes");
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});
