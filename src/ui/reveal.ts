import { type RefObject, useEffect, useRef } from "react";
import { prefersLessMotion } from "./motion.ts";

/** Share of a section that must be in view before it appears. */
export const REVEAL_THRESHOLD = 0.1;

/**
 * Fades an element in the first time a tenth of it is in view; afterwards it stays. Elements
 * already in view are unchanged, and nothing is hidden with reduced motion.
 */
export function useReveal<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (ref.current && !prefersLessMotion()) return revealOnce(ref.current);
  }, []);
  return ref;
}

// The observer's first callback reports the position; measuring the element would force a layout.
function revealOnce(element: HTMLElement): (() => void) | undefined {
  if (!("IntersectionObserver" in globalThis)) return;
  const observer = new IntersectionObserver(
    (entries) => {
      const last = entries.at(-1);
      if (!last) return;
      const waiting = element.dataset.reveal === "waiting";
      if (waiting ? isRevealed(last) : isInOrAboveView(last)) {
        if (waiting) element.dataset.reveal = "shown";
        observer.disconnect();
      } else {
        element.dataset.reveal = "waiting";
      }
    },
    { threshold: THRESHOLDS },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

function isInOrAboveView(entry: IntersectionObserverEntry): boolean {
  return entry.boundingClientRect.top < (entry.rootBounds?.height ?? window.innerHeight);
}

// The small thresholds are for sections so tall that a tenth of them never fits the window.
const THRESHOLDS = [0, 0.002, 0.005, 0.01, 0.02, 0.05, REVEAL_THRESHOLD];

function isRevealed(entry: IntersectionObserverEntry): boolean {
  if (entry.intersectionRatio >= REVEAL_THRESHOLD) return true;
  const windowHeight = entry.rootBounds?.height ?? window.innerHeight;
  return entry.isIntersecting && entry.intersectionRect.height >= windowHeight / 2;
}
