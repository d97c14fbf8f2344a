import { expect, type Page } from "@playwright/test";
import { test } from "../fixtures.ts";

test("skill bars and unknown icons stay visible in forced colors", async ({ landing, page }) => {
  await landing.open();
  const skills = landing.section("My Tech Stack");
  const background = (selector: string) =>
    skills
      .locator(selector)
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundColor);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: "active", reducedMotion: "reduce" });
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    // The styles for print and forced colors are loaded after the page.
    const grounds = async () => [ground, await background(".bar"), await background(".bar-fill")];
    await expect.poll(async () => new Set(await grounds()).size, { message: colorScheme }).toBe(3);
    expect(await background(".brand-icon-unknown"), colorScheme).not.toBe(ground);
  }
});

test("the caret of a typed text stays visible in forced colors", async ({ landing, page }) => {
  await landing.open();
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "no-preference" });
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const chunk = landing.hero.locator(".tagline .typed > span").first();
  const colors = () =>
    chunk.evaluate((node) =>
      [
        getComputedStyle(node, "::before"),
        getComputedStyle(node.children[0] ?? node, "::after"),
      ].map(({ backgroundColor }) => backgroundColor),
    );
  // The styles for print and forced colors are loaded after the page.
  await expect.poll(colors).not.toContain(ground);
  expect(await colors()).toHaveLength(2);
});

test.describe("with a dark system theme", () => {
  test.use({ colorScheme: "dark" });

  test("the page starts dark with a dark system theme, can be switched, and remembers the choice", async ({
    landing,
    page,
    context,
  }) => {
    await landing.open();
    expect(await brightness(page)).toBeLessThan(40);
    expect(await browserColor(page)).toBe(await background(page));
    await landing.themeSwitch.click();
    expect(await brightness(page)).toBeGreaterThan(220);
    expect(await browserColor(page)).toBe(await background(page));

    await watchBackground(page);
    await page.reload();
    await expect(landing.hero).toBeVisible();
    expect(await brightness(page)).toBeGreaterThan(220);
    expect(await backgroundsSeen(page), "no frame in the other theme").toHaveLength(1);
    expect(await browserColor(page)).toBe(await background(page));
    const another = await context.newPage();
    await another.goto("/");
    expect(await brightness(another)).toBeGreaterThan(220);
    await landing.themeSwitch.click();
    expect(await brightness(page)).toBeLessThan(40);
  });
});

test.describe("with a light system theme", () => {
  test.use({ colorScheme: "light" });

  test("the theme follows the system until a theme is chosen", async ({ landing, page }) => {
    await landing.open();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await brightness(page)).toBeLessThan(40);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await brightness(page)).toBeGreaterThan(220);
    await expect(page.locator("html")).not.toHaveAttribute("data-theme");
    await landing.themeSwitch.click();
    expect(await brightness(page)).toBeLessThan(40);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.emulateMedia({ colorScheme: "light" });
    expect(await brightness(page)).toBeLessThan(40);
  });

  test("the theme can be chosen before the page's code has arrived", async ({ landing, page }) => {
    await page.route("**/assets/entry-*.js", () => {});
    await page.goto("/");
    await landing.themeSwitch.click();
    expect(await brightness(page)).toBeLessThan(40);
  });

  test("the theme can be chosen where storage is forbidden, for the lifetime of the page", async ({
    landing,
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      });
    });
    await landing.open();
    await landing.themeSwitch.click();
    expect(await brightness(page)).toBeLessThan(40);
  });
});

/** Mean of the background's color channels, 0 to 255. */
async function brightness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const channels = getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number);
    const [red = 0, green = 0, blue = 0] = channels ?? [];
    return (red + green + blue) / 3;
  });
}

/** The color that the browser shows around the page, as a background. */
async function browserColor(page: Page): Promise<string> {
  return page.evaluate(() => {
    const metas = [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")];
    const shown = metas.find(({ media }) => matchMedia(media).matches);
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = shown?.content ?? "";
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
}

async function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

/** Records the page's background before every paint of the next load. */
async function watchBackground(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { backgroundsSeen: seen });
    const look = () => {
      if (document.body) seen.add(getComputedStyle(document.body).backgroundColor);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function backgroundsSeen(page: Page): Promise<string[]> {
  await expect
    .poll(() => page.evaluate(() => (window as unknown as Backgrounds).backgroundsSeen.size))
    .toBeGreaterThan(0);
  return page.evaluate(() => [...(window as unknown as Backgrounds).backgroundsSeen]);
}

interface Backgrounds {
  backgroundsSeen: Set<string>;
}
