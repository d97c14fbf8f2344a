import { chromium } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { startBuiltSite } from "../tests/support/sites/built-site.ts";
import { buildEmptyApp } from "./support/build-empty-app.ts";
import { median } from "./support/median.ts";
import { measureOpening, type Opening } from "./support/opening-time.ts";

/**
 * How long until the first admin screen is usable with a cold browser cache?
 * Reference: an empty React page with the same router, boot script, server and machine.
 */
const RUNS = 15;
const LARGEST_RATIO = 1.5;

process.env.NODE_ENV = "production";
const empty = await buildEmptyApp();
const site = await startBuiltSite();
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
const variants: Opening[] = [
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
      const time = await measureOpening(browser, site, variant, html);
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
