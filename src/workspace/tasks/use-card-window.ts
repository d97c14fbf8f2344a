import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from "@tanstack/react-virtual";
import { type RefObject, useCallback, useMemo } from "react";
import { usePageTop } from "../../ui/use-page-top.ts";
import type { Task } from "./task.ts";

/** Columns with up to this many cards render all of them. */
const WHOLE = 50;

/** Pixels between two cards and at both ends; the estimated height of an unmeasured card. */
const GAP = 8;
const GUESSED_HEIGHT = 84;

/**
 * The cards of a column to render: those in view with some around them, and the kept ones with
 * their neighbors, so that Tab can continue from them.
 *
 * @param scroller the cards' scroll container; null where they scroll with the page.
 */
export function useCardWindow(
  tasks: readonly Task[],
  kept: readonly string[],
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null> | null,
) {
  const count = tasks.length;
  const keptIndexes = useMemo(
    () =>
      tasks.flatMap(({ id }, index) =>
        kept.includes(id) ? [index - 1, index, index + 1].filter((one) => tasks[one]) : [],
      ),
    [tasks, kept],
  );
  const rangeExtractor = useCallback(
    (range: Range) => withKept(defaultRangeExtractor(range), keptIndexes),
    [keptIndexes],
  );
  const options = {
    count,
    estimateSize: () => GUESSED_HEIGHT,
    gap: GAP,
    paddingStart: GAP,
    paddingEnd: GAP,
    overscan: count <= WHOLE ? count : 6,
    getItemKey: useCallback((index: number) => tasks[index]?.id ?? index, [tasks]),
    rangeExtractor,
  };
  const top = usePageTop(list, scroller === null);
  const inColumn = useVirtualizer({
    ...options,
    enabled: scroller !== null,
    getScrollElement: () => scroller?.current ?? null,
  });
  const inPage = useWindowVirtualizer({
    ...options,
    enabled: scroller === null,
    scrollMargin: top,
  });
  const virtualizer = scroller ? inColumn : inPage;
  return {
    cards: virtualizer.getVirtualItems().map(({ index, start }) => ({
      index,
      top: start - virtualizer.options.scrollMargin,
    })),
    height: virtualizer.getTotalSize(),
    /** The column's last reported scroll offset; after the list shrinks, the report is late. */
    scrolledTo: () => inColumn.scrollOffset ?? 0,
    measure: virtualizer.measureElement,
  };
}

function withKept(indexes: number[], kept: readonly number[]): number[] {
  if (kept.length === 0) return indexes;
  return [...new Set([...indexes, ...kept])].sort((one, other) => one - other);
}
