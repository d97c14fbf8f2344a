import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useVirtualList } from "../../ui/hooks/use-virtual-list.ts";
import { remInPixels } from "../../ui/rem.ts";
import { messageListQuery } from "./messages-queries.ts";
import type { Messages } from "./use-messages.ts";

/** The loaded rows of the list, and the rows around them. */
interface LoadedRows {
  /** Number of newer messages before the loaded ones. */
  before: number;
  loaded: number;
  /** Whether a page before, or after, the loaded ones exists and can be read. */
  hasNewer: boolean;
  hasOlder: boolean;
}

/**
 * The part of the list to load when rows `first` to `last` are in view. "first page" after a jump
 * from far below to the top, so that pages in between are not fetched one by one.
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
interface ListPart {
  messages: readonly { id: string }[];
  before: number;
}

/**
 * By how many rows to scroll so that row `top` still shows its message; negative to scroll up. The
 * next remaining message takes the row of a removed one.
 */
export function rowsMoved(last: ListPart, now: ListPart, top: number): number {
  const from = Math.max(top, last.before);
  for (const { id } of last.messages.slice(from - last.before)) {
    const index = now.messages.findIndex((message) => message.id === id);
    if (index >= 0) return now.before + index - from;
  }
  return 0;
}

/** Distance in rows from the loaded edge at which more rows are loaded. */
const NEAR = 20;

/** Distance in rows from which pages in between are skipped: three pages of 100. */
const FAR = 300;

// The same height as in MessageRow: 4.75rem, depending on the browser's font size.
const rowHeight = () => 4.75 * remInPixels();

/**
 * Renders the visible rows of a list of any length: loads more near its edges, and keeps the scroll
 * position when messages above the view arrive or are removed.
 */
export function useListWindow(
  data: Messages,
  search: string,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const { list, messages, before } = data;
  const view = useVirtualList({
    count: before + messages.length + (list.hasNextPage ? 1 : 0),
    scroller,
    estimateSize: rowHeight,
    overscan: 6,
  });
  const first = view.items[0]?.index ?? 0;
  const last = view.items.at(-1)?.index ?? 0;
  useLoadNearEdges(data, search, first, last);
  useSteadyView(data, search, scroller);
  return view;
}

/** Loads the part of the list that the view is about to reach. */
function useLoadNearEdges(data: Messages, search: string, first: number, last: number): void {
  const client = useQueryClient();
  const { list, before, messages } = data;
  const { isFetching, isPlaceholderData, fetchNextPage, fetchPreviousPage } = list;
  // After a failure, a part is only read again when the owner requests it.
  const hasNewer = list.hasPreviousPage && !list.isFetchPreviousPageError;
  const hasOlder = list.hasNextPage && !list.isFetchNextPageError;
  const part = partToLoad({ before, loaded: messages.length, hasNewer, hasOlder }, { first, last });

  useEffect(() => {
    if (isFetching || isPlaceholderData) return;
    if (part === "first page") {
      void client.resetQueries({ queryKey: messageListQuery(search).queryKey });
    } else if (part === "newer") void fetchPreviousPage({ cancelRefetch: false });
    else if (part === "older") void fetchNextPage({ cancelRefetch: false });
  }, [part, search, client, isFetching, isPlaceholderData, fetchNextPage, fetchPreviousPage]);
}

/** Keeps the scroll position when rows are added or removed above, except at the top. */
function useSteadyView(
  { messages, before }: Messages,
  search: string,
  scroller: RefObject<HTMLDivElement | null>,
): void {
  const shown = useRef({ messages, before, search });
  useLayoutEffect(() => {
    const last = shown.current;
    // While a search is loading, the previous results stay on the screen.
    if (last.messages === messages) return;
    shown.current = { messages, before, search };
    const element = scroller.current;
    if (!element) return;
    if (last.search !== search) {
      element.scrollTop = 0;
      return;
    }
    if (element.scrollTop === 0) return;
    const height = rowHeight();
    const top = Math.floor(element.scrollTop / height);
    const moved = rowsMoved(last, { messages, before }, top);
    if (moved !== 0) element.scrollTop += moved * height;
  }, [messages, before, search, scroller]);
}
