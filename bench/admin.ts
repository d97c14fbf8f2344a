import { type Browser, chromium, type Page } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { type BuiltSite, startBuiltSite } from "../tests/support/built-site.ts";
import { AdminPanel } from "../tests/support/pages/admin-panel.ts";
import { buildEmptyApp } from "./support/build-empty-app.ts";
import { median } from "./support/median.ts";

/**
 * How long until the first admin screen is usable with a cold browser cache?
 * Reference: an empty React page with the same router, boot script, server and machine.
 */
const RUNS = 15;
const LARGEST_RATIO = 1.5;

interface Variant {
  name: string;
  /** URLs of the application's modules; defaults to the site's own. */
  modules?: string[];
  signedIn: boolean;
  /** Selector; the page is usable once this element and everything before it is present. */
  usable: string;
}

process.env.NODE_ENV = "production";
const empty = await buildEmptyApp();
const site = await startBuiltSite();
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
const variants: Variant[] = [
  { name: "empty page", modules: empty.modules, signedIn: false, usable: "#app h1" },
  { name: "login", signedIn: false, usable: "#app input[type=password]" },
  { name: "dashboard, frame", signedIn: true, usable: "#app main h1" },
];

try {
  const html = await (await fetch(site.origin)).text();
  const times = new Map<string, number[]>(variants.map(({ name }) => [name, []]));
  for (let run = -1; run < RUNS; run++) {
    // Variants alternate so that other load on the machine affects all equally. Round one is a
    // warm-up.
    for (const variant of variants) {
      const time = await measure(browser, site, variant, html);
      if (run >= 0) times.get(variant.name)?.push(time);
    }
  }
  const reference = median(times.get("empty page") ?? []);
  for (const { name } of variants) {
    const time = median(times.get(name) ?? []);
    const ratio = time / reference;
    console.log(
      `${name.padEnd(20)} ${time.toFixed(0).padStart(5)} ms, ratio ${ratio.toFixed(2)} (median of ${RUNS})`,
    );
    if (ratio > LARGEST_RATIO) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await site.stop();
  await empty.remove();
}

/** Milliseconds from the navigation's start until the variant is usable and painted. */
async function measure(
  browser: Browser,
  site: BuiltSite,
  variant: Variant,
  html: string,
): Promise<number> {
  const context = await browser.newContext({ baseURL: site.origin });
  try {
    const page = await context.newPage();
    if (variant.signedIn) await new AdminPanel(page, site).keepSession();
    // All variants get the same document from memory; only the module's URL differs.
    const body = variant.modules
      ? html.replace(/data-app="[^"]*"/, `data-app="${variant.modules.join(" ")}"`)
      : html;
    await page.route(`${site.origin}/`, (route) =>
      route.fulfill({ body, contentType: "text/html" }),
    );
    await page.addInitScript({ content: watchFor(variant.usable) });
    await page.goto("/#/tradmin");
    return await readTime(page);
  } finally {
    await context.close();
  }
}

// A string, because the loader that runs this file adds helper names that the page doesn't define.
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
