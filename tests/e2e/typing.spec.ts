import { expect } from "@playwright/test";
import { advance, settle, stopTime, wakePage } from "../support/pages/fake-time.ts";
import { seenText } from "../support/pages/typed-text.ts";
import { test } from "./fixtures.ts";

const name = "Ines Valloran";
const tagline = "I build quick, quiet software for the web.";

test("types the name once, 150 ms a character, and makes it a link", async ({ landing, page }) => {
  await stopTime(page);
  await page.goto("/");
  const brand = landing.header.locator(".brand");
  expect(await seenText(brand)).toBe("");
  await wakePage(page);
  await expect(landing.header.locator("[aria-hidden=true]", { hasText: name })).toBeAttached();
  await settle(page);
  for (let typed = 1; typed < name.length; typed += 1) {
    await advance(page, 149);
    expect(await seenText(brand)).toBe(name.slice(0, typed - 1));
    await advance(page, 1);
    expect(await seenText(brand)).toBe(name.slice(0, typed));
  }
  await expect(landing.header.getByRole("link", { name })).toHaveCount(0);
  await advance(page, 150);
  const link = landing.header.getByRole("link", { name, exact: true });
  await expect(link).toHaveAttribute("href", "#home");
  expect(await seenText(brand)).toBe(name);
  await advance(page, 20_000);
  expect(await seenText(brand)).toBe(name);
});

test("types the tagline, holds it 3 s, deletes it twice as fast, and starts again", {
  tag: "@long",
}, async ({ landing, page }) => {
  await stopTime(page);
  await page.goto("/");
  const line = landing.hero.locator(".tagline");
  const seen = () => seenText(line);
  await wakePage(page);
  await expect(line.locator("[aria-hidden=true]")).toBeAttached();
  await settle(page);
  for (let typed = 1; typed <= tagline.length; typed += 1) {
    await advance(page, 149);
    expect(await seen()).toBe(tagline.slice(0, typed - 1));
    await advance(page, 1);
    expect(await seen()).toBe(tagline.slice(0, typed));
  }
  // The 3 s end with the wait before the first deletion.
  await advance(page, 2999);
  expect(await seen()).toBe(tagline);
  await advance(page, 1);
  for (let left = tagline.length - 1; left >= 0; left -= 1) {
    await advance(page, 74);
    expect(await seen()).toBe(tagline.slice(0, left + 1));
    await advance(page, 1);
    expect(await seen()).toBe(tagline.slice(0, left));
  }
  await advance(page, 150);
  expect(await seen()).toBe(tagline.slice(0, 1));
  await advance(page, 150);
  expect(await seen()).toBe(tagline.slice(0, 2));
});

test("gives screen readers the whole text at any time", async ({ landing, page }) => {
  await stopTime(page);
  await page.goto("/");
  await wakePage(page);
  const line = landing.hero.locator(".tagline");
  await expect(line.locator("[aria-hidden=true]")).toBeAttached();
  await expect(landing.hero).toMatchAriaSnapshot(`
    - heading "Hello, I’m Ines Valloran" [level=1]
    - paragraph: ${tagline}
  `);
  await expect(landing.header).toMatchAriaSnapshot(`
    - banner:
      - text: ${name}
      - navigation "Main"
  `);
});

test.describe("where less motion is wanted", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("both texts simply stand there", async ({ landing, page }) => {
    await stopTime(page);
    await page.goto("/");
    const brand = landing.header.locator(".brand");
    const line = landing.hero.locator(".tagline");
    expect(await seenText(brand)).toBe(name);
    expect(await seenText(line)).toBe(tagline);
    await wakePage(page);
    await expect(landing.header.getByRole("link", { name, exact: true })).toBeVisible();
    for (let second = 0; second < 12; second += 1) {
      await advance(page, 1000);
      expect(await seenText(line)).toBe(tagline);
    }
  });
});
