import { type RefObject, useLayoutEffect, useState } from "react";

/** An element's distance from the top of the page, in pixels, while the page scrolls over it. */
export function usePageTop(element: RefObject<HTMLElement | null>, enabled = true): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!enabled) return;
    const measure = () => setTop((element.current?.getBoundingClientRect().top ?? 0) + scrollY);
    measure();
    // The height of the content above it changes.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element, enabled]);
  return top;
}
