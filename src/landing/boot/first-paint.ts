import { stored } from "../../lib/stored.ts";
import { addLink, dataset } from "./root.ts";

/** localStorage key of the chosen theme. */
export const THEME_KEY = "foyer-theme";

/** sessionStorage key that marks that the name was typed in this visit. */
export const NAMED_KEY = "foyer-named";

/** Applies the stored theme before the first paint. */
export function startTheme(): void {
  const remembered = stored(THEME_KEY);
  if (remembered === "dark" || remembered === "light") showTheme(remembered);
}

function showTheme(theme: "dark" | "light"): void {
  dataset.theme = theme;
  // The document has the browser's color in the dark theme, then in the light one.
  document.querySelectorAll("meta[name=theme-color]").forEach((meta, index) => {
    meta.setAttribute("media", index === Number(theme === "light") ? "all" : "not all");
  });
}

/** Shows the other theme, and remembers it. */
export function switchTheme(): void {
  const isLight = dataset.theme
    ? dataset.theme === "light"
    : matchMedia("(prefers-color-scheme: light)").matches;
  const chosen = isLight ? "dark" : "light";
  showTheme(chosen);
  try {
    localStorage.setItem(THEME_KEY, chosen);
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is left.
  }
}

/**
 * Requests these font files before the layout finds that it needs them. Visitors who save data keep
 * the fallback.
 * @param files their URLs, separated by spaces.
 */
export function startTypeface(files?: string): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) {
    dataset.saving = "";
    return;
  }
  for (const href of files?.split(" ") ?? []) {
    // Chromium, the only engine with a connection, does not paint until a preload in the head has
    // arrived. There, the layout finds this answer in the cache; others would request it twice.
    if (connection) {
      fetch(href)
        .then((answer) => answer.blob())
        .catch(() => {});
    } else addLink("preload", href, { as: "font", crossOrigin: "" });
  }
}

/** Disables the animation of a name that was already typed in this visit. */
export function keepNameStill(): void {
  if (stored(NAMED_KEY, "sessionStorage")) dataset.named = "";
}

/**
 * Marks a visit that starts at the top of the page, for which section.css delays style and layout
 * of entries out of view until after the first paint. At an anchor, or when the browser restores a
 * position, the heights above must be right at once; so they must when the visitor scrolls, to keep
 * content from moving under the pointer.
 */
export function startNewVisit(): void {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (location.hash || visit?.type !== "navigate") return;
  dataset.fresh = "";
  addEventListener("scroll", () => delete dataset.fresh);
}
