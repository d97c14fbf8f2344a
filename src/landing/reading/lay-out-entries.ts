import { inTurn } from "./in-turn.ts";

/** Has the entries laid out that section.css left out of a new visit's first paint. */
export function layOutEntries(): void {
  const entries = document.querySelectorAll<HTMLElement>(
    "[data-fresh] :is(.entry, .skill-group, .project)",
  );
  inTurn(entries, ({ style }) => {
    style.contentVisibility = "visible";
  });
}
