import { expect, type Page } from "@playwright/test";

/** Stops the page's clock before anything of it runs. Code of the page then only moves by `advance`. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install({ time: new Date("2026-03-01T10:00:00Z") });
  await page.clock.pauseAt(new Date("2026-03-01T10:00:01Z"));
}

/** Gives the first sign of life and lets just enough time pass for the page's code to begin. */
export async function wakePage(page: Page): Promise<void> {
  await page.keyboard.press("Shift");
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return page.evaluate(() =>
        Object.keys(document.getElementById("root") ?? {}).some((key) => /^__react/.test(key)),
      );
    })
    .toBe(true);
}

/**
 * Lets exactly so many milliseconds pass and waits until the page has dealt with them. React works
 * in message tasks, one after the other on the same thread, so a chain of our own ends after its.
 */
export async function advance(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await settle(page);
}

export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    for (let hop = 0; hop < 20; hop += 1) {
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(0);
      });
    }
    port1.close();
  });
}
