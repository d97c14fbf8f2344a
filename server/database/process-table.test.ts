import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { silentLog } from "../log/log.ts";
import { endOrphan } from "./postmaster.ts";
import { isPostmasterOf } from "./process-table.ts";

let root: string;
let bin: string;
let program: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  // A program with the expected name and arguments that only waits.
  bin = await mkdtemp(join(tmpdir(), "foyer-bin-"));
  program = join(bin, "postgres");
  await copyFile(process.execPath, program);
});
afterAll(() => rm(bin, { recursive: true, force: true }));
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-orphan-"));
  await mkdir(join(root, "postgres"));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await rm(root, { recursive: true, force: true });
});

/** Runs a process that looks like a postmaster of the given folder and ends at SIGINT. */
async function run(file: string, clusterDir: string, cwd = "/"): Promise<number> {
  const script = "console.log(1);process.on('SIGINT',()=>process.exit());setInterval(()=>{},1e6)";
  const child = spawn(file, ["-e", script, "--", "-D", clusterDir, "-p", "1"], { cwd });
  children.push(child);
  await once(child.stdout, "data");
  return child.pid as number;
}

const clusterDir = () => join(root, "postgres");

/** Ends the orphan that the pid file names, and expects the file to be removed. */
async function endRecorded(pid: number) {
  const pidFile = join(clusterDir(), "postmaster.pid");
  await writeFile(pidFile, `${pid}\n`);
  await endOrphan(clusterDir(), silentLog);
  await expect(readFile(pidFile)).rejects.toThrow("ENOENT");
}

test("a postmaster is recognized by its exact -D", async () => {
  const pid = await run(program, clusterDir());
  expect(await isPostmasterOf(pid, clusterDir())).toBe(true);
  expect(await isPostmasterOf(pid, `${clusterDir()}2`)).toBe(false);
  expect(await isPostmasterOf(pid, root)).toBe(false);
});

test("a postmaster whose folder was renamed is still recognized", async () => {
  const pid = await run(program, clusterDir(), clusterDir());
  await rename(clusterDir(), `${clusterDir()}-renamed`);
  expect(await isPostmasterOf(pid, `${clusterDir()}-renamed`)).toBe(true);
});

test("an orphan is ended and its pid file removed", async () => {
  const pid = await run(program, clusterDir());
  await endRecorded(pid);
  expect(await isPostmasterOf(pid, clusterDir())).toBe(false);
});

test.each([
  ["another program", () => run(process.execPath, clusterDir())],
  ["the postmaster of a folder whose path begins alike", () => run(program, `${clusterDir()}-2`)],
])("a pid file that names %s is stale: the program keeps running", async (_, start) => {
  const pid = await start();
  await endRecorded(pid);
  expect(process.kill(pid, 0)).toBe(true);
});

test("a pid file that names a zombie is stale", async () => {
  // A shell that becomes another program never reaps its child.
  const parent = spawn("sh", [
    "-c",
    `"${program}" -e 0 -- -D "${clusterDir()}" & echo $!; exec sleep 1000`,
  ]);
  children.push(parent);
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  const state = async () =>
    /^State:\s+(\w)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  await expect.poll(state, { timeout: 120_000 }).toBe("Z");
  await endRecorded(pid);
});
