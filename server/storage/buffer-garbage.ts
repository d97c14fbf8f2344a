import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes of used-up buffers that may pile up. */
const STEP = 8 * 1024 * 1024;

let passed = 0;
let collect: (() => void) | undefined;

/**
 * To be told of every chunk of a file that passes through. V8 counts a buffer as its handle of a few
 * bytes, so a fast transfer piles up 64 MB of used ones before it looks; collecting only the newest
 * objects every few megabytes costs a millisecond and keeps the memory flat.
 */
export function chunkPassed(bytes: number): void {
  passed += bytes;
  if (passed < STEP) return;
  passed = 0;
  collect ??= exposeCollector();
  collect();
}

/** Does nothing in a runtime that offers no collector. */
function exposeCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("globalThis.gc");
  return typeof gc === "function" ? () => gc({ type: "minor" }) : () => {};
}
