import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openBoundedLog } from "./bounded-log.ts";

let root: string;
let file: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-log-"));
  file = join(root, "postgres.log");
});
afterEach(() => rm(root, { recursive: true, force: true }));

const linesOf = async (path: string) => (await readFile(path, "utf8")).trimEnd().split("\n");

test("log output in chunks is joined to lines, and control characters are escaped", async () => {
  const log = openBoundedLog(file);
  const bytes = Buffer.from("first é\nsecond \u001b[31m\nthird");
  // Splits within a character.
  for (const piece of [bytes.subarray(0, 7), bytes.subarray(7, 20), bytes.subarray(20)]) {
    log.write(piece);
  }
  log.close();
  expect(await linesOf(file)).toEqual(["first é", "second \\u001b[31m", "third"]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("a line without an end does not grow without limit", async () => {
  const log = openBoundedLog(file);
  for (let piece = 0; piece < 100; piece++) log.write(Buffer.alloc(10_000, "x"));
  log.write(Buffer.from("\nnext\n"));
  log.close();
  const [long, next] = await linesOf(file);
  expect([long?.length, next]).toEqual([300, "next"]);
});

test("the current and the previous file never exceed their size limit", async () => {
  let second = 0;
  const log = openBoundedLog(file, { maxBytes: 2000, now: () => second++ * 1000 });
  for (let line = 0; line < 500; line++) log.write(Buffer.from(`line ${line} ${"x".repeat(50)}\n`));
  log.close();
  const files = await readdir(root);
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(root, name))).size));
  expect(files.sort()).toEqual(["postgres.log", "postgres.log.1"]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2000);
  expect((await linesOf(file)).at(-1)).toMatch(/^line 499 /);
});

test("lines beyond the rate limit are counted, not written", async () => {
  let time = 0;
  const log = openBoundedLog(file, { linesPerSecond: 10, now: () => time });
  log.write(Buffer.from("flood\n".repeat(5000)));
  time = 1000;
  log.write(Buffer.from("after\n"));
  log.close();
  const lines = await linesOf(file);
  expect(lines.slice(9)).toEqual(["flood", "(4990 more lines left out)", "after"]);
});
