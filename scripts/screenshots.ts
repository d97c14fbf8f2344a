/**
 * Takes the pictures in docs/screenshots from the built server with the sample content.
 * `npm run screenshots -- [folder] [whole]`; `whole` also takes the pages from top to bottom.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { startBuiltServer } from "../tests/support/built-server.ts";

const [folder = "docs/screenshots", extent] = process.argv.slice(2);
const widths = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

await mkdir(folder, { recursive: true });
const server = await startBuiltServer();
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  for (const viewport of widths) {
    for (const colorScheme of ["dark", "light"] as const) {
      // Reduced motion shows every section and the whole tagline at once.
      const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce" });
      await page.goto(server.origin);
      await loadPictures(page);
      const name = `landing-${viewport.width}-${colorScheme}`;
      await page.screenshot({ path: join(folder, `${name}.png`) });
      if (extent === "whole") {
        await page.screenshot({ path: join(folder, `${name}-whole.png`), fullPage: true });
      }
      await page.close();
      console.log(name);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}

/** Lazy pictures below the fold load when they come near; a full-page picture needs them all. */
async function loadPictures(page: Page) {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = "eager";
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
  });
}
