import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";

test("an unknown route shows the landing page", async ({ landing }) => {
  await landing.open('/#"><img>');
  await expect(landing.hero).toBeVisible();
});

for (const hash of ["#/tradmin", "#/workspace/tasks"]) {
  test(`${hash} opens the app without showing the landing page first`, async ({
    landing,
    page,
  }) => {
    await watchForFlash(page);
    const files: string[] = [];
    page.on("request", (request) => files.push(new URL(request.url()).pathname));
    await page.goto(`/${hash}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(landing.hero).toBeHidden();
    const { frames, flashes } = await page.evaluate(() => ({
      frames: window.framesSeen,
      flashes: window.framesWithLanding,
    }));
    expect(frames).toBeGreaterThan(0);
    expect(flashes).toBe(0);
    expect(files.filter((file) => file.startsWith("/assets/entry-"))).toEqual([]);
  });
}

test("the browser's back and forward buttons navigate between the page and the app", async ({
  landing,
  page,
}) => {
  await landing.open();
  await landing.header.getByTitle("Go to Workspace").click();
  await expect(landing.hero).toBeHidden();
  await expect(page.locator("#app").getByRole("heading", { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(landing.hero).toBeVisible();
  await expect(page.locator("#app")).toBeHidden();
  await page.goForward();
  await expect(landing.hero).toBeHidden();
  await expect(page.locator("#app")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: /Ines Valloran/ })).toBeVisible();
});

test("the browser's back button navigates through the anchors", async ({ landing, page }) => {
  // Without smooth scrolling, Back restores the exact scroll position, even in the middle.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await landing.open();
  await landing.mainNavigation.getByRole("link", { name: "Skills" }).click();
  await expect(page.locator("#skills h2")).toBeInViewport();
  await landing.mainNavigation.getByRole("link", { name: "About" }).click();
  await expect(page.locator("#about h2")).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL(/#skills$/);
  await expect(page.locator("#skills h2")).toBeInViewport();
});

for (const anchor of ["#projects", "#/projects"]) {
  test(`a link to ${anchor} opens there`, async ({ landing, page }) => {
    // Smooth scrolling is off, because a busy browser once dropped its own scroll animation.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await landing.open(`/${anchor}`);
    await expect(page.locator("#projects h2")).toBeInViewport();
    await page.goto(`/${anchor.replace("projects", "about")}`);
    await expect(page.locator("#about h2")).toBeInViewport();
  });
}

test("an unknown URL shows the landing page as not found", async ({ landing, page, watch }) => {
  watch.expectStatus(404);
  const answer = page.waitForResponse((response) => response.url().endsWith("/%E2%82%AC"));
  await landing.open("/%E2%82%AC");
  expect((await answer).status()).toBe(404);
  await expect(landing.hero).toBeVisible();
  await landing.openForm();
});

declare global {
  interface Window {
    framesSeen: number;
    framesWithLanding: number;
  }
}

/** Checks before every paint whether the landing page takes up any space. */
async function watchForFlash(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.framesSeen = 0;
    window.framesWithLanding = 0;
    const look = () => {
      window.framesSeen += 1;
      if ((document.getElementById("root")?.offsetHeight ?? 0) > 0) window.framesWithLanding += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
