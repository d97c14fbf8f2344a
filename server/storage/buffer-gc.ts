import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Maximum bytes of unused buffers before a collection. */
const THRESHOLD = 8 * 1024 * 1024;

let passed = 0;
let collect: (() => void) | undefined;

/**
 * To be called for every chunk of a file that passes through. V8 only counts a buffer's handle of a
 * few bytes, so a fast transfer accumulates 64 MB of unused buffers before a collection. A minor
 * collection every few megabytes takes a millisecond and keeps memory usage flat.
 */
export function countForGc(bytes: number): void {
  passed += bytes;
  if (passed < THRESHOLD) return;
  passed = 0;
  collect ??= exposeCollector();
  collect();
}

/** A no-op in a runtime without an exposed collector. */
function exposeCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("globalThis.gc");
  return typeof gc === "function" ? () => gc({ type: "minor" }) : () => {};
}
