/** Size of the picture that is asked for, in pixels. */
const WIDTH = 800;
const HEIGHT = 600;

/**
 * Where automatic screenshots come from: WordPress.com's mShots, which needs no key or account and
 * takes the size as it is meant. `{url}`, `{width}` and `{height}` are filled in. Another service is
 * chosen with VITE_SCREENSHOT_URL at build time; an empty value asks none.
 *
 * The address is stored with the project, so every visitor's browser loads the picture from that
 * service and thereby shows it their network address. A picture of one's own avoids that.
 */
const TEMPLATE =
  import.meta.env.VITE_SCREENSHOT_URL ?? "https://s0.wp.com/mshots/v1/{url}?w={width}&h={height}";

/**
 * The address of a picture of this page, 800 by 600.
 * @returns null when there is no service, or nothing on the web to take a picture of.
 */
export function screenshotUrl(liveLink: string, template: string = TEMPLATE): string | null {
  if (template === "" || !/^https?:/i.test(liveLink) || !URL.canParse(liveLink)) return null;
  return template
    .replaceAll("{width}", String(WIDTH))
    .replaceAll("{height}", String(HEIGHT))
    .replaceAll("{url}", () => encodeURIComponent(liveLink));
}
