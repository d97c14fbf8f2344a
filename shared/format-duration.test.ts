import { expect, it } from "vitest";
import { formatDuration } from "./format-duration.ts";

it.each([
  [700, "1 s"],
  [59_000, "59 s"],
  [80_000, "1 min 20 s"],
  [3_661_000, "1 h 1 min"],
])("formatDuration writes %d milliseconds as %s", (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});
