import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DirectoryInUseError, lockDirectory } from "./directory-lock.ts";

/** Simulates another process acting between two steps of this one. */
const beforeRename = vi.hoisted(() => ({ once: null as (() => Promise<void>) | null }));
vi.mock("node:fs/promises", async (original) => {
  const fs = await original<typeof import("node:fs/promises")>();
  const rename: typeof fs.rename = async (from, to) => {
    const happen = beforeRename.once;
    beforeRename.once = null;
    await happen?.();
    return fs.rename(from, to);
  };
  return { ...fs, rename };
});

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-lock-"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test.each([
  ["a short path", "a"],
  ["a path longer than a socket's may be", "b".repeat(120)],
])("%s can be locked once, and again after release", async (_, name) => {
  const directory = join(root, name);
  await mkdir(directory);
  const lock = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUseError);
  await lock.release();
  await (await lockDirectory(directory)).release();
});

test.each(["short", "c".repeat(120)])(
  "a slow removal of a stale lock does not remove the lock that replaced it (%s)",
  async (name) => {
    const directory = join(root, name);
    await mkdir(directory);
    await leaveStaleSocket(directory);
    let second: Awaited<ReturnType<typeof lockDirectory>> | undefined;
    beforeRename.once = async () => {
      second = await lockDirectory(directory);
    };
    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUseError);
    // The new lock is still reachable under its name.
    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUseError);
    await second?.release();
    await (await lockDirectory(directory)).release();
  },
);

/** Simulates a killed process: the socket file remains, nothing listens on it. */
async function leaveStaleSocket(directory: string) {
  const draft = join(tmpdir(), `foyer-stale-${process.pid}.sock`);
  const server = createServer().listen(draft);
  await once(server, "listening");
  await rename(draft, join(directory, "foyer.sock"));
  server.close();
  await once(server, "close");
}

test("the lock of a killed process can be taken", async () => {
  const directory = join(root, "killed");
  await mkdir(directory);
  const holder = spawn(process.execPath, [
    "-e",
    `require("net").createServer().listen(${JSON.stringify(join(directory, "foyer.sock"))}, () => console.log("held"))`,
  ]);
  await once(holder.stdout, "data");
  await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUseError);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  await (await lockDirectory(directory)).release();
});
