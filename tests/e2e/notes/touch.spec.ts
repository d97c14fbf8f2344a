import { expect, type Locator, type Page } from "@playwright/test";
import {
  addNotes,
  card,
  NOTES,
  noteText,
  openNote,
  stored,
} from "../../support/pages/notes-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });
test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
});

const item = (text: string, nested = "") => `<li data-checked="false"><p>${text}</p>${nested}</li>`;
const checklist = (...items: string[]) => `<ul data-type="checklist">${items.join("")}</ul>`;

test("nothing scrolls sideways on a touch screen, and every tool is available", async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(site, { title: "List", content: checklist(item("a")) });
  await workspace.open(NOTES);
  await page.getByPlaceholder("Take a note...").tap();
  const box = page.getByRole("region", { name: "New note" });
  await expectTools(page, box);
  await page.keyboard.press("Escape");
  await box.getByRole("button", { name: "Checklist" }).tap();
  await expect(box.locator("[contenteditable]:focus")).toHaveCount(1);
  await page.keyboard.type("milk");
  await expect(box.getByRole("checkbox", { name: "milk" })).toBeVisible();
  await expect(box.getByRole("button", { name: "Checklist", pressed: true })).toBeVisible();
  await box.getByRole("button", { name: "Close" }).tap();
  await openNote(page, "List");
  await expectTools(page, page.getByRole("dialog"));
});

/** Checks the tools, and leaves the menu open. */
async function expectTools(page: Page, within: Locator) {
  const tools = within.getByRole("toolbar").getByRole("button");
  await expect.poll(() => tools.evaluateAll(labelsOf)).toEqual(DIRECT);
  for (const name of DIRECT) {
    const tool = within.getByRole("button", { name, exact: true });
    await expect(tool).toBeInViewport({ ratio: 1 });
    const size = await tool.boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0), name).toBeGreaterThanOrEqual(44);
  }
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("*")]
      .filter((one) => one.scrollWidth > one.clientWidth)
      .filter(
        (one) =>
          one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX),
      )
      .map((one) => one.outerHTML.slice(0, 100)),
  );
  expect(wide).toEqual([]);
  expect(await page.evaluate(() => innerWidth)).toBe(390);
  await within.getByRole("button", { name: "More formatting" }).tap();
  for (const name of BEHIND_MENU) {
    await expect(page.getByRole("menu").getByText(name, { exact: true })).toBeInViewport();
  }
}

/** In their order. */
const DIRECT = [
  ...["Checklist", "Bold", "Italic", "Heading", "Add pictures", "Undo", "More formatting"],
];
const BEHIND_MENU = [
  ...["Redo", "Highlight", "Link", "Bullet list"],
  ...["Align left", "Align center", "Align right", "Leave ticked items in place"],
];

const labelsOf = (all: Element[]) => all.map((one) => one.getAttribute("aria-label"));

test("a list of five items takes two taps besides the items", async ({ workspace, page, site }) => {
  await workspace.open(NOTES);
  await page.getByRole("button", { name: "New list" }).tap();
  const box = page.getByRole("region", { name: "New note" });
  await expect(box.getByRole("checkbox", { name: "Empty item" })).toBeVisible();
  for (const text of ["milk", "bread", "eggs", "salt", "tea"]) {
    if (text !== "milk") await page.keyboard.press("Enter");
    await page.keyboard.type(text);
  }
  await box.getByRole("button", { name: "Close" }).tap();
  await expect(page.getByRole("article").getByRole("checkbox")).toHaveCount(5);
  const texts = ["milk", "bread", "eggs", "salt", "tea"].map((text) => item(text));
  await expect
    .poll(async () => (await stored(site)).map(({ content }) => content))
    .toEqual([checklist(...texts)]);
});

test("checkboxes and handles of the editor are 44 px on touch screens, and do not overlap", async ({
  workspace,
  page,
  site,
}) => {
  const content = checklist(item("first", checklist(item("nested"), item("more"))), item("last"));
  await addNotes(site, { title: "List", content });
  await workspace.open(NOTES);
  await openNote(page, "List");
  const targets = page.getByRole("dialog").locator(".tick, [data-drag-handle]");
  await expect(targets).toHaveCount(8);
  const areas = await targets.evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
      return { left, right, top, bottom, size: [width, height] };
    }),
  );
  for (const [index, one] of areas.entries()) {
    expect(one.size).toEqual([44, 44]);
    expect(one.left).toBeGreaterThanOrEqual(0);
    expect(one.right).toBeLessThanOrEqual(390);
    const overlapping = areas.slice(index + 1).filter((other) => {
      const isBeside = other.left >= one.right || one.left >= other.right;
      return !isBeside && other.top < one.bottom && one.top < other.bottom;
    });
    expect(overlapping).toEqual([]);
  }
  const last = areas.at(-2);
  await page.touchscreen.tap((last?.left ?? 0) + 3, (last?.bottom ?? 0) - 3);
  await expect(page.getByRole("dialog").getByRole("checkbox", { name: "last" })).toBeChecked();
  await noteText(page).getByText("nested").tap();
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await expect.poll(async () => (await stored(site))[0]?.content).toContain("<p>nested!</p>");
});

test("a long press selects notes, and taps then add others; a scroll selects nothing", async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(site, ...["c", "b", "a"].map((title) => ({ title })));
  await workspace.open(NOTES);
  const cdp = await page.context().newCDPSession(page);
  const hold = async (title: string, y: number) => {
    const box = await card(page, title).boundingBox();
    const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 20 };
    await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    const moved = [{ ...at, y: at.y + y }];
    if (y) await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: moved });
  };
  const release = () => cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await hold("a", 30);
  await release();
  await hold("b", 0);
  const bar = page.getByRole("toolbar", { name: "Selected notes" });
  await expect(bar).toContainText("1 selected");
  await release();
  await card(page, "c").tap();
  await expect(bar).toContainText("2 selected");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const tool of await bar.getByRole("button").all())
    await expect(tool).toBeInViewport({ ratio: 1 });
  await bar.getByRole("button", { name: "Delete" }).tap();
  await expect(page.getByText("2 notes moved to the trash.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).tap();
  await expect(page.getByRole("article")).toHaveCount(3);
});

test("a toast is above an on-screen keyboard, and the open note's sheet too", async ({
  workspace,
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const view = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: 420 });
    Object.defineProperty(window, "visualViewport", { value: view });
  });
  await addNotes(site, { title: "b" }, { title: "a" });
  await workspace.open(NOTES);
  await openNote(page, "b");
  await page.getByRole("button", { name: "Archive note" }).tap();
  const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  const bottom = async () => {
    const box = await toast.boundingBox();
    return (box?.y ?? 900) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThanOrEqual(420);
  await openNote(page, "a");
  await expect.poll(bottom).toBeLessThanOrEqual(420);
  const sheet = await page.getByRole("dialog").boundingBox();
  expect((sheet?.y ?? 0) + (sheet?.height ?? 900)).toBeLessThanOrEqual(420 - 64);
});
