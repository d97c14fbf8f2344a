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
  opening: Opening,
  html: string,
): Promise<number> {
  return (await inspectOpening(browser, site, opening, html)).time;
}

/** Opens a page as `measureOpening` does; also its nodes, and its longest task in milliseconds. */
export async function inspectOpening(
  browser: Browser,
  site: BuiltSite,
  { path = "/tradmin", modules, signedIn, usable }: Opening,
  html: string,
): Promise<{ time: number; nodes: number; longest: number }> {
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
    const time = await readTime(page);
    return { time, ...(await page.evaluate(COUNT)) };
  } finally {
    await context.close();
  }
}

let openings = 0;

const COUNT = `new Promise((resolve) => {
  const found = [];
  new PerformanceObserver((list) => found.push(...list.getEntries())).observe({ type: "longtask", buffered: true });
  setTimeout(() => resolve({
    nodes: document.evaluate("count(//node())", document).numberValue,
    longest: Math.max(0, ...found.map((task) => task.duration)),
  }), 500);
})` as unknown as () => Promise<{
  nodes: number;
  longest: number;
}>;

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
