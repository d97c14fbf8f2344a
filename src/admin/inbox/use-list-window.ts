import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useVirtualList } from "../../ui/hooks/use-virtual-list.ts";
import { remInPixels } from "../../ui/rem.ts";
import { partToLoad, rowsMoved } from "./list-window.ts";
import { messageListQuery } from "./messages-queries.ts";
import type { Messages } from "./use-messages.ts";

// Same as in MessageRow: 4.75rem at any browser font size.
const rowHeight = () => 4.75 * remInPixels();

/**
 * The visible rows out of any number: loads more of the list near its edges, and keeps the scroll
 * position when messages arrive or are removed above the view.
 */
export function useListWindow(
  data: Messages,
  search: string,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const { list, messages, before } = data;
  const view = useVirtualList({
    count: before + messages.length + (list.hasNextPage ? 1 : 0),
    list: scroller,
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

/** Loads the part of the list that the rows in view are about to reach. */
function useLoadNearEdges(data: Messages, search: string, first: number, last: number): void {
  const client = useQueryClient();
  const { list, before, messages } = data;
  const { isFetching, isPlaceholderData, fetchNextPage, fetchPreviousPage } = list;
  // A failed part is only read again when the owner asks for it.
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

/**
 * Adjusts the scroll position when rows are added or removed above the view. At the very top, new
 * rows push the others down.
 */
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
