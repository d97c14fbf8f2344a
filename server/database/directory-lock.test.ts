import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DirectoryInUseError, lockDirectory } from "./directory-lock.ts";

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

test("a lock whose process was killed is free", async () => {
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
