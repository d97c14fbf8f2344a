import { type RefObject, useCallback, useMemo } from "react";
import { useVirtualList } from "../../ui/hooks/use-virtual-list.ts";
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
  return useVirtualList({
    count,
    list,
    scroller,
    estimateSize: guessHeight,
    gap: GAP,
    padding: GAP,
    overscan: count <= WHOLE ? count : 6,
    keyOf: useCallback((index: number) => tasks[index]?.id ?? index, [tasks]),
    kept: keptIndexes,
  });
}

const guessHeight = () => GUESSED_HEIGHT;
