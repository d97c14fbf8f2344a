import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

export interface VirtualListOptions {
  count: number;
  /** The list's own scroll container; without one, the list scrolls with the page. */
  scroller?: RefObject<HTMLElement | null> | null;
  /** For a list that scrolls with the page: its top, from `usePageTop`. */
  pageTop?: number;
  /** The height of an item in pixels; an estimate if items are measured. */
  estimateSize: (index: number) => number;
  /** The item's identity, for lists whose items move. */
  keyOf?: (index: number) => string | number;
  /** Indexes of items to render at any scroll position, such as the focused one; memoized. */
  kept?: readonly number[];
  /** Pixels between two items. */
  gap?: number;
  /** Pixels above the first item and below the last. */
  padding?: number;
  /** Pixels at the top of the window that sticky elements cover. */
  scrollPaddingStart?: number;
  /** Number of items to render beyond each end of the view, per column. */
  overscan?: number;
  /** Number of columns; each item is added to the shortest column and stays there. */
  columns?: number;
}

export interface VirtualItem {
  key: string;
  index: number;
  /** Pixels from the top of the list. */
  top: number;
  size: number;
  column: number;
}

export interface VirtualList {
  /** The items to render, in order. */
  items: VirtualItem[];
  /** Height of all items in pixels. */
  height: number;
  /** Scrolls the item into view if necessary. */
  show: (index: number) => void;
  /** A ref for an item of unknown height, which also needs `data-index`. */
  measure: (element: Element | null) => void;
  /** The column of any item, rendered or not. */
  columnOf: (index: number) => number;
  /** The last reported scroll offset of the list's own container; outdated right after a resize. */
  scrolledTo: () => number;
}

/** The visible items of a long list, to be positioned absolutely at `top`. */
export function useVirtualList(props: VirtualListOptions): VirtualList {
  const { count, scroller = null, pageTop = 0, estimateSize, keyOf, kept = NONE } = props;
  const { gap = 0, padding = 0, scrollPaddingStart = 0, overscan = 4, columns = 1 } = props;
  const rangeExtractor = useCallback(
    (range: Range) => withKept(defaultRangeExtractor(range), kept, count),
    [kept, count],
  );
  const options = {
    count,
    estimateSize,
    gap,
    paddingStart: padding,
    paddingEnd: padding,
    scrollPaddingStart,
    overscan,
    rangeExtractor,
    lanes: columns,
    // Lanes depend on measured heights, so a column is only final once its items were rendered.
    laneAssignmentMode: "measured" as const,
    ...(keyOf && { getItemKey: keyOf }),
  };
  const inScroller = useVirtualizer({
    ...options,
    enabled: scroller !== null,
    getScrollElement: () => scroller?.current ?? null,
  });
  const inPage = useWindowVirtualizer({
    ...options,
    enabled: scroller === null,
    scrollMargin: pageTop,
  });
  const virtualizer = scroller ? inScroller : inPage;
  const { scrollToIndex } = virtualizer;
  const top = virtualizer.options.scrollMargin;
  return {
    items: virtualizer.getVirtualItems().map(({ key, index, start, size, lane }) => ({
      key: String(key),
      index,
      top: start - top,
      size,
      column: lane,
    })),
    height: virtualizer.getTotalSize(),
    show: useCallback((index) => scrollToIndex(index, { align: "auto" }), [scrollToIndex]),
    measure: virtualizer.measureElement,
    columnOf: useCallback(
      (index) => virtualizer.measurementsCache[index]?.lane ?? 0,
      [virtualizer],
    ),
    scrolledTo: useCallback(() => inScroller.scrollOffset ?? 0, [inScroller]),
  };
}

const NONE: readonly number[] = [];

function withKept(indexes: number[], kept: readonly number[], count: number): number[] {
  const missing = kept.filter((index) => index >= 0 && index < count && !indexes.includes(index));
  return missing.length === 0
    ? indexes
    : [...new Set([...indexes, ...missing])].sort((one, other) => one - other);
}

/**
 * An element's distance from the top of the page in pixels; 0 until measured. Measuring forces a
 * layout, so it is kept outside of lists that are re-created.
 */
export function usePageTop(element: RefObject<HTMLElement | null>, enabled = true): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!enabled) return;
    const measure = () => setTop((element.current?.getBoundingClientRect().top ?? 0) + scrollY);
    measure();
    // The height of the content above the list may change.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element, enabled]);
  return top;
}
