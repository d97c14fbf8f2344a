import { expect } from "vitest";

/** Asks again and again until the matcher holds; fails after ten seconds, which no machine needs. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 10_000 });
}
