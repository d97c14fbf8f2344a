import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withTimeLimit } from "./time-limit.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = new Promise<string>(() => {});

it("withTimeLimit returns the outcome of work that ends in time, and leaves no timer", async () => {
  expect(await withTimeLimit(Promise.resolve("done"), 1000, () => "late")).toBe("done");
  expect(vi.getTimerCount()).toBe(0);
});

it("withTimeLimit rejects as the work does, and leaves no timer", async () => {
  const failing = withTimeLimit(Promise.reject(new Error("failed")), 1000, () => "late");
  await expect(failing).rejects.toThrow("failed");
  expect(vi.getTimerCount()).toBe(0);
});

it("withTimeLimit returns the result of onLate once the time is over, not before", async () => {
  const onLate = vi.fn(() => "late");
  const outcome = withTimeLimit(never, 1000, onLate);
  await vi.advanceTimersByTimeAsync(999);
  expect(onLate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe("late");
});

it("withTimeLimit rejects with the error that onLate throws", async () => {
  const outcome = withTimeLimit(never, 1000, () => {
    throw new Error("too slow");
  });
  const expected = expect(outcome).rejects.toThrow("too slow");
  await vi.advanceTimersByTimeAsync(1000);
  await expected;
});

it("withTimeLimit ignores a failure after the time limit", async () => {
  let fail = (_: Error) => {};
  const work = new Promise<string>((_, reject) => {
    fail = reject;
  });
  const outcome = withTimeLimit(work, 1000, () => "late");
  await vi.advanceTimersByTimeAsync(1000);
  fail(new Error("too late to matter"));
  expect(await outcome).toBe("late");
});
