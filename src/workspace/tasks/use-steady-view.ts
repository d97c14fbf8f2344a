import { type RefObject, useLayoutEffect, useRef } from "react";
import type { Task } from "./task.ts";
import type { useCardWindow } from "./use-card-window.ts";

/**
 * Keeps what is in view where it is when cards come or go above it. The browser does that by itself
 * only for what is not placed by us.
 *
 * @param kept cards that may be the ones that moved.
 */
export function useSteadyView(
  tasks: readonly Task[],
  { cards, scrolledTo }: Pick<ReturnType<typeof useCardWindow>, "cards" | "scrolledTo">,
  kept: readonly string[],
  scroller: RefObject<HTMLElement | null>,
): void {
  const seen = useRef<{ tasks: readonly Task[]; id: string | undefined; top: number } | null>(null);
  useLayoutEffect(() => {
    const idAt = (index: number) => tasks[index]?.id;
    const was = seen.current;
    // The element itself is not asked: this runs while it scrolls, and would lay it out each time.
    const scrolled = scrolledTo();
    if (scroller.current && was && was.tasks !== tasks && scrolled > 0) {
      const now = cards.find(({ index }) => idAt(index) === was.id);
      if (now && now.top !== was.top) scroller.current.scrollTop = scrolled + now.top - was.top;
    }
    const first = cards.find(
      ({ index, top }) => top >= scrolled && !kept.includes(idAt(index) ?? ""),
    );
    seen.current = { tasks, id: first && idAt(first.index), top: first?.top ?? 0 };
  });
}
