/** Requested picture size, in pixels. */
const WIDTH = 800;
const HEIGHT = 600;

/**
 * Source of automatic screenshots: WordPress.com's mShots, which needs no key or account and
 * returns the requested size. `{url}`, `{width}` and `{height}` are replaced. VITE_SCREENSHOT_URL
 * selects another service at build time; an empty value disables screenshots.
 *
 * The URL is stored with the project, so every visitor's browser loads the picture from that
 * service and reveals its IP address to it. A picture uploaded by the owner avoids that.
 */
const TEMPLATE =
  import.meta.env.VITE_SCREENSHOT_URL ?? "https://s0.wp.com/mshots/v1/{url}?w={width}&h={height}";

/**
 * URL of a screenshot of this page, 800 by 600.
 * @returns null when no service is configured or the link is not a public web page.
 */
export function screenshotUrl(liveLink: string | null, template: string = TEMPLATE): string | null {
  if (
    template === "" ||
    liveLink === null ||
    !/^https?:/i.test(liveLink) ||
    !URL.canParse(liveLink)
  )
    return null;
  return template
    .replaceAll("{width}", String(WIDTH))
    .replaceAll("{height}", String(HEIGHT))
    .replaceAll("{url}", () => encodeURIComponent(liveLink));
}
