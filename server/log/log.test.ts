import { expect, test } from "vitest";
import { boundConsole, createLog } from "./log.ts";

function record(now?: () => number) {
  const lines: string[] = [];
  const take = (line: string) => void lines.push(line);
  return { lines, log: createLog({ log: take, warn: take, error: take }, now) };
}

test("an error is logged with its code, stack frame and cause, each line safe and short", () => {
  const { lines, log } = record();
  const hostile = `\u001b[2J\n    at forged (file.ts:1:1)\nFoyer is open at ${"x".repeat(20_000)}`;
  const error = Object.assign(new Error(hostile), { code: "22P02", detail: "secret value" });
  log.error(`GET /${hostile} failed.`, new Error("outer", { cause: error }));
  expect(lines[0]).toMatch(/^GET \/\\u001b\[2J\\u000a/);
  expect(lines[1]).toBe("  Error: outer");
  expect(lines.filter((line) => line.startsWith("  Error 22P02: "))).toHaveLength(1);
  expect(lines.filter((line) => line.includes("log.test.ts")).length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.trimStart().startsWith("at forged"))).toEqual([]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(300);
  expect(lines.join("\n")).not.toContain("secret value");
  expect(lines.length).toBeLessThan(40);
});

test("a thrown value that is not an error is logged as one line", () => {
  const { lines, log } = record();
  log.error("Failed.", { text: "a\nb", deep: { deeper: { deepest: "x".repeat(9000) } } });
  expect(lines).toHaveLength(2);
});

test("errors beyond sixty a minute are only counted", () => {
  let minutes = 1;
  const { lines, log } = record(() => minutes * 60_000);
  for (let event = 0; event < 1000; event++) log.error("Again.");
  expect(lines).toHaveLength(60);
  minutes = 2;
  log.warn("Later.");
  expect(lines.slice(60)).toEqual(["(940 more warnings and errors left out)", "Later."]);
});

test("the server's own messages keep their line breaks", () => {
  const { lines, log } = record();
  log.info("Open this link:\n  http://localhost:3000/#/x");
  expect(lines).toEqual(["Open this link:", "  http://localhost:3000/#/x"]);
});

test("console output of a library becomes one safe line and has its own limit", () => {
  const { lines, log } = record(() => 60_000);
  const target = {} as Console;
  boundConsole(target, log);
  target.error("Refused:", { query: "\u001b[2J\n", text: "x".repeat(9000) });
  target.info("%s joined", "somebody\r\n");
  for (let event = 0; event < 100; event++) target.warn("Again.");
  expect(lines).toHaveLength(60);
  expect(lines[1]).toBe("somebody\\u000d\\u000a joined");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(300);
  expect(lines.join("")).not.toMatch(/\p{Cc}/u);
});
