import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type Shifts, shiftsOf } from "../../support/pages/layout-shifts.ts";
import { seenText } from "../../support/pages/typed-text.ts";
import { nextAddress, test, withMotion } from "../fixtures.ts";

test.use(withMotion);

/** Lighthouse rates 0.1 as good; this page promises a tenth of that. */
const LIMIT = 0.01;

test("nothing moves while both texts are typed, held and deleted", { tag: "@long" }, async ({
  browser,
  site,
}) => {
  // Uses real time, because shifts only happen in painted frames. Both widths are observed at once.
  const contexts: BrowserContext[] = [];
  const watchAt = async (width: number, height: number) => {
    const context = await browser.newContext({
      baseURL: site.origin,
      viewport: { width, height },
      extraHTTPHeaders: { "x-forwarded-for": nextAddress() },
    });
    contexts.push(context);
    return shiftsWhileTyping(await context.newPage());
  };
  const shifts = await Promise.all([watchAt(390, 844), watchAt(1440, 900)]);
  for (const context of contexts) await context.close();
  for (const { score, sources } of shifts) expect(score, sources.join("; ")).toBeLessThan(LIMIT);
});

test("nothing moves while a visitor scrolls through the page", async ({ landing, page }) => {
  const shifts = await shiftsOf(page);
  await landing.open();
  for (const title of ["About", "My Tech Stack", "Featured Projects", "Get In Touch"]) {
    await landing.section(title).scrollIntoViewIfNeeded();
    await expect(landing.section(title)).toHaveCSS("opacity", "1");
  }
  await expect
    .poll(() =>
      page
        .locator("main img")
        .evaluateAll((images) =>
          images.every((image) => (image as HTMLImageElement).naturalWidth > 0),
        ),
    )
    .toBe(true);
  const { score, sources } = await shifts();
  expect(score, sources.join("; ")).toBeLessThan(LIMIT);
});

test("a layout shift is detected", async ({ landing, page }) => {
  const shifts = await shiftsOf(page);
  await landing.open();
  await page.evaluate(() => {
    const bar = document.createElement("div");
    bar.style.height = "200px";
    document.body.prepend(bar);
  });
  await expect.poll(async () => (await shifts()).score).toBeGreaterThan(LIMIT);
});

async function shiftsWhileTyping(page: Page): Promise<Shifts> {
  const shifts = await shiftsOf(page);
  await page.goto("/");
  const tagline = page.locator(".tagline");
  const whole = "I build quick, quiet software for the web.";
  const seen = async () => (await seenText(tagline)).length;
  // 42 characters at 150 ms, a hold of 3 s, then deletion: more than ten seconds.
  await expect.poll(seen).toBeGreaterThan(0);
  await expect.poll(seen).toBe(whole.length);
  await expect.poll(seen).toBeLessThan(whole.length / 3);
  expect(await page.evaluate(() => performance.now())).toBeGreaterThan(10_000);
  return shifts();
}
