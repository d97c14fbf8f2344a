import { gzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { LOOK_NAMES, type Look } from "../../../shared/looks.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { shiftsOf } from "../../support/pages/layout-shifts.ts";
import { test } from "../fixtures.ts";

const WIDTHS = [390, 768, 1024, 1440, 1920];
/** Of other phones. There, the fallback may break a long paragraph differently, but not the name. */
const PHONES = [320, 360, 375, 402, 412, 414, 430, 440];

for (const look of LOOK_NAMES) {
  test.describe(`the look ${look}`, () => {
    test.use({ siteName: "looks" });

    test(`a first visit to a page in the look ${look} shows its text at once, and changes to the typeface without moving anything`, async ({
      page,
      site,
    }) => {
      await site.sql`insert into public.personal_info (key, value) values ('look', ${look})
        on conflict (key) do update set value = excluded.value`;
      const read = async () => (await page.request.get("/")).text();
      await expect.poll(read).toContain(`class="page ${look}"`);
      expect(gzipSync(await read(), { level: 9 }).length).toBeLessThanOrEqual(14 * 1024);
      await visitFirst(page, look);
    });
  });
}

async function visitFirst(page: Page, look: Look): Promise<void> {
  const [files, requestedFirst] = look === "editorial" ? [4, 2] : [2, 1];
  await page.emulateMedia({ reducedMotion: "reduce" });
  const shifts = await shiftsOf(page);
  const held = holdRequests();
  await page.route("**/*.woff2", held.route);
  const types: string[] = [];
  page.on("request", (request) => types.push(request.resourceType()));
  await page.goto("/", { waitUntil: "domcontentloaded" });
  // The layout requests those again, and finds them in the cache.
  await expect.poll(held.count).toBe(files + requestedFirst);
  expect(types, "fonts before scripts").not.toContain("script");
  expect(await isInTypeface(page)).toBe(false);
  const namesBefore = await namesOnPhones(page);
  const before = await boxesAtAllWidths(page);
  // The shifts of the last width are reported after its frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  const { score } = await shifts();

  held.release();
  await expect.poll(() => isInTypeface(page)).toBe(true);
  await page.evaluate(() => document.fonts.ready);
  // A text beside another one may move by a few pixels.
  expect((await shifts()).score - score).toBeLessThanOrEqual(0.01);
  for (const [index, boxes] of (await boxesAtAllWidths(page)).entries()) {
    const moved = boxes.filter((box) => !before[index]?.includes(box));
    expect(moved, `${WIDTHS[index]} px`).toEqual([]);
  }
  expect(await namesOnPhones(page)).toEqual(namesBefore);
  expect(types.filter((type) => type === "font")).toHaveLength(files);
}

test("the typeface stays the fallback when its files do not arrive", async ({
  landing,
  page,
  watch,
}) => {
  watch.expectProblem(/woff2/);
  await page.route("**/*.woff2", (route) => route.abort());
  await landing.open();
  await expect.poll(() => watch.missing()).toEqual([]);
  expect(await isInTypeface(page)).toBe(false);
});

test("no font is requested by a browser that saves data", async ({ landing, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.push(request.url());
  });
  await landing.open();
  expect(await isInTypeface(page)).toBe(false);
  expect(fonts).toEqual([]);
});

/** The place and height of the owner's name at the width of each phone. */
async function namesOnPhones(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (const width of PHONES) {
    await page.setViewportSize({ width, height: 900 });
    const [name] = await page.evaluate(textBoxes);
    names.push(`${width} px: ${name}`);
  }
  return names;
}

/** The tops and heights of the page's elements with text, at each width. */
async function boxesAtAllWidths(page: Page): Promise<string[][]> {
  const boxes: string[][] = [];
  for (const width of [...WIDTHS, WIDTHS[0] ?? 390]) {
    await page.setViewportSize({ width, height: 900 });
    boxes.push(await page.evaluate(textBoxes));
  }
  return boxes;
}

/** Runs in the browser. */
function textBoxes(): string[] {
  // Entries out of view would not be laid out.
  delete document.documentElement.dataset.fresh;
  return [...document.querySelectorAll("#root :is(h1, h2, h3, p, li, dd)")].map((element) => {
    const { top, height } = element.getBoundingClientRect();
    return `${Math.round(top + scrollY)}+${Math.round(height)} ${element.textContent}`;
  });
}

/** Whether the browser draws most of the first heading in a font of the site. */
async function isInTypeface(page: Page): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send("DOM.enable");
    await session.send("CSS.enable");
    const { root } = await session.send("DOM.getDocument");
    const { nodeId } = await session.send("DOM.querySelector", {
      nodeId: root.nodeId,
      selector: "h1",
    });
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    const [most] = fonts.toSorted((one, other) => other.glyphCount - one.glyphCount);
    return most?.isCustomFont ?? false;
  } finally {
    await session.detach();
  }
}
