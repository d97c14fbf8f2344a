/** localStorage key of the page's font files, once they have been loaded. */
export const TYPE_KEY = "foyer-type";

/**
 * Shows the page in its typeface from the first paint when its files are in the browser's cache.
 * `font-display: optional` keeps the fallback when they are not.
 */
export function startTypeface(): void {
  const files = readFiles();
  if (files.length === 0) return;
  for (const href of files) {
    document.head.append(
      Object.assign(document.createElement("link"), {
        rel: "preload",
        as: "font",
        crossOrigin: "",
        href,
      }),
    );
  }
  document.documentElement.dataset.type = "";
}

function readFiles(): string[] {
  try {
    return localStorage.getItem(TYPE_KEY)?.split(" ") ?? [];
  } catch {
    return [];
  }
}
