import { expect, type Locator, type Page } from "@playwright/test";
import { addNotes, NOTES, noteText, openNote, stored } from "../../support/pages/notes-screen.ts";
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
  await page.getByRole("menuitemcheckbox", { name: "Checklist" }).tap();
  await expect(box.locator("[contenteditable]:focus")).toHaveCount(1);
  await page.keyboard.type("milk");
  await expect(box.getByRole("checkbox", { name: "milk" })).toBeVisible();
  await box.getByRole("button", { name: "More formatting" }).tap();
  const toggle = page.getByRole("menuitemcheckbox", { name: "Checklist" });
  await expect(toggle).toBeChecked();
  await page.keyboard.press("Escape");
  await box.getByRole("button", { name: "Close" }).tap();
  await openNote(page, "List");
  await expectTools(page, page.getByRole("dialog"));
});

/** Checks the tools, and leaves the menu open. */
async function expectTools(page: Page, within: Locator) {
  const tools = within.getByRole("toolbar").getByRole("button");
  await expect(tools).toHaveCount(DIRECT.length);
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

const DIRECT = ["Bold", "Italic", "Heading", "Undo", "Redo", "Add pictures", "More formatting"];
const BEHIND_MENU = [
  ...["Highlight", "Link", "Bullet list", "Checklist"],
  ...["Align left", "Align center", "Align right", "Leave ticked items in place"],
];

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
