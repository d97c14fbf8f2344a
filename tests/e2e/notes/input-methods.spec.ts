import { type CDPSession, expect, type Locator } from "@playwright/test";
import { addNotes, NOTES, openNote, storedTexts } from "../../support/pages/notes-screen.ts";
import { TaskBoard } from "../../support/pages/task-board.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
  await site.sql`delete from workspace_tasks`;
});

/** Shows these texts one after another as the composed word at the caret. */
async function compose(devtools: CDPSession, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    const caret = text.length;
    const at = { selectionStart: caret, selectionEnd: caret };
    await devtools.send("Input.imeSetComposition", { text, ...at });
  }
}

const confirm = (devtools: CDPSession, text: string) => devtools.send("Input.insertText", { text });

test("words composed while the editor replaces the plain field are in the note, once and in order", async ({
  page,
  site,
  workspace,
}) => {
  await workspace.open(NOTES);
  const box = page.getByRole("region", { name: "New note" });
  const plain = box.getByPlaceholder("Take a note...");
  await expect(plain).toBeVisible();
  await page.evaluate(() => {
    // Once the editor exists, everything that follows is delayed, as on a slow phone.
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector("section [contenteditable=true]")) return;
      observer.disconnect();
      const end = performance.now() + 1_000;
      while (performance.now() < end);
    }).observe(document.body, { childList: true, subtree: true });
    // Two letters arrive before the editor is shown in place of the field.
    addEventListener("focusin", ({ target }) => {
      if (!(target as HTMLElement).isContentEditable) return;
      queueMicrotask(() => {
        for (const letter of "xy") document.execCommand("insertText", false, letter);
      });
    });
  });
  const devtools = await page.context().newCDPSession(page);
  await plain.focus();
  await compose(devtools, "に", "にほ", "にほん");
  await confirm(devtools, "日本");
  const editor = box.locator("[contenteditable=true]");
  await expect(editor).toBeFocused();
  await compose(devtools, "ご");
  await confirm(devtools, "語");
  await expect(editor).toHaveText("日本xy語");
  await box.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => storedTexts(site)).toEqual(["<p>日本xy語</p>"]);
});

test("no key pressed during a composition adds, searches, renames or closes anything", async ({
  page,
  site,
  workspace,
}) => {
  const devtools = await page.context().newCDPSession(page);
  /** Composes a word; its keys must change nothing but the field. */
  async function composeIn(field: Locator): Promise<void> {
    await field.focus();
    await compose(devtools, "に", "にほん");
    for (const key of ["ArrowDown", "Escape", "Enter"]) await page.keyboard.press(key);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(/にほん$/);
    await confirm(devtools, "日本");
    await expect(field).toHaveValue(/日本$/);
  }

  await workspace.open("/workspace/tasks");
  const line = page.getByLabel("New task in To Do");
  await composeIn(line);
  await page.keyboard.press("Enter");
  await expect(new TaskBoard(page).titles("To Do")).toHaveText(["日本"]);
  await page.keyboard.press("Control+k");
  await composeIn(page.getByPlaceholder("Search notes, tasks, files"));
  await page.keyboard.press("Escape");
  await composeIn(page.getByLabel("Search tasks"));
  await expect(page).toHaveURL(/q=/);

  await addNotes(site, { title: "One", labels: ["blue"] });
  await workspace.open(NOTES);
  await openNote(page, "One");
  const label = page.getByLabel("Add a label");
  await composeIn(label);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove label 日本" })).toBeVisible();
  await label.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Labels" }).click();
  await page.getByRole("menuitem", { name: "Edit labels" }).click();
  await composeIn(page.getByLabel("Name of blue"));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name of blue日本")).toBeVisible();
});
