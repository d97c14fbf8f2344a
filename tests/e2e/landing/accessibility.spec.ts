import { expect } from "@playwright/test";
import { axeViolations, axeViolationsInBothThemes } from "../../support/axe.ts";
import { test, withMotion } from "../fixtures.ts";

test.use(withMotion);

for (const width of [390, 1440]) {
  test.describe(`at ${width} pixels in both themes`, () => {
    // With reduced motion every section and all texts are shown at once, so axe sees all of them.
    test.use({
      viewport: { width, height: 900 },
      contextOptions: { reducedMotion: "reduce" },
    });

    test("axe finds nothing on the page, with form and menu open as well", async ({
      landing,
      page,
    }) => {
      await landing.open();
      if (width === 1440) expect(await axeViolationsInBothThemes(page)).toEqual([]);
      await landing.openForm();
      if (width === 390) {
        await landing.menuButton.click();
        await expect(landing.mobileMenu).toBeVisible();
      }
      expect(await axeViolationsInBothThemes(page)).toEqual([]);
    });
  });
}

test("axe finds nothing while the texts are typed", { tag: "@long" }, async ({ landing, page }) => {
  await landing.open();
  expect(await axeViolations(page)).toEqual([]);
});

test("axe reports a planted violation", async ({ landing, page }) => {
  await landing.open();
  await page.evaluate(() => document.querySelector("#about img")?.removeAttribute("alt"));
  expect(await axeViolations(page)).toEqual([expect.stringContaining("image-alt")]);
});
