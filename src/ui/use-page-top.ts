import { type RefObject, useLayoutEffect, useState } from "react";

/** How far below the page's top an element begins, in pixels, while the page scrolls over it. */
export function usePageTop(element: RefObject<HTMLElement | null>, enabled = true): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!enabled) return;
    const measure = () => setTop((element.current?.getBoundingClientRect().top ?? 0) + scrollY);
    measure();
    // What stands above it grows and shrinks.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element, enabled]);
  return top;
}
