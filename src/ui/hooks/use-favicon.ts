import { useEffect } from "react";
import { BUILT_IN_ICON, paintCyan } from "../../lib/sanitize/svg-policy.ts";

/** Uses this SVG as the favicon while the area is open, with its current color in cyan. */
export function useFavicon(svg: string): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link) return;
    const before = link.getAttribute("href") ?? "";
    let left = false;
    faviconAddress(svg).then(
      (address) => {
        if (!left) link.href = address;
      },
      () => {
        // The code could not be loaded, such as after a deployment: the icon stays as it is.
      },
    );
    return () => {
      left = true;
      link.href = before;
    };
  }, [svg]);
}

/** A `data:` URL of the icon; the built-in icon if the sanitized SVG is empty. */
async function faviconAddress(svg: string): Promise<string> {
  return `data:image/svg+xml,${encodeURIComponent(paintCyan((await sanitize(svg)) ?? BUILT_IN_ICON))}`;
}

// The sanitizer is loaded on demand, after the first screen.
async function sanitize(svg: string) {
  if (svg.trim() === "") return null;
  const { sanitizeSvgInBrowser } = await import("../../lib/sanitize/sanitize-svg-browser.ts");
  return sanitizeSvgInBrowser(svg);
}
