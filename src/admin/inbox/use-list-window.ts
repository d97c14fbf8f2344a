import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useVirtualList } from "../../ui/hooks/use-virtual-list.ts";
import { remInPixels } from "../../ui/rem.ts";
import type { ListedMessage } from "./message.ts";
import { messageListQuery, PAGE_SIZE } from "./messages-queries.ts";
import type { Messages } from "./use-messages.ts";

// Same as in MessageRow: 4.75rem at any browser font size.
const rowHeight = () => 4.75 * remInPixels();

/** Pages farther away than this are not fetched one by one. */
const FAR = 3 * PAGE_SIZE;

/**
 * The visible rows out of any number: loads more of the list near its edges, and keeps the scroll
 * position when messages arrive or are removed above the view.
 */
export function useListWindow(
  { list, messages, before }: Messages,
  search: string,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const client = useQueryClient();
  const after = list.hasNextPage ? 1 : 0;
  const view = useVirtualList({
    count: before + messages.length + after,
    list: scroller,
    scroller,
    estimateSize: rowHeight,
    overscan: 6,
  });
  const first = view.items[0]?.index ?? 0;
  const last = view.items.at(-1)?.index ?? 0;
  const { hasNextPage, hasPreviousPage, isFetching, isPlaceholderData } = list;
  const { isFetchNextPageError, isFetchPreviousPageError } = list;
  const { fetchNextPage, fetchPreviousPage } = list;

  useEffect(() => {
    if (isFetching || isPlaceholderData) return;
    if (hasPreviousPage && !isFetchPreviousPageError && first < before + 20) {
      // Scrolled back to the top from far below: restart at the first page.
      if (last < before - FAR && first < FAR) {
        void client.resetQueries({ queryKey: messageListQuery(search).queryKey });
      } else void fetchPreviousPage({ cancelRefetch: false });
    } else if (hasNextPage && !isFetchNextPageError && last > before + messages.length - 20) {
      void fetchNextPage({ cancelRefetch: false });
    }
  }, [
    first,
    last,
    before,
    messages.length,
    search,
    client,
    hasNextPage,
    hasPreviousPage,
    isFetching,
    isFetchNextPageError,
    isFetchPreviousPageError,
    isPlaceholderData,
    fetchNextPage,
    fetchPreviousPage,
  ]);

  useSteadyView(messages, before, search, scroller);
  return view;
}

/**
 * Adjusts the scroll position when rows are added or removed above the view. At the very top, new
 * rows push the others down.
 */
function useSteadyView(
  messages: readonly ListedMessage[],
  before: number,
  search: string,
  scroller: RefObject<HTMLDivElement | null>,
): void {
  const seen = useRef({ messages, before, search });
  useLayoutEffect(() => {
    const was = seen.current;
    // While a search is loading, the previous results stay on the screen.
    if (was.messages === messages) return;
    seen.current = { messages, before, search };
    const element = scroller.current;
    if (!element) return;
    if (was.search !== search) {
      element.scrollTop = 0;
      return;
    }
    if (element.scrollTop === 0) return;
    const height = rowHeight();
    const topIndex = Math.floor(element.scrollTop / height);
    // The top row may be the removed one; then the next remaining row is the anchor.
    for (const [offset, { id }] of was.messages
      .slice(Math.max(topIndex - was.before, 0))
      .entries()) {
      const index = messages.findIndex((message) => message.id === id);
      if (index < 0) continue;
      const oldIndex = Math.max(topIndex, was.before) + offset;
      // Rows removed inside the view let the rows below move up.
      const moved = before + index - oldIndex + offset;
      if (moved !== 0) element.scrollTop += moved * height;
      return;
    }
  }, [messages, before, search, scroller]);
}
