import type { Area } from "../lib/area.ts";
import { createObservable } from "../lib/observable.ts";

/** Whether this tab is told of the area's changes (src/live). */
export const liveAreas = { admin: createObservable(false), workspace: createObservable(false) };

/**
 * Interval of what is announced, in case an announcement is lost.
 * @limit content: interval between two reads of what is announced
 */
export const ANNOUNCED_MS = 60_000;

/**
 * Milliseconds between reads of what surrounds a screen, such as counts.
 * @limit content: the same, for counts around a screen
 */
export const SELDOM_MS = 5 * 60_000;

/** A query's `refetchInterval`: `ms`, and `liveMs` while the area's changes are announced. */
export function pollEvery(area: Area, ms: number, liveMs = ANNOUNCED_MS): () => number {
  return () => (liveAreas[area].get() ? Math.max(ms, liveMs) : ms);
}
