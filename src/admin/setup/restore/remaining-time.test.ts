import { expect, it } from "vitest";
import { createRemainingTime } from "./remaining-time.ts";

const SECOND = 1000;

it.each([
  [59, "less than a minute left"],
  [61, "about 1 minute left"],
  [100, "about 2 minutes left"],
  [12 * 60, "about 10 minutes left"],
  [13 * 60, "about 15 minutes left"],
  [60 * 60, "about 1 hour left"],
  [5 * 60 * 60, "about 5 hours left"],
])("%i remaining seconds are shown as: %s", (seconds, text) => {
  const time = createRemainingTime();
  expect(time.measure(0, seconds + 5, 0)).toBe("");
  expect(time.measure(4.9, seconds + 5, 4.9 * SECOND)).toBe("");
  expect(time.measure(5, seconds + 5, 5 * SECOND)).toBe(text);
});

it("the remaining time changes at most every five seconds, and not for an estimate that does not last", () => {
  const time = createRemainingTime();
  const changes: string[] = [];
  let sent = 0;
  for (let at = 0; at <= 240 * SECOND; at += 500) {
    // Bursts and pauses that average a byte per millisecond.
    sent += (at / 500) % 4 === 0 ? 1700 : 100;
    const text = time.measure(Math.min(sent, 119_000), 120_000, at);
    if (text !== changes.at(-1)) changes.push(text);
    if (sent >= 119_000) break;
  }
  expect(changes).toEqual([
    "",
    "about 2 minutes left",
    "about 1 minute left",
    "less than a minute left",
  ]);
});

it("the remaining time is not shown while nothing is being sent", () => {
  const time = createRemainingTime();
  time.measure(0, 1000, 0);
  expect(time.measure(10, 1000, 5 * SECOND)).toBe("about 8 minutes left");
  let shown = "";
  for (let at = 6 * SECOND; at <= 50 * SECOND; at += SECOND) shown = time.measure(10, 1000, at);
  expect(shown).toBe("");
});
