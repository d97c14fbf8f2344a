import { HYDRATE_EVENT } from "../boot/controls.ts";
import { inTurn } from "./in-turn.ts";

/** Lays out the entries that section.css excluded from a new visit's first paint. */
export function layOutEntries(): void {
  const entries = document.querySelectorAll<HTMLElement>(
    "[data-fresh] :is(.entry:not(.many > *), .skill-group, .project)",
  );
  inTurn(entries, ({ style }) => {
    style.contentVisibility = "visible";
  });
}

/** Fraction of a section that must be in view before it fades in. */
const REVEAL_THRESHOLD = 0.1;

/**
 * Fades each section in the first time a tenth of it is in view; afterwards it stays. Sections
 * already in view are unchanged, and nothing is hidden with reduced motion.
 */
export function startReveal(): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  // The observer's first callback reports the position; measuring a section would force a layout.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const section = entry.target as HTMLElement;
        const waiting = section.dataset.reveal === "waiting";
        if (waiting ? isRevealed(entry) : entry.boundingClientRect.top < innerHeight) {
          if (waiting) section.dataset.reveal = "shown";
          observer.unobserve(section);
        } else if (!waiting) {
          section.dataset.reveal = "waiting";
          numberItems(section);
        }
      }
    },
    { threshold: THRESHOLDS },
  );
  // One section at a time, because hiding a section takes as long as showing it.
  inTurn(document.querySelectorAll(".section"), (section) => observer.observe(section));
}

// The small thresholds are for sections so tall that a tenth never fits in the window.
const THRESHOLDS = [0, 0.002, 0.005, 0.01, 0.02, 0.05, REVEAL_THRESHOLD];

/** Numbers the elements that fade in one after another; motion.css defines the delays. */
function numberItems(section: HTMLElement): void {
  let index = 0;
  for (const item of section.querySelectorAll<HTMLElement>(".entry, .skill")) {
    index = item.previousElementSibling ? index + 1 : 0;
    item.style.setProperty("--i", `${index}`);
  }
}

function isRevealed({ intersectionRatio, intersectionRect }: IntersectionObserverEntry): boolean {
  return intersectionRatio >= REVEAL_THRESHOLD || intersectionRect.height >= innerHeight / 2;
}

/**
 * Marks the menu link of the section at two fifths of the window's height; at the end of the page
 * that of Contact, which may be too short to get there.
 */
export function startCurrentSection(): void {
  const inView = new Set<string>();
  const mark = (entries: IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      inView[isIntersecting ? "add" : "delete"](target.id);
    }
    // The link to the top has no id.
    const [current] = inView.has("") && scrollY > 0 ? ["contact"] : inView;
    for (const link of document.querySelectorAll<HTMLAnchorElement>("nav a")) {
      link.ariaCurrent = link.hash === `#${current}` ? "location" : null;
    }
  };
  const line = new IntersectionObserver(mark, { rootMargin: "-40% 0% -60%" });
  for (const section of document.querySelectorAll("main > section")) line.observe(section);
  const end = new IntersectionObserver(mark);
  for (const top of document.querySelectorAll(".top")) end.observe(top);
}

/** Hydrates the message form when its section is less than a window's height away. */
export function startWaitingForContact(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        dispatchEvent(new Event(HYDRATE_EVENT));
      }
    },
    { rootMargin: "100% 0%" },
  );
  for (const contact of document.querySelectorAll("#contact")) observer.observe(contact);
}
