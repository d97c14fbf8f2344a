import { expect, it } from "vitest";
import { messageTime } from "./message-time.ts";

const now = new Date(2026, 10, 21, 15, 30);

it.each([
  [new Date(2026, 10, 21, 9, 5), "9:05 AM"],
  [new Date(2026, 10, 21, 0, 0), "12:00 AM"],
  [new Date(2026, 10, 20, 23, 59), "Nov 20"],
  [new Date(2026, 0, 1), "Jan 1"],
  [new Date(2025, 10, 21, 15, 30), "Nov 21, 2025"],
])("messageTime formats %s as %s", (moment, text) => {
  expect(messageTime(moment.toISOString(), now).replace(/\s/g, " ")).toBe(text);
});
