import { expect, test } from "vitest";
import { withRequestId } from "../observability/request-id.ts";
import { boundConsole, createLog } from "./log.ts";

function record(options: Parameters<typeof createLog>[1] = {}) {
  const lines: string[] = [];
  const take = (line: string) => void lines.push(line);
  return { lines, log: createLog({ log: take, warn: take, error: take }, options) };
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
  const { lines, log } = record({ now: () => minutes * 60_000 });
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
  const { lines, log } = record({ now: () => 60_000 });
  const target = {} as Console;
  boundConsole(log, target);
  target.error("Refused:", { query: "\u001b[2J\n", text: "x".repeat(9000) });
  target.info("%s joined", "somebody\r\n");
  for (let event = 0; event < 100; event++) target.warn("Again.");
  expect(lines).toHaveLength(60);
  expect(lines[1]).toBe("somebody\\u000d\\u000a joined");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(300);
  expect(lines.join("")).not.toMatch(/\p{Cc}/u);
});

test("a line that a request causes starts with the request's id", async () => {
  const { lines, log } = record();
  await withRequestId("id-of-request", async () => {
    await Promise.resolve();
    log.error("Failed.", "why");
  });
  log.warn("Later.");
  expect(lines).toEqual(["[id-of-request] Failed.", "[id-of-request]   'why'", "Later."]);
});

test("as JSON, an event is one line with time, level, message, request and cause", () => {
  const { lines, log } = record({ format: "json", now: () => 0 });
  withRequestId("id-of-request", () => log.error("\u001b[2J", new Error("x\n".repeat(9000))));
  log.info("Open this link:\n  http://localhost:3000/#/x");
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ level: "error", message: "\\u001b[2J", request: "id-of-request" });
  expect(first.cause[0]).toMatch(/^ {2}Error: x\\u000ax/);
  expect(Math.max(...first.cause.map((line: string) => line.length))).toBeLessThanOrEqual(300);
  expect(second).toEqual({
    time: "1970-01-01T00:00:00.000Z",
    level: "info",
    message: "Open this link:\n  http://localhost:3000/#/x",
  });
});
