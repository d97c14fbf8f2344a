import { expect } from "@playwright/test";
import { seenText, seenTextAt } from "../../support/pages/typed-text.ts";
import { test, withMotion } from "../fixtures.ts";

test.use(withMotion);

const name = "Ines Valloran";
const tagline = "I build quick, quiet software for the web.";

test("the hero types the name before any code has arrived, 150 ms per character", async ({
  landing,
  page,
}) => {
  await landing.holdCode();
  await page.goto("/");
  const brand = landing.header.locator(".brand");
  const moments = [...name].flatMap((_, at) => [(at + 1) * 150 - 1, (at + 1) * 150]);
  expect(await seenTextAt(brand, [0, ...moments])).toEqual([
    "",
    ...[...name].flatMap((_, at) => [name.slice(0, at), name.slice(0, at + 1)]),
  ]);
});

test("the typed name becomes a link once it is complete", async ({ landing, page }) => {
  const release = await landing.holdCode();
  await page.goto("/");
  const brand = landing.header.locator(".brand");
  await seenTextAt(brand, [1000]);
  release();
  const link = landing.header.getByRole("link", { name, exact: true });
  await expect(link).toHaveCount(0);
  // Screen readers always get the whole text.
  await expect(landing.hero).toMatchAriaSnapshot(`
    - heading "Hello, I’m Ines Valloran" [level=1]
    - paragraph: ${tagline}
  `);
  await expect(landing.header).toMatchAriaSnapshot(`
    - banner:
      - text: ${name}
      - navigation "Main"
  `);
  expect(await seenTextAt(brand, [1000]), "went on where it was").toEqual([name.slice(0, 6)]);
  await brand.locator(".typed").evaluate((typed) => typed.getAnimations()[0]?.finish());
  await expect(link).toHaveAttribute("href", "#home");
  await expect(link).toHaveText(name);
  expect(await seenText(brand)).toBe(name);
});

test("the hero types the name once in a visit", async ({ landing, page }) => {
  await page.goto("/");
  await landing.header.locator(".typed").evaluate((typed) => typed.getAnimations()[0]?.finish());
  await expect(landing.header.locator(".typed"), "the code has seen the end").toHaveCount(0);
  const release = await landing.holdCode();
  await page.goto("/");
  expect(await seenTextAt(landing.header.locator(".brand"), [0])).toEqual([name]);
  release();
  await expect(landing.header.getByRole("link", { name, exact: true })).toBeVisible();
});

test("the hero types the tagline, holds it 3 s, deletes it twice as fast, and starts again", async ({
  landing,
  page,
}) => {
  await landing.holdCode();
  await page.goto("/");
  const line = landing.hero.locator(".tagline");
  const { length } = tagline;
  const expected = new Map<number, number>();
  for (let typed = 1; typed <= length; typed += 1) {
    expected.set(typed * 150 - 1, typed - 1).set(typed * 150, typed);
  }
  // The hold of 3 s includes the wait before the first deletion.
  const deleting = length * 150 + 3000;
  expected.set(deleting, length);
  for (let deleted = 1; deleted <= length; deleted += 1) {
    expected.set(deleting + deleted * 75 - 1, length - deleted + 1);
    expected.set(deleting + deleted * 75, length - deleted);
  }
  // A rounding error delays the end of the second round.
  const again = deleting + length * 75 + 0.1;
  expected
    .set(again + 149, 0)
    .set(again + 150, 1)
    .set(again + 300, 2);
  const seen = await seenTextAt(line, [...expected.keys()]);
  expect(seen).toEqual([...expected.values()].map((count) => tagline.slice(0, count)));
});

test("typing continues where it was when the code arrives, by a timer", async ({
  landing,
  page,
}) => {
  const release = await landing.holdCode();
  await page.goto("/");
  const line = landing.hero.locator(".tagline");
  // A time far from the end, because a restart would show a shorter text.
  await seenTextAt(line, [3000.5]);
  release();
  const length = async () => (await seenText(line)).length;
  await expect.poll(length).toBeGreaterThan(20);
  const state = await line
    .locator(".typed")
    .evaluate((typed) => typed.getAnimations()[0]?.playState);
  expect(state, "no frame is drawn for it in between").toBe("paused");
  // The tagline is deleted and typed again.
  await seenTextAt(line, [tagline.length * 150 + 2990]);
  await expect.poll(length).toBeLessThan(tagline.length);
});

test("the hero shows one caret, behind the last character typed", async ({ landing, page }) => {
  await landing.holdCode();
  await page.goto("/");
  const line = landing.hero.locator(".tagline");
  const carets = () =>
    line.locator(".typed").evaluate((typed) => {
      const shown = (element: Element, part: string) =>
        getComputedStyle(element, part).opacity === "1" &&
        getComputedStyle(element).opacity === "1";
      const characters = typed.querySelectorAll(":scope > span > span");
      const behind = [...characters].flatMap((char, at) => (shown(char, "::after") ? [at] : []));
      const [first] = typed.children;
      return first && shown(first, "::before") ? [-1, ...behind] : behind;
    });
  for (const [moment, at] of [
    [0, -1],
    [149, -1],
    [150, 0],
    [299, 0],
    [300, 1],
    [tagline.length * 150 + 2999, tagline.length - 1],
    [tagline.length * 150 + 3075, tagline.length - 2],
  ] as const) {
    await seenTextAt(line, [moment]);
    expect(await carets(), `${moment} ms`).toEqual([at]);
  }
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("the name and the tagline are complete at once with reduced motion, with and without code", async ({
    landing,
    page,
  }) => {
    const release = await landing.holdCode();
    await page.goto("/");
    const brand = landing.header.locator(".brand");
    const line = landing.hero.locator(".tagline");
    const animations = () => page.evaluate(() => document.getAnimations().length);
    const expectBoth = async () => {
      expect(await seenText(brand)).toBe(name);
      expect(await seenText(line)).toBe(tagline);
      expect(await animations()).toBe(0);
    };
    await expectBoth();
    const counted = page.waitForResponse(/visits/);
    release();
    await counted;
    await expect(landing.header.getByRole("link", { name, exact: true })).toBeVisible();
    await expectBoth();
  });
});
