import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";

test("a new visit lays out entries out of view after the first paint", async ({
  landing,
  page,
}) => {
  const release = await landing.holdCode();
  await page.goto("/");
  await expect(landing.hero).toBeVisible();
  expect(await postponed(page)).toEqual({ entry: true, "skill-group": true, project: true });
  release();
  await expect.poll(() => postponed(page)).toEqual({});
});

test("a link followed before the first paint leads to its section", async ({ landing, page }) => {
  await landing.holdCode();
  await page.goto("/");
  await landing.mainNavigation.getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL(/#contact$/);
  expect(await postponed(page)).toEqual({});
  await expect(page.locator("#contact h2")).toBeInViewport();
});

test("scrolling before the first paint lays out everything, so that nothing moves under the pointer", async ({
  landing,
  page,
}) => {
  await landing.holdCode();
  await page.goto("/");
  await expect(landing.hero).toBeVisible();
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 100);
  await expect.poll(() => postponed(page)).toEqual({});
});

test("a reload of the page keeps the scroll position", async ({ landing, page }) => {
  await landing.open();
  await expect.poll(() => postponed(page)).toEqual({});
  await landing.section("Featured Projects").scrollIntoViewIfNeeded();
  const position = () => page.evaluate(() => Math.round(scrollY));
  const before = await position();
  expect(before).toBeGreaterThan(1000);
  await landing.holdCode();
  await page.reload();
  await expect.poll(position).toBe(before);
  expect(await postponed(page)).toEqual({});
});

/** Classes of the elements whose content may be laid out later. */
async function postponed(page: Page): Promise<Record<string, true>> {
  return page.locator("main *").evaluateAll((elements) => {
    const found = elements.filter(
      (element) => getComputedStyle(element).contentVisibility === "auto",
    );
    return Object.fromEntries(found.map(({ classList }) => [classList[0] ?? "", true as const]));
  });
}
