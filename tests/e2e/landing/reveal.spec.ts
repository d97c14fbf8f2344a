import { expect, type Locator, type Page } from "@playwright/test";
import { test, withMotion } from "../fixtures.ts";

test.use(withMotion);

const below = [
  "Education",
  "Professional Experience",
  "My Tech Stack",
  "Featured Projects",
  "Get In Touch",
];

test("a section fades in once a tenth of it is in view, and stays visible", async ({
  landing,
  page,
}) => {
  await landing.open();
  const section = landing.section("My Tech Stack");
  await expect(section).toHaveCSS("opacity", "0");
  await showShare(page, section, 0.05);
  await expect(section).toHaveCSS("opacity", "0");
  await showShare(page, section, 0.15);
  await expect(section).toHaveCSS("opacity", "1");
  await showShare(page, section, -0.5);
  await expect(section).not.toBeInViewport();
  await expect(section).toHaveCSS("opacity", "1");
});

test("every section appears when it is scrolled to, its entries one after another", {
  tag: "@long",
}, async ({ landing }) => {
  await landing.open();
  for (const title of below) await expect(landing.section(title)).toHaveCSS("opacity", "0");
  for (const title of below) {
    const section = landing.section(title);
    await section.scrollIntoViewIfNeeded();
    await expect(section, title).toHaveCSS("opacity", "1");
  }
  for (const item of await landing.section("Education").locator(".entry").all()) {
    await expect(item).toHaveCSS("opacity", "1");
  }
  const delays = (items: Locator) =>
    items.evaluateAll((nodes) =>
      nodes.map((node) => getComputedStyle(node).transitionDelay.split(",")[0]),
    );
  const experience = landing.section("Professional Experience");
  expect(await delays(experience.locator(".entry"))).toEqual(["0s", "0.15s", "0.3s"]);
  const skills = landing.section("My Tech Stack");
  const languages = skills.getByRole("region", { name: "Languages" });
  expect(await delays(languages.getByRole("listitem"))).toEqual(["0s", "0.1s", "0.2s"]);
});

test("the page opened at an anchor shows that section at once", async ({ landing }) => {
  await landing.open("/#projects");
  await expect(landing.section("Featured Projects")).toBeInViewport();
  await expect(landing.section("Featured Projects")).toHaveCSS("opacity", "1");
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("no section is hidden with reduced motion", async ({ landing }) => {
    await landing.open();
    for (const title of below) await expect(landing.section(title)).toHaveCSS("opacity", "1");
  });
});

/** Scrolls until this fraction of the section is above the viewport's lower edge. */
async function showShare(page: Page, section: Locator, share: number): Promise<void> {
  await section.evaluate((node, visible) => {
    const { top, height } = node.getBoundingClientRect();
    scrollTo({ top: scrollY + top - innerHeight + height * visible, behavior: "instant" });
  }, share);
  // Observers report in order of creation, so the page's own has reported before this one.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body);
      }),
  );
}
