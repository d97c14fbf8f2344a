import { expect } from "@playwright/test";
import { test } from "./fixtures.ts";

test("greets with the name, the tagline, the bio and the two links", async ({ landing, page }) => {
  await landing.open();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Hello, I’m Ines Valloran");
  await expect(landing.hero).toContainText("I build quick, quiet software for the web.");
  await expect(landing.hero).toContainText("I am a full-stack developer in Trieste.");
  await expect(landing.hero.locator("strong")).toHaveText("away from a desk");
  const ways = landing.hero.getByRole("link");
  await expect(ways).toHaveText(["Get In Touch", "View My Work"]);
  await expect(ways.nth(0)).toHaveAttribute("href", "#contact");
  await expect(ways.nth(1)).toHaveAttribute("href", "#projects");
});

test("has the six anchors of the menu and #education", async ({ landing, page }) => {
  await landing.open();
  for (const id of ["home", "about", "education", "experience", "skills", "projects", "contact"]) {
    await expect(page.locator(`#${id}`), id).toHaveCount(1);
  }
  await expect(landing.mainNavigation.getByRole("link")).toHaveText([
    "Home",
    "About",
    "Experience",
    "Skills",
    "Projects",
    "Contact",
  ]);
});

test("shows the owner's portrait, statement and the three fixed blocks", async ({ landing }) => {
  await landing.open();
  const about = landing.section("About");
  await expect(about.getByRole("img")).toHaveAccessibleName(/Ines Valloran/);
  await expect(about.locator("mark")).toHaveText("I have room for one longer engagement");
  await expect(about.locator("p", { hasText: /^Ines$/ })).toHaveCSS("text-align", "right");
  await expect(about.getByRole("heading", { level: 3 })).toHaveText([
    "Innovation & Problem-Solving",
    "User-Centric Philosophy",
    "Future Ambition",
  ]);
});

test("lists education newest first and links its institutions", async ({ landing }) => {
  await landing.open();
  const education = landing.section("Education");
  await expect(education).toContainText("My academic background and qualifications.");
  await expect(education.getByRole("heading", { level: 3 })).toHaveText([
    "MSc Computer Science",
    "BSc Applied Mathematics",
  ]);
  const links = education.getByRole("link");
  await expect(links).toHaveText(["Northern Adriatic Institute of Technology"]);
  await expect(links).toHaveAttribute("href", "https://example.org/nait");
  await expect(education).toContainText("Saltmarsh College of Applied Sciences");
  await expect(education).toContainText("2015 – 2017");
  await expect(education.getByRole("list", { name: "Skills: MSc Computer Science" })).toHaveText(
    "Distributed systemsDatabasesHuman factors",
  );
});

test("lists experience newest first without any link", async ({ landing }) => {
  await landing.open();
  const experience = landing.section("Professional Experience");
  await expect(experience).toContainText("My journey through various roles and responsibilities.");
  await expect(experience.getByRole("heading", { level: 3 })).toHaveText([
    "Lead Engineer",
    "Full-Stack Developer",
    "Web Developer",
  ]);
  await expect(experience).toContainText("Studio Tern & Plover");
  await expect(experience).toContainText("2023 – Present");
  await expect(experience.getByRole("link")).toHaveCount(0);
});

test("groups the skills by category, best first, with 'Other' at the end", async ({ landing }) => {
  await landing.open();
  const skills = landing.section("My Tech Stack");
  await expect(skills.getByRole("heading", { level: 3 })).toHaveText([
    "Languages",
    "Interfaces",
    "Servers & Data",
    "Tools & Practice",
    "Other",
  ]);
  const bars = skills.getByRole("progressbar");
  await expect(bars).toHaveCount(18);
  const languages = skills.getByRole("region", { name: "Languages" }).getByRole("progressbar");
  expect(await languages.evaluateAll(accessibleLevels)).toEqual([
    ["TypeScript", "95"],
    ["JavaScript", "92"],
    ["Python", "78"],
  ]);
  const other = skills.getByRole("region", { name: "Other" });
  await expect(other.getByRole("listitem")).toHaveText(/Technical Writing\s*85%/);
});

test("draws every bar as wide as its level", async ({ landing }) => {
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

test("gives known skills their icon and unknown ones a gray square", async ({ landing, page }) => {
  await landing.open();
  const rows = landing.section("My Tech Stack").getByRole("listitem");
  const unknown = rows.filter({ hasNot: page.locator("svg use") });
  await expect(unknown.locator(".skill-name")).toHaveText(["PostGIS", "Technical Writing"]);
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

test("shows the projects with their stack and links", async ({ landing }) => {
  await landing.open();
  const projects = landing.section("Featured Projects");
  await expect(projects.getByRole("heading", { level: 3 })).toHaveText([
    "Slipway",
    "Seqscan",
    "Quadrat",
    "Patchbay",
    "Halfhour",
    "Toolshelf",
  ]);
  const slipway = landing.project("Slipway");
  await expect(slipway.getByRole("list").getByRole("listitem")).toHaveText([
    "TypeScript",
    "React",
    "PostgreSQL",
    "Supabase",
  ]);
  await expect(slipway.getByRole("link", { name: "Live: Slipway" })).toHaveAttribute(
    "href",
    "https://example.com/slipway",
  );
  await expect(slipway.getByRole("link", { name: "Code: Slipway" })).toHaveAttribute(
    "href",
    "https://github.com/example/slipway",
  );
  const all = projects.getByRole("link", { name: "View All on GitHub" });
  await expect(all).toHaveAttribute("href", "https://github.com/example");
});

test("collapses a long description to three lines until 'Show More'", async ({ landing }) => {
  await landing.open();
  const projects = landing.section("Featured Projects");
  await expect(projects.getByRole("button")).toHaveText(["Show More", "Show More", "Show More"]);
  await expect(landing.project("Seqscan").getByRole("button")).toHaveCount(0);

  const slipway = landing.project("Slipway");
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
  await expect(landing.project("Quadrat").getByRole("button")).toHaveText("Show More");
  await toggle.click();
  await expect(toggle).toHaveText("Show More");
  expect(Math.round(await lines())).toBe(3);
});

for (const [width, columns] of [
  [390, 1],
  [768, 2],
  [1440, 3],
] as const) {
  test(`shows the projects in ${columns} column(s) at ${width} pixels`, async ({
    landing,
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await landing.open();
    const lefts = await landing
      .section("Featured Projects")
      .getByRole("heading", { level: 3 })
      .evaluateAll((nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().left)));
    expect(new Set(lefts).size).toBe(columns);
  });
}

test("shows the owner's other profiles and how to write to them", async ({ landing, context }) => {
  await landing.open();
  const contact = landing.section("Get In Touch");
  await expect(contact.getByRole("link", { name: "ines@example.com" })).toHaveAttribute(
    "href",
    "mailto:ines@example.com",
  );
  await expect(contact.getByRole("heading", { name: "Find me on" })).toBeVisible();
  const links = contact.getByRole("listitem").getByRole("link");
  await expect(links).toHaveText(["GitHub", "LinkedIn", "Telegram"]);
  for (const link of await links.all()) await expect(link).toHaveAttribute("target", "_blank");
  // Opens in a new tab with a mock page: the test allows no request off the machine.
  await context.route("https://example.com/**", (route) => route.fulfill({ body: "elsewhere" }));
  expect(await links.evaluateAll((nodes) => nodes.map((node) => node.getAttribute("rel")))).toEqual(
    Array(3).fill(expect.stringContaining("noopener")),
  );
});

test("ends with year, name and a link back to the top", async ({ landing, page }) => {
  await landing.open("/#contact");
  await expect(landing.footer).toContainText(
    `© ${new Date().getFullYear()} Ines Valloran. All rights reserved.`,
  );
  const top = landing.footer.getByRole("link", { name: "Back to top" });
  await expect(top.locator("img")).toHaveAttribute("src", "/favicon.svg");
  await top.click();
  await expect(page).toHaveURL(/#home$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

function accessibleLevels(elements: Element[]): (string | null)[][] {
  return elements.map((bar) => [bar.getAttribute("aria-label"), bar.getAttribute("aria-valuenow")]);
}
