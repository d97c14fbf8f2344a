import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesce } from "./coalesce.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Reads that end when the test ends them. */
function heldReads() {
  const reads: string[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const request = coalesce((key) => {
    reads.push(key);
    return new Promise((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()));
    });
  }, 1_000);
  return { reads, ends, request };
}

test("coalesce reads at once, and once more for all requests during a read", async () => {
  const { reads, ends, request } = heldReads();
  for (let n = 0; n < 800; n++) request("files");
  expect(reads).toEqual(["files"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(reads).toEqual(["files"]);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(999);
  expect(reads).toEqual(["files"]);
  request("files");
  await vi.advanceTimersByTimeAsync(1);
  expect(reads).toEqual(["files", "files"]);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toEqual(["files", "files"]);
});

test("coalesce pauses three times as long as a slow read took", async () => {
  const { reads, ends, request } = heldReads();
  for (let n = 0; n < 2; n++) request("files");
  await vi.advanceTimersByTimeAsync(2_000);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(5_999);
  expect(reads).toEqual(["files"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(reads).toEqual(["files", "files"]);
});

test("coalesce reads different tables independently", () => {
  const { reads, request } = heldReads();
  for (const key of ["files", "notes", "files", "notes"]) request(key);
  expect(reads).toEqual(["files", "notes"]);
});

test("coalesce reads again after a failed read", async () => {
  const { reads, ends, request } = heldReads();
  request("notes");
  ends[0]?.(new Error("offline"));
  await vi.advanceTimersByTimeAsync(1_000);
  request("notes");
  expect(reads).toEqual(["notes", "notes"]);
});
