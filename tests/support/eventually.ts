import { expect } from "vitest";

/** Polls until the matcher passes; fails after ten seconds, a generous limit on any machine. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 10_000 });
}
