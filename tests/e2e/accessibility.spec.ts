import { expect } from "@playwright/test";
import { axeViolations, axeViolationsInBothThemes } from "../support/axe.ts";
import { test } from "./fixtures.ts";

for (const width of [390, 1440]) {
  test.describe(`at ${width} pixels in both themes`, () => {
    // With reduced motion every section and all texts are shown at once, so axe sees all of them.
    test.use({
      viewport: { width, height: 900 },
      contextOptions: { reducedMotion: "reduce" },
    });

    test("axe finds nothing, with form and menu open as well", async ({ landing, page }) => {
      await landing.open();
      expect(await axeViolationsInBothThemes(page)).toEqual([]);
      await landing.openForm();
      if (width === 390) {
        await landing.menuButton.click();
        await expect(landing.mobileMenu).toBeVisible();
      }
      expect(await axeViolationsInBothThemes(page)).toEqual([]);
    });
  });
}

test("axe finds nothing while the texts are typed", async ({ landing, page }) => {
  await landing.open();
  expect(await axeViolations(page)).toEqual([]);
});

test("axe reports a planted violation", async ({ landing, page }) => {
  await landing.open();
  await page.evaluate(() => document.querySelector("#about img")?.removeAttribute("alt"));
  expect(await axeViolations(page)).toEqual([expect.stringContaining("image-alt")]);
});

test("headings descend without gaps from a single top-level heading", async ({ landing, page }) => {
  await landing.open();
  const levels = await page
    .locator("h1, h2, h3, h4, h5, h6")
    .evaluateAll((nodes) => nodes.map((node) => Number(node.tagName[1])));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels[0]).toBe(1);
  levels.reduce((above, level) => {
    expect(level - above).toBeLessThanOrEqual(1);
    return level;
  });
});

test("every bar is a labeled progress bar", async ({ landing }) => {
  await landing.open();
  await expect(landing.section("My Tech Stack")).toMatchAriaSnapshot(`
    - region "My Tech Stack":
      - heading "My Tech Stack" [level=2]
      - region "Languages":
        - heading "Languages" [level=3]
        - list:
          - listitem:
            - text: TypeScript
            - progressbar "TypeScript"
  `);
  const bar = landing.section("My Tech Stack").getByRole("progressbar", { name: "TypeScript" });
  await expect(bar).toHaveAttribute("aria-valuenow", "95");
  await expect(bar).toHaveAttribute("aria-valuemin", "0");
  await expect(bar).toHaveAttribute("aria-valuemax", "100");
});
