/** The rows of the list that are loaded, and what surrounds them. */
export interface LoadedRows {
  /** Number of newer messages before the loaded ones. */
  before: number;
  loaded: number;
  /** Whether a page before, or after, the loaded ones exists and can be read. */
  hasNewer: boolean;
  hasOlder: boolean;
}

/**
 * Which part of the list to load for the rows in view, from `first` to `last`. "first page" after
 * scrolling back to the top from far below: pages in between are not fetched one by one.
 */
export function partToLoad(
  { before, loaded, hasNewer, hasOlder }: LoadedRows,
  { first, last }: { first: number; last: number },
): "newer" | "older" | "first page" | null {
  if (hasNewer && first < before + NEAR) {
    return last < before - FAR && first < FAR ? "first page" : "newer";
  }
  return hasOlder && last > before + loaded - NEAR ? "older" : null;
}

/** Consecutive messages, and how many newer ones precede them. */
export interface ListPart {
  messages: readonly { id: string }[];
  before: number;
}

/**
 * By how many rows to scroll so that row `top` still shows its message; negative for upward. If the
 * message was removed, the next remaining one takes its row.
 */
export function rowsMoved(last: ListPart, now: ListPart, top: number): number {
  const from = Math.max(top, last.before);
  for (const { id } of last.messages.slice(from - last.before)) {
    const index = now.messages.findIndex((message) => message.id === id);
    if (index >= 0) return now.before + index - from;
  }
  return 0;
}

/** Rows from the edge of the loaded ones at which more are loaded. */
const NEAR = 20;

/** Rows beyond which pages are not fetched one by one: three pages of 100. */
const FAR = 300;
