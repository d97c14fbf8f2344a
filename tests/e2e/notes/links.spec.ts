import { expect, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { emptyDrive, storedTree } from "../../support/pages/drive-screen.ts";
import {
  addNote,
  addNotes,
  NOTES,
  noteText,
  storedTexts,
} from "../../support/pages/notes-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test.beforeEach(async ({ site, workspace, watch }) => {
  await workspace.account();
  // The tests that open this address answer the request.
  watch.tolerate(/^third party: https:\/\/example\.org\//);
  await site.sql`delete from workspace_notes`;
});

test("a link on a card opens in a new tab", { tag: "@long" }, async ({
  context,
  workspace,
  page,
  site,
}) => {
  await context.route("https://example.org/**", (route) => route.fulfill({ body: "there" }));
  await addNotes(site, {
    title: "Reading",
    content: '<p>see <a href="https://example.org/a">this page</a></p>',
  });
  await workspace.open(NOTES);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "this page" }).click();
  expect((await opened).url()).toBe("https://example.org/a");
  await expect(page.getByRole("heading", { name: "My Notes" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a link in a note is typed, made from a selection, changed, opened and removed, by keyboard too", async ({
  context,
  workspace,
  page,
  site,
}) => {
  await context.route("https://example.org/**", (route) => route.fulfill({ body: "there" }));
  await workspace.open(`${NOTES}?note=${await addNote(site, "Links")}`);
  const dialog = page.getByRole("dialog");
  await noteText(page).click();
  await page.keyboard.type("www.debian.org is typed, ");
  await expect(noteText(page).getByRole("link", { name: "www.debian.org" })).toHaveAttribute(
    "href",
    "https://www.debian.org",
  );
  await page.keyboard.press("Control+k");
  const field = dialog.getByLabel("Link address");
  await expect(field).toBeFocused();
  await field.fill("javascript:alert(1)");
  await field.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("Enter an address");
  await field.press("Escape");
  await expect(field).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(noteText(page)).toBeFocused();

  await page.keyboard.type("docs");
  await page.keyboard.press("Shift+Control+ArrowLeft");
  await dialog.getByRole("button", { name: "Link", exact: true }).click();
  await field.fill("example.org/docs");
  await field.press("Enter");
  await expect
    .poll(() => storedTexts(site))
    .toEqual([
      '<p><a href="https://www.debian.org" rel="noopener">www.debian.org</a> is typed, <a href="https://example.org/docs" rel="noopener">docs</a></p>',
    ]);

  await noteText(page).getByRole("link", { name: "docs" }).click();
  const opened = context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Open https://example.org/docs" }).click();
  expect((await opened).url()).toBe("https://example.org/docs");
  const again = context.waitForEvent("page");
  await noteText(page)
    .getByRole("link", { name: "docs" })
    .click({ modifiers: ["Control"] });
  expect((await again).url()).toBe("https://example.org/docs");

  await dialog.getByRole("button", { name: "Edit link" }).click();
  await expect(field).toHaveValue("https://example.org/docs");
  await field.fill("me@example.org");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(noteText(page).getByRole("link", { name: "docs" })).toHaveAttribute(
    "href",
    "mailto:me@example.org",
  );
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await noteText(page).getByRole("link", { name: "docs" }).click();
  await dialog.getByRole("button", { name: "Remove link" }).click();
  await expect(noteText(page).getByRole("link")).toHaveCount(1);
});

test("pasted content keeps its structure, and removed pictures are reported", async ({
  workspace,
  page,
  site,
}) => {
  await workspace.open(`${NOTES}?note=${await addNote(site, "Pasted")}`);
  await noteText(page).click();
  await paste(page, {
    "text/html":
      '<h1>Plan</h1><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table><ul><li><input type="checkbox" checked> done</li></ul><p><img src="https://example.org/x.png"></p>',
    "text/plain": "Plan",
  });
  await expect(noteText(page)).toContainText("1 | 2");
  const notice = page.getByRole("status").filter({ hasText: "1 picture was left out." });
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toBeHidden();
  await expect
    .poll(() => storedTexts(site))
    .toEqual([
      '<h3>Plan</h3><p><strong>a</strong> | <strong>b</strong></p><p>1 | 2</p><ul data-type="checklist"><li data-checked="true"><p>done</p></li></ul><p></p>',
    ]);

  await noteText(page).press("Control+a");
  await paste(page, { "text/plain": "# Title\n\n- [ ] open\n\n**bold** 2 * 3 * 4" });
  await expect
    .poll(() => storedTexts(site))
    .toEqual([
      '<h3>Title</h3><ul data-type="checklist"><li data-checked="false"><p>open</p></li></ul><p><strong>bold</strong> 2 * 3 * 4</p>',
    ]);
});

test("a text that is too long to paste becomes a file of the drive, with a link in the note", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  const text = "A line of sixty-four characters, which is an ordinary length, ö\n".repeat(2000);
  await emptyDrive(site);
  await workspace.open(`${NOTES}?note=${await addNote(site, "Log")}`);
  await noteText(page).click();
  await page.keyboard.type("See ");
  await paste(page, { "text/plain": text });
  const status = page.getByRole("dialog").getByRole("status");
  await expect(status.filter({ hasText: "Nothing was pasted" })).toBeVisible();
  await expect(noteText(page)).toHaveText("See");
  const attach = page.getByRole("button", { name: "Attach as a file" });
  watch.tolerate(/ERR_FAILED/);
  await page.route("**/storage/v1/**", (route) => route.abort());
  await attach.click();
  await expect(status.filter({ hasText: "connection was lost" })).toBeVisible();
  await page.unroute("**/storage/v1/**");
  await attach.click();
  await expect(noteText(page)).toHaveText("See Pasted text.txt");
  await expect(attach).toBeHidden();
  expect(await storedTree(site)).toEqual(["Note texts", "Note texts > Pasted text.txt"]);
  const [file] = await site.sql<{ size: number }[]>`
    select size::int from workspace_files where not is_folder`;
  expect(file?.size).toBe(Buffer.byteLength(text));
  const opened = page.context().waitForEvent("page");
  await noteText(page)
    .getByRole("link")
    // As long as a hand takes: the text must not move meanwhile.
    .click({ modifiers: ["ControlOrMeta"], delay: 120 });
  const preview = await opened;
  await expect(preview.getByText("A line of sixty-four characters").first()).toBeVisible();
});

test("the toolbar stays visible in a long note", { tag: "@long" }, async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(site, { title: "Long", content: "<p>line</p>".repeat(200) });
  await workspace.open(NOTES);
  await page.getByRole("button", { name: "Long" }).click();
  const bold = page.getByRole("button", { name: "Bold" });
  for (const [width, height] of [
    [1440, 900],
    [390, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await noteText(page).press("Control+End");
    await page.keyboard.type("!");
    await expect(bold).toBeInViewport({ ratio: 1 });
  }
  await bold.click();
  await page.keyboard.type("x");
  await expect(noteText(page).locator("strong")).toHaveText("x");
});

test("the search of notes ignores accents, in the archive as well", {
  tag: "@long",
}, async ({ workspace, page, site }) => {
  await addNotes(site, { title: "Café Müller", content: "<p>six o'clock</p>" });
  await addNotes(site, { title: "Old cafe", content: "<p>closed</p>", is_archived: true });
  await addNotes(site, { title: "Other", content: "<p>none</p>" });
  await workspace.open(NOTES);
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.getByLabel("Search notes").fill("cafe");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "Archived" })).toBeVisible();
  await page.getByRole("button", { name: "Old cafe" }).click();
  await expect(noteText(page)).toContainText("closed");
  await page.keyboard.press("Escape");
  await page.getByLabel("Search notes").fill("cafe muller");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Archived" })).toBeHidden();
});

/** Pastes clipboard content of another program at the caret. */
async function paste(page: Page, texts: Record<string, string>): Promise<void> {
  await noteText(page).evaluate((text, texts) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(texts)) clipboardData.setData(type, value);
    const options = { clipboardData, bubbles: true, cancelable: true };
    text.dispatchEvent(new ClipboardEvent("paste", options));
  }, texts);
}
