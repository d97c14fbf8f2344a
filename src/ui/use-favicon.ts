import { useEffect } from "react";
import { sanitiseSvgInBrowser } from "../lib/sanitise-svg-browser.ts";
import { BUILT_IN_ICON, paintCyan } from "../lib/svg-policy.ts";

/** Shows this SVG in the browser tab, its current colour in cyan, while the area is open. */
export function useFavicon(svg: string): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link) return;
    const before = link.getAttribute("href") ?? "";
    link.href = faviconAddress(svg);
    return () => {
      link.href = before;
    };
  }, [svg]);
}

/** A `data:` address of the icon; the built-in one when nothing safe is left of it. */
export function faviconAddress(svg: string): string {
  const safe = svg.trim() === "" ? null : sanitiseSvgInBrowser(svg);
  return `data:image/svg+xml,${encodeURIComponent(paintCyan(safe ?? BUILT_IN_ICON))}`;
}
