import type { Browser, Page } from "@playwright/test";
import { AdminPanel } from "../../tests/support/pages/admin-panel.ts";
import type { BuiltSite } from "../../tests/support/sites/built-site.ts";

export interface Opening {
  name: string;
  /** The router path; the panel's start by default. */
  path?: string;
  /** URLs of the application's modules; defaults to the site's own. */
  modules?: string[];
  signedIn: boolean;
  /** Selector; the page counts as usable once this element and everything before it exists. */
  usable: string;
}

/**
 * Opens a page with a cold browser cache.
 * @param html the site's document, which is served from memory.
 * @returns milliseconds from the navigation's start until the page is usable and painted.
 */
export async function measureOpening(
  browser: Browser,
  site: BuiltSite,
  { path = "/tradmin", modules, signedIn, usable }: Opening,
  html: string,
): Promise<number> {
  // A new address for each opening, because a single one would exceed the server's limits.
  openings += 1;
  const address = `198.18.${openings >> 8}.${openings & 255}`;
  const context = await browser.newContext({
    baseURL: site.origin,
    extraHTTPHeaders: { "x-forwarded-for": address },
  });
  try {
    const page = await context.newPage();
    if (signedIn) await new AdminPanel(page, site).keepSession();
    const body = modules
      ? html.replace(/data-app="[^"]*"/, `data-app="${modules.join(" ")}"`)
      : html;
    await page.route(`${site.origin}/`, (route) =>
      route.fulfill({ body, contentType: "text/html" }),
    );
    await page.addInitScript({ content: watchFor(usable) });
    await page.goto(`/#${path}`);
    return await readTime(page);
  } finally {
    await context.close();
  }
}

let openings = 0;

// A string, because the loader that runs this file adds helper names that are undefined in the
// page.
function watchFor(selector: string): string {
  return `requestAnimationFrame(function look() {
    if (document.querySelector(${JSON.stringify(selector)})) performance.mark("usable");
    else requestAnimationFrame(look);
  });`;
}

async function readTime(page: Page): Promise<number> {
  const mark = await page.waitForFunction(
    () => performance.getEntriesByName("usable")[0]?.startTime,
  );
  return (await mark.jsonValue()) ?? Number.NaN;
}
