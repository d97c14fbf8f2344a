import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from "@tanstack/react-virtual";
import { type RefObject, useCallback, useMemo } from "react";
import { usePageTop } from "../../ui/use-page-top.ts";
import type { Task } from "./task.ts";

/** Up to this many cards, a column has all of them in the document. */
const WHOLE = 50;

/** Pixels between two cards and at both ends; a card's height until it has been measured. */
const GAP = 8;
const GUESSED_HEIGHT = 84;

/**
 * Which cards of a column have to exist: those in sight and some around, and the kept ones with
 * their neighbours, so that Tab goes on from there.
 *
 * @param scroller what the cards scroll in; null where they scroll with the page.
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
    /** How far the column was scrolled when it last said so; a list grown shorter does so late. */
    scrolledTo: () => inColumn.scrollOffset ?? 0,
    measure: virtualizer.measureElement,
  };
}

function withKept(indexes: number[], kept: readonly number[]): number[] {
  if (kept.length === 0) return indexes;
  return [...new Set([...indexes, ...kept])].sort((one, other) => one - other);
}
