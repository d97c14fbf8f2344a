import { expect } from "@playwright/test";
import { test } from "./fixtures.ts";

test("a link followed before the page's code has arrived leads to its section", async ({
  landing,
  page,
}) => {
  await landing.holdCode();
  await page.goto("/");
  await landing.mainNavigation.getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL(/#contact$/);
  await expect(page.locator("#contact-title")).toBeInViewport();
});

test("a reload keeps the position", async ({ landing, page }) => {
  await landing.open();
  await landing.section("Featured Projects").scrollIntoViewIfNeeded();
  const position = () => page.evaluate(() => Math.round(scrollY));
  const before = await position();
  expect(before).toBeGreaterThan(1000);
  await landing.holdCode();
  await page.reload();
  await expect.poll(position).toBe(before);
});
