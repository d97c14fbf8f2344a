import { afterEach, expect, test } from "vitest";
import { liveAreas, pollEvery, SELDOM_MS } from "./live-areas.ts";

afterEach(() => liveAreas.admin.set(false));

test("polls once a minute while the area's changes are announced, and as before otherwise", () => {
  const [often, seldom, rare] = [
    pollEvery("admin", 10_000),
    pollEvery("admin", 60_000, SELDOM_MS),
    pollEvery("workspace", 10_000),
  ];
  expect([often(), seldom(), rare()]).toEqual([10_000, 60_000, 10_000]);
  liveAreas.admin.set(true);
  expect([often(), seldom(), rare()]).toEqual([60_000, 300_000, 10_000]);
});
