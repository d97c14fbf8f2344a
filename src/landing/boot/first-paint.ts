import { stored } from "../../lib/stored.ts";
import { addLink, dataset } from "./root.ts";

/** localStorage key of the chosen theme. */
export const THEME_KEY = "foyer-theme";

/** localStorage key of the page's font files, once they are in the browser's cache. */
export const TYPE_KEY = "foyer-type";

/** sessionStorage key of whether the name has been typed in this visit. */
export const NAMED_KEY = "foyer-named";

/** Applies the stored theme before the first paint. */
export function startTheme(): void {
  const remembered = stored(THEME_KEY);
  if (remembered === "dark" || remembered === "light") dataset.theme = remembered;
}

/** Shows the other theme, and remembers it. */
export function switchTheme(): void {
  const isLight = dataset.theme
    ? dataset.theme === "light"
    : matchMedia("(prefers-color-scheme: light)").matches;
  const chosen = isLight ? "dark" : "light";
  dataset.theme = chosen;
  try {
    localStorage.setItem(THEME_KEY, chosen);
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is left.
  }
}

/**
 * Shows the page in its typeface from the first paint when its files are in the browser's cache.
 * `font-display: optional` keeps the fallback when they are not.
 */
export function startTypeface(): void {
  const files = stored(TYPE_KEY);
  if (!files) return;
  for (const href of files.split(" ")) addLink("preload", href, { as: "font", crossOrigin: "" });
  dataset.type = "";
}

/** A name that was typed in this visit stands still. */
export function keepNameStill(): void {
  if (stored(NAMED_KEY, "sessionStorage")) dataset.named = "";
}

/**
 * Marks a visit that begins at the top of the page: section.css then has entries out of view styled
 * and laid out after the first paint. At an anchor, and where the browser restores a position, the
 * heights above must be right at once; likewise as soon as the visitor scrolls, so that nothing
 * moves under the pointer.
 */
export function startNewVisit(): void {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (location.hash || visit?.type !== "navigate") return;
  dataset.fresh = "";
  addEventListener("scroll", () => delete dataset.fresh);
}
