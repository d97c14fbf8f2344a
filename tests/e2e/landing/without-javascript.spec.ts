import { expect } from "@playwright/test";
import { test, withMotion } from "../fixtures.ts";

test.use(withMotion);

test.use({ javaScriptEnabled: false });

test("the page shows all content and no control that needs code, and counts no visit", async ({
  landing,
  page,
  site,
}) => {
  const count = () => site.sql`select count(*)::int as visits from public.visits`;
  const before = await count();
  await page.goto("/");
  const read: [string, RegExp[]][] = [
    ["About", [/room for one longer engagement/, /Future Ambition/]],
    ["Education", [/MSc Computer Science/, /Saltmarsh College of Applied Sciences/]],
    ["Professional Experience", [/Lead Engineer/, /Lumenfold Energy/, /2017 – 2020/]],
    ["My Tech Stack", [/TypeScript/, /Technical Writing/]],
    ["Featured Projects", [/Slipway/, /Toolshelf/]],
    ["Get In Touch", [/Find me on/, /LinkedIn/]],
  ];
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(landing.header.getByRole("link", { name: "Ines Valloran" })).toBeVisible();
  await expect(landing.hero).toContainText("I build quick, quiet software for the web.");
  for (const [title, texts] of read) {
    const section = landing.section(title);
    await expect(section).toHaveCSS("opacity", "1");
    // toContainText also matches hidden text; innerText does not.
    for (const text of texts) expect(await section.innerText()).toMatch(text);
  }
  await expect(landing.footer).toContainText("All rights reserved.");
  const text = landing.project("Slipway").getByText("Berth planning for small harbours.");
  expect(await text.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThan(2);
  await expect(text).toBeVisible();
  for (const button of await page.getByRole("button").all()) await expect(button).toBeHidden();
  expect(await count()).toEqual(before);
});

test("the page links to every section, on a small screen from an open menu", async ({
  landing,
  page,
}) => {
  await page.goto("/");
  for (const [name, id] of [
    ["About", "about"],
    ["Experience", "experience"],
    ["Skills", "skills"],
    ["Projects", "projects"],
    ["Contact", "contact"],
    ["Home", "home"],
  ] as const) {
    await landing.mainNavigation.getByRole("link", { name }).click();
    await expect(page).toHaveURL(new RegExp(`#${id}$`));
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
  await expect(page.getByRole("link", { name: "ines@example.com" })).toHaveAttribute(
    "href",
    "mailto:ines@example.com",
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(landing.mobileMenu.getByRole("link")).toHaveText([
    "Workspace",
    "Home",
    "About",
    "Experience",
    "Skills",
    "Projects",
    "Contact",
  ]);
  await landing.mobileMenu.getByRole("link", { name: "Projects" }).click();
  await expect(page.locator("#projects")).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
