import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import {
  addNotes,
  card,
  NOTES,
  openNote,
  stored,
  titles,
} from "../../support/pages/notes-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
});

test("cards stand in columns of their own heights, in order, without any layout shift", async ({
  workspace,
  page,
  site,
}) => {
  const text = (lines: number) => `<p>${"words ".repeat(6 * lines)}</p>`;
  await addNotes(
    site,
    ...Array.from({ length: 60 }, (_, index) => ({
      title: `note ${index}`,
      content: text(1 + ((index * 7) % 12)),
      is_pinned: index > 55,
    })),
  );
  await page.addInitScript(() => {
    const total = { shift: 0 };
    Object.assign(window, { total });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) total.shift += (entry as unknown as Shift).value;
    }).observe({ type: "layout-shift", buffered: true });
    interface Shift {
      value: number;
    }
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await workspace.open(NOTES);
  await expect(card(page, "note 59")).toBeVisible();
  const wall = () =>
    page.getByRole("article").evaluateAll((cards) =>
      cards
        // While the wall scrolls, found cards may be removed.
        .filter((one) => one.isConnected)
        .map((one) => {
          const { x, top, bottom } = one.getBoundingClientRect();
          return { x, top, bottom };
        }),
    );
  for (let step = 0; step < 6; step += 1) {
    const cards = await wall();
    const columns = [...new Set(cards.map(({ x }) => x))];
    expect(columns).toHaveLength(4);
    for (const left of columns) {
      const column = cards.filter(({ x }) => x === left);
      for (const [index, { top }] of column.entries()) {
        const above = column[index - 1];
        if (above) expect(top - above.bottom).toBeGreaterThan(11);
      }
    }
    const others = cards.slice(step === 0 ? 4 : 0).map(({ top }) => Math.round(top));
    expect(others).toEqual(others.toSorted((one, other) => one - other));
    await page.mouse.wheel(0, 500);
    await page.waitForFunction((top) => scrollY > top || scrollY > 1500, step * 400);
  }
  const shift = () =>
    page.evaluate(() => (window as unknown as { total: { shift: number } }).total.shift);
  expect(await shift()).toBeLessThanOrEqual(0.001);
});

test("a phone has a filter button and a sheet with the wall's tools at the bottom", async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(site, { title: "plain" }, { title: "red", color: "#452121", is_pinned: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await workspace.open(NOTES);
  await expect(card(page, "red")).toBeVisible();
  const top = () =>
    page
      .getByRole("article")
      .first()
      .evaluate((one) => one.getBoundingClientRect().top);
  expect(await top()).toBeLessThanOrEqual(200);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("menuitemradio", { name: "Red" }).click();
  await expect.poll(() => titles(page)).toEqual(["red"]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await openNote(page, "red");
  const dialog = page.getByRole("dialog");
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  // Simulates a keyboard that covers half of the screen.
  await page.setViewportSize({ width: 390, height: 420 });
  const tools = dialog.getByRole("toolbar", { name: "Formatting of Note text" });
  await expect.poll(async () => (await tools.boundingBox())?.y).toBeLessThan(420 - 48);
  const box = await tools.boundingBox();
  expect(box?.y).toBeGreaterThan(250);
  for (const tool of await tools.getByRole("button").all()) await expect(tool).toBeInViewport();
  await dialog.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.type("centered");
  await tools.getByRole("button", { name: "More formatting" }).click();
  await page.getByRole("menuitemradio", { name: "Align center" }).click();
  await tools.getByRole("button", { name: "Heading" }).click();
  await tools.getByRole("button", { name: "Undo" }).click();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await expect
    .poll(async () => (await stored(site)).map(({ content }) => content))
    .toContain('<p style="text-align:center">centered</p>');
});

test("the box for a new note accepts Markdown, and loses no key before its editor is loaded", async ({
  workspace,
  page,
  site,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/rich-text-editor*.js", async (route) => {
    await held;
    await route.continue();
  });
  await workspace.open(NOTES);
  await expect(page.getByText("Your workspace is empty")).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.type("**first**\n[ ] fast\nand");
  // The keys arrive while the editor replaces the field.
  const typing = page.keyboard.type(" second line, typed on and on until the editor is there", {
    delay: 15,
  });
  release();
  await typing;
  const box = page.getByRole("region", { name: "New note" });
  await expect(box.getByRole("toolbar")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("[ ] milk");
  await page.keyboard.press("Enter");
  await page.keyboard.type("**two** example.org ");
  await page.keyboard.press("Control+Enter");
  await expect(box.getByRole("toolbar")).toBeHidden();
  await expect
    .poll(async () => (await stored(site))[0]?.content)
    .toBe(
      '<p><strong>first</strong></p><ul data-type="checklist"><li data-checked="false"><p>fast</p></li><li data-checked="false"><p>and second line, typed on and on until the editor is there</p></li><li data-checked="false"><p>milk</p></li><li data-checked="false"><p><strong>two</strong> <a href="https://example.org" rel="noopener">example.org</a> </p></li></ul>',
    );
});

test("ticked items move below the others unless that is turned off, and a handle drags an item", async ({
  workspace,
  page,
  site,
}) => {
  const item = (text: string) => `<li data-checked="false"><p>${text}</p></li>`;
  const content = `<ul data-type="checklist">${["a", "b", "c"].map(item).join("")}</ul>`;
  await addNotes(site, { title: "List", content });
  await workspace.open(NOTES);
  await card(page, "List").getByRole("checkbox", { name: "a" }).check();
  const items = async () =>
    [...((await stored(site))[0]?.content ?? "").matchAll(/"(\w+)"><p>(\w)/g)].map(
      ([, ticked, text]) => (ticked === "true" ? `${text}!` : text),
    );
  await expect.poll(items).toEqual(["b", "c", "a!"]);
  await openNote(page, "List");
  const rows = page.getByRole("dialog").locator("li");
  await rows.first().hover();
  const handle = await rows.first().locator("[data-drag-handle]").boundingBox();
  const target = await rows.nth(1).boundingBox();
  if (!handle || !target) throw new Error("The list is not there.");
  await page.mouse.move(handle.x + 5, handle.y + 5);
  await page.mouse.down();
  await page.mouse.move(handle.x + 5, target.y + target.height - 2, { steps: 4 });
  await page.mouse.up();
  await expect(rows).toHaveText(["c", "b", "a"]);
  await page.getByRole("button", { name: "More formatting" }).click();
  await page.getByRole("menuitem", { name: "Leave ticked items in place" }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: "c" }).check();
  await expect.poll(items).toEqual(["c!", "b", "a!"]);
});

test("notes are selected with Ctrl and Shift, and changed at once with a single Undo", async ({
  workspace,
  page,
  site,
}) => {
  const list = '<ul data-type="checklist"><li data-checked="false"><p>milk</p></li></ul>';
  const names = ["f", "e", "d", "c", "b", "a"];
  await addNotes(site, ...names.map((title) => ({ title, content: title === "b" ? list : "" })));
  await workspace.open(NOTES);
  const press = (title: string, ...modifiers: ("Shift" | "ControlOrMeta")[]) =>
    card(page, title).getByRole("button", { name: title, exact: true }).click({ modifiers });
  const selected = () => page.getByRole("button", { pressed: true }).evaluateAll(labelsOf);
  await press("a", "ControlOrMeta");
  await press("d", "Shift");
  await expect.poll(selected).toEqual(["a", "b", "c", "d"]);
  // In a selection, a click anywhere on a card toggles it.
  await card(page, "b").getByRole("checkbox").click();
  await expect.poll(selected).toEqual(["a", "c", "d"]);
  const bar = page.getByRole("toolbar", { name: "Selected notes" });
  await expect(bar).toContainText("3 selected");
  await bar.getByRole("button", { name: "Labels" }).click();
  await page.getByLabel("Add a label").fill("home");
  await page.keyboard.press("Enter");
  await expect(card(page, "c").getByText("home")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(bar).toBeHidden();

  await card(page, "f").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Select", exact: true }).click();
  await press("e", "ControlOrMeta");
  await card(page, "e").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Color" }).click();
  await page.getByRole("menuitemradio", { name: "Red" }).click();
  await expect(page.getByText("2 notes changed.")).toBeVisible();
  const colors = async () => (await stored(site)).filter(({ color }) => color === "#452121").length;
  await expect.poll(colors).toBe(2);
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect.poll(() => titles(page)).toEqual(["a", "b", "c", "d"]);
  await page
    .getByRole("listitem")
    .filter({ hasText: "2 notes archived." })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(page.getByRole("article")).toHaveCount(6);
  await card(page, "a").hover();
  await card(page, "a").getByRole("button", { name: "Note menu" }).click();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(card(page, "a")).toHaveCount(0);
});

const labelsOf = (all: Element[]) => all.map((one) => one.getAttribute("aria-label"));

test("notes are selected, changed and deleted with the keyboard alone", async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(site, ...["d", "c", "b", "a"].map((title) => ({ title })));
  await workspace.open(NOTES);
  await card(page, "a").getByRole("button", { name: "a", exact: true }).focus();
  const selected = () => page.getByRole("button", { pressed: true }).evaluateAll(labelsOf);
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(selected).toEqual(["a", "b"]);
  await page.keyboard.press("Escape");
  await expect.poll(selected).toEqual([]);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(selected).toEqual(["b", "c"]);
  await page.keyboard.press("Delete");
  await expect.poll(() => titles(page)).toEqual(["a", "d"]);
  await expect(page.getByText("2 notes moved to the trash.")).toBeVisible();
  await expect(card(page, "d").getByRole("button", { name: "d", exact: true })).toBeFocused();
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Pin" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(card(page, "d").getByTitle("Unpin note")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  await expect.poll(selected).toHaveLength(2);
  await page.keyboard.press("e");
  await expect(page.getByText("Your workspace is empty")).toBeVisible();
  await expect
    .poll(async () => (await site.sql`select from workspace_notes where is_archived`).length)
    .toBe(2);
});

test("a card's checkboxes are 44 px on touch screens", async ({ browser, site, workspace }) => {
  await addNotes(site, {
    title: "List",
    content: '<ul data-type="checklist"><li data-checked="false"><p>a</p></li></ul>',
  });
  const context = await browser.newContext({
    baseURL: site.origin,
    hasTouch: true,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    await workspace.keepSession(page);
    await page.goto(`/#${NOTES}`);
    const target = card(page, "List").locator(".tick");
    await expect(target).toBeVisible();
    const box = await target.boundingBox();
    expect([box?.width, box?.height]).toEqual([44, 44]);
    await page.touchscreen.tap((box?.x ?? 0) + 3, (box?.y ?? 0) + 3);
    await expect(card(page, "List").getByRole("checkbox")).toBeChecked();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  } finally {
    await context.close();
  }
});
