import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";

test("the page shows the stored content in the order of the page, newest and best first", async ({
  landing,
  page,
}) => {
  await landing.open();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, I’m Ines Valloran");
  await expect(landing.hero).toContainText("I build quick, quiet software for the web.");
  await expect(landing.hero).toContainText("I am a full-stack developer in Trieste.");
  await expect(landing.hero.locator("strong")).toHaveText("away from a desk");

  for (const [section, titles] of [
    ["Education", ["MSc Computer Science", "BSc Applied Mathematics"]],
    ["Professional Experience", ["Lead Engineer", "Full-Stack Developer", "Web Developer"]],
    ["Featured Projects", ["Slipway", "Seqscan", "Quadrat", "Patchbay", "Halfhour", "Toolshelf"]],
  ] as const) {
    await expect(landing.section(section).getByRole("heading", { level: 3 })).toHaveText([
      ...titles,
    ]);
  }

  const skills = landing.section("My Tech Stack");
  await expect(skills.getByRole("heading", { level: 3 })).toHaveText([
    "Languages",
    "Interfaces",
    "Servers & Data",
    "Tools & Practice",
    "Other",
  ]);
  const languages = skills.getByRole("region", { name: "Languages" }).getByRole("progressbar");
  expect(await languages.evaluateAll(accessibleLevels)).toEqual([
    ["TypeScript", "95"],
    ["JavaScript", "92"],
    ["Python", "78"],
  ]);
  const other = skills.getByRole("region", { name: "Other" });
  await expect(other.getByRole("listitem")).toHaveText(["Technical Writing"]);

  await expect(landing.footer).toContainText(
    `© ${new Date().getFullYear()} Ines Valloran. All rights reserved.`,
  );
  await landing.footer.getByRole("link", { name: "Back to top" }).click();
  await expect(page).toHaveURL(/#home$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("the page draws every bar as wide as its level", async ({ landing }) => {
  await landing.open();
  const bars = landing.section("My Tech Stack").getByRole("progressbar");
  const widths = await bars.evaluateAll((elements) =>
    elements.map((bar) => {
      const fill = bar.firstElementChild as HTMLElement;
      // offsetWidth, because a bounding box would include the scale of the fade-in.
      return [
        Number(bar.getAttribute("aria-valuenow")),
        (fill.offsetWidth / bar.clientWidth) * 100,
      ];
    }),
  );
  expect(widths.length).toBe(18);
  for (const [level = 0, width = 0] of widths) expect(Math.abs(level - width)).toBeLessThan(1);
});

test("the page gives known skills their icon and unknown ones a gray square", async ({
  landing,
  page,
}) => {
  await landing.open();
  const rows = landing.section("My Tech Stack").getByRole("listitem");
  const unknown = rows.filter({ hasNot: page.locator("svg use") });
  await expect(unknown.locator("span:not(.brand-icon)")).toHaveText([
    "PostGIS",
    "Technical Writing",
  ]);
  for (const square of await unknown.locator(".brand-icon").all()) {
    const { width, height, color } = await square.evaluate((node) => {
      const { width, height } = node.getBoundingClientRect();
      return { width, height, color: getComputedStyle(node).backgroundColor };
    });
    expect(width).toBe(height);
    const [red = 0, green = 0, blue = 0] = color.match(/\d+/g)?.map(Number) ?? [];
    expect(Math.max(red, green, blue) - Math.min(red, green, blue), color).toBeLessThan(32);
  }
  const icon = rows.filter({ hasText: "TypeScript" }).locator("svg");
  await icon.scrollIntoViewIfNeeded();
  await expect
    .poll(() => icon.locator("use").evaluate((use: SVGUseElement) => use.getBBox().width))
    .toBeGreaterThan(0);
});

test("the page collapses a long description to three lines until 'Show More', before any code has arrived", async ({
  landing,
  page,
}) => {
  await landing.holdCode();
  await page.goto("/");
  const projects = landing.section("Featured Projects");
  await expect(projects.getByRole("button")).toHaveText(["Show More", "Show More", "Show More"]);
  await expect(landing.project("Seqscan").getByRole("button")).toHaveCount(0);

  const slipway = landing.project("Slipway");
  const neighbor = landing.project("Seqscan");
  const heightOf = async () => (await neighbor.boundingBox())?.height;
  // Before the after-load code has arrived, only sections in view are laid out.
  await neighbor.scrollIntoViewIfNeeded();
  await expect(neighbor.getByRole("heading")).toBeInViewport();
  const height = await heightOf();
  const text = slipway.getByText("Berth planning for small harbours.");
  const toggle = slipway.getByRole("button");
  const lines = () =>
    text.evaluate(
      (node) => node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight),
    );
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  expect(Math.round(await lines())).toBe(3);
  await toggle.click();
  await expect(toggle).toHaveText("Show Less");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  expect(await lines()).toBeGreaterThan(3.5);
  expect(await heightOf(), "the row is not stretched").toBe(height);
  await expect(landing.project("Quadrat").getByRole("button")).toHaveText("Show More");
  await toggle.click();
  await expect(toggle).toHaveText("Show More");
  expect(Math.round(await lines())).toBe(3);
});

test("the page shows the projects in one, two or three columns", async ({ landing, page }) => {
  await landing.open();
  const titles = landing.section("Featured Projects").getByRole("heading", { level: 3 });
  for (const [width, columns] of [
    [390, 1],
    [768, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const lefts = () =>
      titles.evaluateAll((nodes) =>
        nodes.map((node) => Math.round(node.getBoundingClientRect().left)),
      );
    await expect.poll(async () => new Set(await lefts()).size, `${width} pixels`).toBe(columns);
  }
});

test("copied text has every text once, with spaces between columns", async ({
  landing,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await landing.open();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("ControlOrMeta+C");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split("I build quick, quiet software for the web.")).toHaveLength(2);
  const parts = page.locator(
    "main :is(h1, h2, h3, dt, dd, .dates, .place, .place b, .chips li, .skill span, .buttons a):visible",
  );
  const texts = await parts.evaluateAll((nodes) =>
    nodes.map((node) => node.textContent.replace(/\s+/g, " ").trim()).filter(Boolean),
  );
  expect(texts.length).toBeGreaterThan(60);
  const words = ` ${copied.replace(/\s+/g, " ")} `;
  expect(texts.filter((text) => !words.includes(` ${text} `))).toEqual([]);
});

function accessibleLevels(elements: Element[]): (string | null)[][] {
  return elements.map((bar) => [bar.getAttribute("aria-label"), bar.getAttribute("aria-valuenow")]);
}
