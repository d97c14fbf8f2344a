/**
 * The URL of a page or file of this site. A static build may be deployed below a path such as
 * `/portfolio/`, which Vite inserts; Playwright loads this file without Vite.
 * @param path from the site's root, with a leading slash.
 */
export function siteAddress(path: string): string {
  return `${SITE_ROOT}${path.slice(1)}`;
}

/** The site's base path, with a slash at both ends. */
export const SITE_ROOT = import.meta.env?.BASE_URL ?? "/";
