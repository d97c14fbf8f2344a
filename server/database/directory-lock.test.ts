import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { DirectoryInUseError, lockDirectory } from "./directory-lock.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-lock-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
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
    // Another process acts between two steps of this one.
    const spy = vi.spyOn(fs, "rename").mockImplementationOnce(async (from, to) => {
      second = await lockDirectory(directory);
      return fs.rename(from, to);
    });
    syncBuiltinESMExports();
    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUseError);
    // The new lock is still reachable under its name.
    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryInUseError);
    expect(spy).toHaveBeenCalled();
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
