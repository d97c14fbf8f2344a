// Child processes of the lab, which are started, watched, and stopped in reverse order. No other
// process is signaled.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createWriteStream } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const started = [];
let stopping = false;

/** Starts a program that runs as long as the lab. `signal` stops it. */
export function start(
  name,
  command,
  args,
  { logs, signal = "SIGTERM", mayEnd = false, ...options },
) {
  const log = createWriteStream(join(logs, `${name}.log`), { flags: "a", mode: 0o600 });
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  child.stdout.pipe(log);
  child.stderr.pipe(log);
  const entry = {
    name,
    child,
    signal,
    ended: false,
    done: new Promise((resolve) => child.once("close", resolve)),
  };
  child.once("exit", (code) => {
    entry.ended = true;
    if (!stopping && !mayEnd)
      fail(new Error(`${name} ended with ${code}; see ${join(logs, `${name}.log`)}`));
  });
  child.once("error", (error) => fail(new Error(`${name}: ${error.message}`)));
  started.push(entry);
  return entry;
}

export async function stop() {
  stopping = true;
  for (const entry of started.reverse()) {
    if (!entry.ended) entry.child.kill(entry.signal);
    const late = setTimeout(() => entry.child.kill("SIGKILL"), 10_000);
    await entry.done;
    clearTimeout(late);
  }
}

/** Stops all processes and exits with a message. */
export async function fail(error) {
  if (stopping) return;
  process.stderr.write(`hosted-lab: ${error.message}\n`);
  await stop();
  process.exit(1);
}

/** Returns a port below those that the system assigns, so that it is still free when it is used. */
export function freePort() {
  return new Promise((resolve) => {
    const port = randomInt(10_000, 32_000);
    const server = createServer().once("error", () => resolve(freePort()));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)));
  });
}

/** Waits until `check` returns a truthy value. */
export async function until(what, check, limit = 30_000) {
  const end = Date.now() + limit;
  for (;;) {
    if (await check().catch(() => false)) return;
    if (Date.now() > end) throw new Error(`${what} did not come up within ${limit / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}
