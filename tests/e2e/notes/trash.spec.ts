import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { addNotes, NOTES } from "../../support/pages/notes-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

const TRASH = `${NOTES}?trash`;

const QUESTION = /^(dialog: )?Are you sure you want to delete "Draft"\? This cannot be undone\.$/;

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
  await site.sql`delete from trashed_notes`;
});

test("a deleted note is in the trash and is restored with its text or deleted permanently", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  const long = "word ".repeat(1_000);
  await addNotes(
    site,
    { title: "Recipe", content: `<p>butter ${long}end</p>` },
    { title: "Draft" },
  );
  await workspace.open(NOTES);
  await page.getByRole("button", { name: "Draft" }).focus();
  await page.keyboard.press("Delete");
  // The note in the trash includes the most recently typed text.
  await page.getByRole("button", { name: "Recipe" }).click();
  await page.getByPlaceholder("Title").fill("Recipe for later");
  await page.getByRole("dialog").getByTitle("Delete note").click();
  await expect(page.getByText("Your workspace is empty")).toBeVisible();
  await expect(page.getByText("This note was deleted in the meantime.")).toHaveCount(0);

  await page.getByRole("link", { name: "Trash" }).click();
  await expect(page.getByText("deleted permanently after 30 days")).toBeVisible();
  const recipe = page.getByRole("article", { name: "Recipe for later" });
  await expect(recipe).toContainText("butter");
  await recipe.getByTitle("Restore").click();
  await expect(recipe).toBeHidden();
  await expect
    .poll(() => site.sql`select title, content from workspace_notes`)
    .toEqual([{ title: "Recipe for later", content: `<p>butter ${long}end</p>` }]);

  watch.expectProblem(QUESTION);
  const draft = page.getByRole("article", { name: "Draft" });
  await draft.getByTitle("Delete permanently").click();
  await expect(draft).toBeVisible();
  watch.acceptDialog(QUESTION);
  await draft.getByTitle("Delete permanently").click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  expect(await site.sql`select from trashed_notes`).toHaveLength(0);

  await page.getByRole("link", { name: "Notes", exact: true }).click();
  await expect(page.getByRole("article")).toContainText("butter");
});

test("the trash is emptied at once, and drops notes older than 30 days", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  await addNotes(site, { title: "old" }, { title: "new" }, { title: "newer" });
  await site.sql`delete from workspace_notes`;
  await site.sql`update trashed_notes set trashed_at = now() - interval '31 days'
    where title = 'old'`;
  await workspace.open(TRASH);
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("article", { name: "old", exact: true })).toHaveCount(0);
  watch.acceptDialog(/^Are you sure you want to delete all notes in the trash\?/);
  await page.getByRole("button", { name: "Empty Trash" }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Empty Trash" })).toBeDisabled();
  expect(await site.sql`select from trashed_notes`).toHaveLength(0);
});

test("a note deleted in one tab is restored in another, and both tabs show it", {
  tag: "@long",
}, async ({ context, workspace, page, site }) => {
  await addNotes(site, { title: "shared" });
  await workspace.open(NOTES);
  const other = await context.newPage();
  await other.goto(`/#${NOTES}`);
  await expect(other.getByRole("article")).toHaveCount(1);
  await page.getByRole("button", { name: "shared" }).focus();
  await page.keyboard.press("Delete");
  await expect(other.getByRole("article")).toHaveCount(0);
  await other.getByRole("link", { name: "Trash" }).click();
  await other.getByTitle("Restore").click();
  await expect(page.getByRole("article")).toContainText("shared");
  await expect
    .poll(() => site.sql`select title, revision from workspace_notes`)
    .toEqual([{ title: "shared", revision: 2 }]);
});

test("axe finds nothing in the trash, and nothing is wider than a phone", { tag: "@long" }, async ({
  workspace,
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await addNotes(
    site,
    { title: "x".repeat(300), content: `<p>${"y".repeat(500)}</p>` },
    { title: "List", content: '<p>see <a href="https://example.org/">there</a></p>' },
  );
  await site.sql`delete from workspace_notes`;
  await page.setViewportSize({ width: 390, height: 844 });
  await workspace.open(TRASH);
  await expect(page.getByRole("article")).toHaveCount(2);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
