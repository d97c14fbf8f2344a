import { type RefObject, useEffect, useState } from "react";

/** Number of entries from which rows outside the window are not rendered in full. */
export const LAZY_FROM = 50;

/** Number of rows of a long list that are rendered in full at once. */
const FIRST = 20;

/** The rows rendered in full at once; in a long list also the last, where Shift+Tab enters it. */
export function atOnce<Row>(rows: readonly Row[]): ReadonlySet<Row> {
  return new Set(rows.length < LAZY_FROM ? rows : [...rows.slice(0, FIRST), ...rows.slice(-1)]);
}

/**
 * Whether a row is rendered in full: one of `atOnce`, or one that has been within a window's height
 * of the view. Until then it only has its name, because the buttons of hundreds of rows are most of
 * the elements of a screen.
 */
export function useReached(row: RefObject<Element | null>, now: boolean): boolean {
  const [reached, setReached] = useState(now);
  // A row that moves down keeps its buttons, one of which may have the focus.
  if (now && !reached) setReached(true);
  useEffect(() => {
    if (reached || !row.current) return;
    const show = (entries: IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setReached(true);
    };
    const observer = new IntersectionObserver(show, { rootMargin: "100% 0%" });
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [row, reached]);
  return reached;
}
