import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/content/any-text.ts";
import { logLine } from "./log-line.ts";

test("plain text is unchanged, in any script", () => {
  expect(logLine("GET /résumé — 最終 🙂 failed.")).toBe("GET /résumé — 最終 🙂 failed.");
});

test.each([
  ["a line break", "a\r\nFoyer is open", "a\\u000d\\u000aFoyer is open"],
  ["a terminal code", "\u001b[2J", "\\u001b[2J"],
  ["a mark that reorders text", "\u202egnp.exe", "\\u202egnp.exe"],
])("%s is escaped", (_, text, line) => {
  expect(logLine(text)).toBe(line);
});

test("a line has at most 300 characters and no control characters, whatever the text", () => {
  fc.assert(
    fc.property(anyText(1000), (text) => {
      const line = logLine(text);
      expect(line.length).toBeLessThanOrEqual(300);
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
