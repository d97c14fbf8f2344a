import { onClick } from "./on-click.ts";
import { stored } from "./stored.ts";

/** localStorage key of the chosen theme. */
export const THEME_KEY = "foyer-theme";

/** Applies the stored theme before the first paint and handles the theme switch. */
export function startTheme(): void {
  const root = document.documentElement;
  const remembered = readTheme();
  if (remembered) root.dataset.theme = remembered;
  onClick("[data-theme-switch]", () => {
    const shown = root.dataset.theme ?? (matchMedia(LIGHT).matches ? "light" : "dark");
    const chosen = shown === "light" ? "dark" : "light";
    root.dataset.theme = chosen;
    try {
      localStorage.setItem(THEME_KEY, chosen);
    } catch {
      // Storage may be forbidden; the choice then lasts until the page is left.
    }
  });
}

const LIGHT = "(prefers-color-scheme: light)";

function readTheme(): "dark" | "light" | null {
  const value = stored(THEME_KEY);
  return value === "dark" || value === "light" ? value : null;
}
