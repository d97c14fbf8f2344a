/**
 * The URL of a page or file of this site. A static site may be served below any path, so its URLs
 * are relative to its only document; Vite inserts the base. Playwright loads this file without Vite.
 * @param path from the site's root, with a leading slash.
 */
export function siteAddress(path: string): string {
  return `${SITE_ROOT}${path.slice(1)}`;
}

/** The site's root: `/`, or `./` in a static build. */
export const SITE_ROOT = import.meta.env?.BASE_URL ?? "/";
