import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect } from "vitest";

/** Fails each test of this file that causes an unhandled exception or rejection. */
export function refuseUnhandledErrors(): void {
  const unhandled: unknown[] = [];
  const add = (error: unknown) => void unhandled.push(error);
  beforeEach(() => {
    process.on("uncaughtException", add).on("unhandledRejection", add);
  });
  afterEach(async () => {
    // A rejection counts as unhandled after the current turn of the event loop.
    await setImmediate();
    process.off("uncaughtException", add).off("unhandledRejection", add);
    expect(unhandled.splice(0)).toEqual([]);
  });
}
