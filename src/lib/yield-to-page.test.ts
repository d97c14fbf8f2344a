import { afterEach, expect, it, vi } from "vitest";
import { yieldToPage } from "./yield-to-page.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("yieldToPage ends the task after each 15 ms of work, and not before", async () => {
  let now = 1000;
  let breaks = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  class CountedChannel extends MessageChannel {
    constructor() {
      super();
      breaks += 1;
    }
  }
  vi.stubGlobal("MessageChannel", CountedChannel);
  await yieldToPage();
  const counts: number[] = [];
  for (const milliseconds of [0, 14, 1, 0, 20, 7, 7]) {
    now += milliseconds;
    await yieldToPage();
    counts.push(breaks);
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 3]);
});
