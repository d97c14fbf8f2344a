import { addLink } from "./add-link.ts";
import { stored } from "./stored.ts";

/** localStorage key of the page's font files, once they have been loaded. */
export const TYPE_KEY = "foyer-type";

/**
 * Shows the page in its typeface from the first paint when its files are in the browser's cache.
 * `font-display: optional` keeps the fallback when they are not.
 */
export function startTypeface(): void {
  const files = stored(TYPE_KEY);
  if (!files) return;
  for (const href of files.split(" ")) addLink("preload", href, { as: "font", crossOrigin: "" });
  document.documentElement.dataset.type = "";
}
