import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const module = pathToFileURL(join(import.meta.dirname, "one-at-a-time.mjs")).href;
/** A script that runs until its input ends. */
const script = `import { appendFileSync } from "node:fs";
const { oneAtATime } = await import(${JSON.stringify(module)});
await oneAtATime(async () => {
  appendFileSync("log", process.argv[1] + " begins\\n");
  for await (const _ of process.stdin);
  appendFileSync("log", process.argv[1] + " ends\\n");
});`;

let folder: string;
let started: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-in-turn-"));
  started = [];
});
afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

function work(name: string) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, name], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  started.push(child);
  return child;
}

const log = async () => (await readFile(join(folder, "log"), "utf8").catch(() => "")).split("\n");

it("work in one folder is done by one process after another", async () => {
  const first = work("first");
  await vi.waitFor(async () => expect(await log()).toContain("first begins"), 10_000);
  const others = [work("second"), work("third")];
  for (const other of others) {
    const [said] = (await once(other.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
    expect(String(said)).toMatch(/^Waiting for another start/);
    other.stdin?.end();
  }
  expect(await log()).toEqual(["first begins", ""]);
  first.stdin?.end();
  await Promise.all(others.map((other) => once(other, "exit")));
  const [, firstEnds, ...rest] = await log();
  expect(firstEnds).toBe("first ends");
  const order = rest[0]?.startsWith("second") ? ["second", "third"] : ["third", "second"];
  expect(rest).toEqual([...order.flatMap((name) => [`${name} begins`, `${name} ends`]), ""]);
});

it("a killed process does not block others", async () => {
  const killed = work("killed");
  await vi.waitFor(async () => expect(await log()).toContain("killed begins"), 10_000);
  const waiting = work("waiting");
  await once(waiting.stdout as NodeJS.ReadableStream, "data");
  killed.kill("SIGKILL");
  await vi.waitFor(async () => expect(await log()).toContain("waiting begins"), 10_000);
  waiting.kill("SIGKILL");
  await once(waiting, "exit");
  const next = work("next");
  next.stdin?.end();
  await once(next, "exit");
  expect((await log()).at(-2)).toBe("next ends");
});
