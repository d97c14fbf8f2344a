import { prefersLessMotion } from "../../ui/motion.ts";
import { inTurn } from "./in-turn.ts";

/** Share of a section that must be in view before it appears. */
const REVEAL_THRESHOLD = 0.1;

/**
 * Fades each section in the first time a tenth of it is in view; afterwards it stays. Sections
 * already in view are unchanged, and nothing is hidden with reduced motion.
 */
export function startReveal(): void {
  if (prefersLessMotion()) return;
  // The observer's first callback reports the position; measuring a section would force a layout.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const section = entry.target as HTMLElement;
        const waiting = section.dataset.reveal === "waiting";
        if (waiting ? isRevealed(entry) : entry.boundingClientRect.top < innerHeight) {
          if (waiting) section.dataset.reveal = "shown";
          observer.unobserve(section);
        } else {
          section.dataset.reveal = "waiting";
        }
      }
    },
    { threshold: THRESHOLDS },
  );
  // In turn, because hiding a section takes as long as showing it.
  inTurn(document.querySelectorAll(".section"), (section) => observer.observe(section));
}

// The small thresholds are for sections so tall that a tenth of them never fits the window.
const THRESHOLDS = [0, 0.002, 0.005, 0.01, 0.02, 0.05, REVEAL_THRESHOLD];

function isRevealed({ intersectionRatio, intersectionRect }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= REVEAL_THRESHOLD || intersectionRect.height >= innerHeight / 2;
}
