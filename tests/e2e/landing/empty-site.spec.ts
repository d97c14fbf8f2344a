import { expect } from "@playwright/test";
import { axeViolations } from "../../support/axe.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "empty", sampleContent: "off" });

test("a site without entries shows no empty section, claims nothing, is accessible and fits", async ({
  landing,
  page,
}) => {
  await landing.open();
  await expect(page).toHaveTitle("Portfolio");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, and welcome");
  await expect(landing.hero.getByRole("link")).toHaveText(["Get In Touch"]);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["About", "Get In Touch"]);
  await expect(landing.mainNavigation.getByRole("link")).toHaveText(["Home", "About", "Contact"]);
  const about = landing.section("About");
  await expect(about.locator(".statement")).toHaveText("This is my page.");
  await expect(about.locator("svg.generated")).toBeVisible();
  await expect(page.locator("svg.generated")).toHaveCount(1);
  await expect(about.getByRole("heading", { level: 3 })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto("/#projects");
  await expect(about.getByRole("heading", { level: 2 })).toBeInViewport({ ratio: 1 });
  const contact = landing.section("Get In Touch");
  await expect(contact.getByRole("heading", { name: "Find me on" })).toHaveCount(0);
  await expect(contact.getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "View All on GitHub" })).toHaveCount(0);
  await expect(landing.footer).toContainText(
    `© ${new Date().getFullYear()} Portfolio. All rights reserved.`,
  );
  await expect(landing.footer.getByRole("link").locator("svg")).toBeVisible();
  for (const word of ["undefined", "null", "NaN", "[object"]) {
    await expect(page.locator("#root")).not.toContainText(word);
  }
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await axeViolations(page), `${width} pixels`).toEqual([]);
  }
});
