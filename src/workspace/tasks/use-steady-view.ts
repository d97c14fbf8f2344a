import { type RefObject, useLayoutEffect, useRef } from "react";
import type { VirtualList } from "../../ui/hooks/use-virtual-list.ts";
import type { Task } from "./task.ts";

/**
 * Keeps the scroll position stable when cards are added or removed above the view. The browser's
 * scroll anchoring does not apply to absolutely positioned elements.
 *
 * @param kept cards that may be the ones that moved.
 */
export function useSteadyView(
  tasks: readonly Task[],
  { items, scrolledTo }: Pick<VirtualList, "items" | "scrolledTo">,
  kept: readonly string[],
  scroller: RefObject<HTMLElement | null>,
): void {
  const seen = useRef<{ tasks: readonly Task[]; id: string | undefined; top: number } | null>(null);
  useLayoutEffect(() => {
    const idAt = (index: number) => tasks[index]?.id;
    const was = seen.current;
    // The element is not measured: this runs while scrolling and would force a layout each time.
    const scrolled = scrolledTo();
    if (scroller.current && was && was.tasks !== tasks && scrolled > 0) {
      const now = items.find(({ index }) => idAt(index) === was.id);
      if (now && now.top !== was.top) scroller.current.scrollTop = scrolled + now.top - was.top;
    }
    const first = items.find(
      ({ index, top }) => top >= scrolled && !kept.includes(idAt(index) ?? ""),
    );
    seen.current = { tasks, id: first && idAt(first.index), top: first?.top ?? 0 };
  });
}
