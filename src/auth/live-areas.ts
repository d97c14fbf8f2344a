import type { Area } from "../lib/area.ts";
import { createObservable } from "../lib/observable.ts";

/** Whether this tab receives the area's changes through the live channel (src/live). */
export const liveAreas = { admin: createObservable(false), workspace: createObservable(false) };

/**
 * Polling interval of data whose changes are announced, in case an announcement is lost.
 * @limit content: interval between two reads of announced changes
 */
export const ANNOUNCED_MS = 60_000;

/**
 * Polling interval of data around a screen, such as counts, in milliseconds.
 * @limit content: interval between two reads of counts around a screen
 */
export const SELDOM_MS = 5 * 60_000;

/** The `refetchInterval` of a query: `liveMs` while changes are announced, otherwise `ms`. */
export function pollEvery(area: Area, ms: number, liveMs = ANNOUNCED_MS): () => number {
  return () => (liveAreas[area].get() ? Math.max(ms, liveMs) : ms);
}
