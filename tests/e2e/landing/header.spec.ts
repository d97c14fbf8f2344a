import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";

test("the header stays at the top and does not cover the heading that a link scrolls to", async ({
  landing,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await landing.open();
  for (const id of ["about", "education", "experience", "skills", "projects"]) {
    await page.goto(`/#${id}`);
    const heading = page.locator(`#${id} h2`);
    await expect(heading).toBeInViewport({ ratio: 1 });
    await expect(landing.header).toBeInViewport({ ratio: 1 });
    const bottom = await landing.header.evaluate((node) => node.getBoundingClientRect().bottom);
    const top = await heading.evaluate((node) => node.getBoundingClientRect().top);
    expect(top, id).toBeGreaterThanOrEqual(bottom);
  }
});

test("the header marks the link to the section in view", async ({ landing, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await landing.open();
  const current = landing.mainNavigation.locator("[aria-current=location]");
  await expect(current).toHaveText(["Home"]);
  for (const name of ["Skills", "Contact", "About"]) {
    await landing.mainNavigation.getByRole("link", { name }).click();
    await expect(current).toHaveText([name]);
  }
});

test.describe("on a small screen", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the menu works before the page's code has arrived, and stays open when it arrives", async ({
    landing,
    page,
  }) => {
    const release = await landing.holdCode();
    await page.goto("/");
    await landing.menuButton.click();
    await expect(landing.mobileMenu).toBeVisible();
    const counted = page.waitForResponse(/visits/);
    release();
    await counted;
    await expect(landing.hero.locator(".tagline [aria-hidden=true]")).toBeAttached();
    await expect(landing.mobileMenu).toBeVisible();
    await landing.mobileMenu.getByRole("link", { name: "Skills" }).click();
    await expect(landing.mobileMenu).toBeHidden();
    await expect(page.locator("#skills")).toBeInViewport();
  });
});
