import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request } from "node:http";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { BuiltServer } from "../support/sites/built-server.ts";
import { processesWith } from "./server-state.ts";
import { openSites } from "./sites.ts";

const { cleanups, freshDataDir, start, usedDataDir } = openSites();

/**
 * Runs `npm start` in its own terminal, whose Ctrl-C reaches npm and all processes it has started.
 */
function startInTerminal(dataDir: string) {
  const npm = spawn("npm", ["start"], {
    cwd: resolve(import.meta.dirname, "../.."),
    env: { ...process.env, PORT: "0", FOYER_DATA_DIR: dataDir, FOYER_SAMPLE_CONTENT: "off" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const tell = (signal: NodeJS.Signals) => {
    if (npm.exitCode === null && npm.signalCode === null) {
      process.kill(-(npm.pid as number), signal);
    }
  };
  cleanups.push(async () => tell("SIGKILL"));
  let output = "";
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  const prints = async (text: string) => {
    while (!output.includes(text)) await once(npm.stdout, "data");
  };
  const exit = once(npm, "exit").then(([code]) => code as number | null);
  return { exit, prints, pressCtrlC: () => tell("SIGINT"), output: () => output };
}

test.each(["Creating the database", "Applied"])(
  "Ctrl-C when a first start prints %j ends it at once, and the next start is complete",
  async (line) => {
    const dataDir = await freshDataDir();
    const terminal = startInTerminal(dataDir);
    await terminal.prints(line);
    terminal.pressCtrlC();
    await terminal.exit;
    expect(terminal.output()).not.toMatch(/Foyer is open/);
    await expect.poll(() => processesWith(dataDir)).toEqual([]);
    const next = await start({ dataDir });
    expect(next.output()).not.toMatch(/left by an earlier run/);
    expect((await fetch(next.origin)).status).toBe(200);
    // The start is complete: the signal arrives while the setup link is being created.
    await next.stop();
    expect(next.output()).toMatch(/finishing running requests/);
  },
);

test("Ctrl-C, which npm forwards a second time, lets the request in progress finish", async () => {
  const dataDir = await usedDataDir();
  const terminal = startInTerminal(dataDir);
  await terminal.prints("Foyer is open");
  const origin = /Foyer is open at (\S+)/.exec(terminal.output())?.[1] ?? "";
  const { publishableKey } = JSON.parse(await readFile(`${dataDir}/secrets.json`, "utf8"));
  const body = JSON.stringify({ name: "n", email: "n@example.com", subject: "s", message: "m" });
  const running = request(`${origin}/rest/v1/messages`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    },
  });
  const answered = once(running, "response");
  running.write(body.slice(0, 10));
  await fetch(`${origin}/healthz`);
  terminal.pressCtrlC();
  await terminal.prints("finishing running requests");
  running.end(body.slice(10));
  const [response] = await answered;
  expect(response.statusCode).toBe(201);
  response.resume();
  expect(await terminal.exit).toBe(0);
  expect(await processesWith(dataDir)).toEqual([]);
});

test("a second Ctrl-C ends a server that is stopping at once, and its database with it", async () => {
  const dataDir = await usedDataDir();
  const server = await start({ dataDir });
  const upload = await startUpload(server);
  server.process.kill("SIGINT");
  // Further presses in quick succession count as the first one.
  await expect
    .poll(() => {
      server.process.kill("SIGINT");
      return server.process.exitCode;
    })
    .toBe(130);
  upload.destroy();
  await expect.poll(() => processesWith(dataDir)).toEqual([]);
  const next = await start({ dataDir });
  expect((await fetch(next.origin)).status).toBe(200);
});

/** Sends a part of the announced bytes, so that a stopping server waits for the rest. */
async function startUpload(server: BuiltServer) {
  const { secretKey } = await server.secrets();
  const upload = request(`${server.origin}/storage/v1/object/profile-pictures/endless.png`, {
    method: "POST",
    headers: { apikey: secretKey, "content-type": "image/png", "content-length": 2_000_000 },
  });
  upload.on("error", () => {});
  upload.write(Buffer.alloc(100_000));
  await fetch(`${server.origin}/healthz`);
  return upload;
}
