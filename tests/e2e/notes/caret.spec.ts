import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import {
  addNote,
  addNotes,
  NOTES,
  noteText,
  openNote,
  storedTexts,
} from "../../support/pages/notes-screen.ts";
import type { WorkspacePanel } from "../../support/pages/workspace-page.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
});

const checklist = (...items: string[]) =>
  `<ul data-type="checklist">${items.map((text) => `<li data-checked="false"><p>${text}</p></li>`).join("")}</ul>`;
const picture = () => `<img data-file="${randomUUID()}" alt="Boat" width="64" height="48">`;

const lines = (page: Page) => noteText(page).locator("p");

test("keys pressed in quick succession act at the visible caret, and replace no other text", async ({
  workspace,
  page,
  site,
}) => {
  await workspace.open(`${NOTES}?note=${await addNote(site, "Keys")}`);
  await noteText(page).click();
  await page.keyboard.type("one\ntwo");
  const devtools = await page.context().newCDPSession(page);
  /** Presses keys without waiting for the page, like keys typed while it is busy. */
  async function pressAtOnce(...keys: [key: string, code: number, modifiers?: number][]) {
    await Promise.all(
      keys.flatMap(([key, windowsVirtualKeyCode, modifiers = 0]) => {
        const text = key === "Enter" ? "\r" : key.length === 1 && modifiers === 0 ? key : undefined;
        const event = { key, windowsVirtualKeyCode, modifiers, ...(text && { text }) };
        return [
          devtools.send("Input.dispatchKeyEvent", { type: "keyDown", ...event }),
          devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...event }),
        ];
      }),
    );
  }
  const CONTROL = 2;
  await pressAtOnce(["a", 65, CONTROL], ["End", 35, CONTROL], ["x", 88]);
  await expect(lines(page)).toHaveText(["one", "twox"]);
  await pressAtOnce(["a", 65, CONTROL], ["End", 35, CONTROL], ["Backspace", 8]);
  await expect(lines(page)).toHaveText(["one", "two"]);
  await pressAtOnce(["Home", 36], ["Enter", 13]);
  await expect(lines(page)).toHaveText(["one", "", "two"]);
  await expect.poll(() => storedTexts(site)).toEqual(["<p>one</p><p></p><p>two</p>"]);
});

/** Opens a note with this text, and moves the focus there with the Tab key. */
async function openByKeys(
  { page, site, workspace }: { page: Page; site: BuiltSite; workspace: WorkspacePanel },
  content: string,
) {
  await addNotes(site, { title: "Keys", content });
  await workspace.open(NOTES);
  await openNote(page, "Keys");
  await expect(page.getByPlaceholder("Title")).toBeFocused();
  while (!(await noteText(page).evaluate((text) => text === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
}

/** Types a character after each of these key sequences, and removes it. */
async function typeAfter(page: Page, rows: [keys: string, expected: string][]) {
  for (const [keys, expected] of rows) {
    for (const key of keys.split(" ")) await page.keyboard.press(key);
    await page.keyboard.type("!");
    await expect(lines(page), keys).toHaveText(expected.split("|"));
    await page.keyboard.press("Backspace");
  }
}

for (const [name, content, typed] of [
  ["that begins with a checklist", checklist("milk", "bread"), ["xmilk", "bread"]],
  ["that begins with a picture", `${picture()}<p>below</p>`, ["xbelow"]],
] as const) {
  test(`the Tab key sets the caret into a text ${name}`, async ({ page, site, workspace }) => {
    await openByKeys({ page, site, workspace }, content);
    await page.keyboard.type("x");
    await expect(lines(page)).toHaveText(typed);
    await expect(noteText(page).getByRole("img")).toHaveCount(content.includes("<img") ? 1 : 0);
  });
}

test("no key loses the caret in a checklist or leaves everything selected", async ({
  page,
  site,
  workspace,
}) => {
  await openByKeys({ page, site, workspace }, checklist("one", "two"));
  await typeAfter(page, [
    ["Control+End ArrowRight", "one|two!"],
    ["Control+End ArrowDown", "one|two!"],
    ["Control+End Home ArrowLeft", "one!|two"],
    ["Control+End Home Control+ArrowLeft", "one!|two"],
    ["Control+End ArrowUp", "one!|two"],
    ["Control+End ArrowUp ArrowUp", "!one|two"],
    ["Control+End PageUp", "!one|two"],
    ["Control+Home ArrowLeft", "!one|two"],
    ["Control+Home ArrowUp", "!one|two"],
    ["Control+Home End ArrowRight", "one|!two"],
    ["Control+Home End Control+ArrowRight", "one|!two"],
    ["Control+Home ArrowDown", "one|!two"],
    ["Control+Home ArrowDown ArrowDown", "one|two!"],
    ["Control+Home PageDown", "one|two!"],
    ["Control+a ArrowRight", "one|two!"],
    ["Control+a ArrowDown", "one|two!"],
    ["Control+a End", "one|two!"],
    ["Control+a PageDown", "one|two!"],
    ["Control+a Control+End", "one|two!"],
    ["Control+a ArrowLeft", "!one|two"],
    ["Control+a ArrowUp", "!one|two"],
    ["Control+a Home", "!one|two"],
    ["Control+a PageUp", "!one|two"],
    ["Control+a Control+Home", "!one|two"],
  ]);
  await expect.poll(() => storedTexts(site)).toEqual([checklist("one", "two")]);
});

test("in a checklist written from right to left, the arrow keys move in the direction they point", async ({
  page,
  site,
  workspace,
}) => {
  await openByKeys({ page, site, workspace }, checklist("אבג", "דהו"));
  await typeAfter(page, [
    ["Control+End ArrowRight", "אבג|דה!ו"],
    ["Control+End ArrowLeft", "אבג|דהו!"],
    ["Control+Home ArrowLeft", "א!בג|דהו"],
    ["Control+Home ArrowLeft ArrowLeft ArrowLeft ArrowLeft", "אבג|!דהו"],
    ["Control+End Home ArrowRight", "אבג!|דהו"],
  ]);
});
