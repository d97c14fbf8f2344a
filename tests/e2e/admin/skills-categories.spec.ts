import { expect, type Page } from "@playwright/test";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

const SKILLS = "/tradmin/portfolio/skills";
const TABLE = "**/rest/v1/skill_categories*";
const CATEGORIES = `${SKILLS}?categories=`;

test.beforeEach(async ({ site }) => {
  await site.sql`delete from skills`;
  await site.sql`delete from skill_categories`;
  await site.sql`insert into skill_categories (name) values ('Web'), ('Data'), ('Empty')`;
  await site.sql`insert into skills (name, category_id)
    select name, (select id from skill_categories where name = 'Web')
    from unnest(array['React', 'Vue.js']) as name`;
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Manage Categories" });
const names = (page: Page) =>
  dialog(page).getByRole("list", { name: "Categories" }).getByRole("listitem");
const renameField = (page: Page) => dialog(page).getByRole("textbox", { name: /^New name/ });

test("skills follow their category when it is added, renamed and deleted", async ({
  admin,
  page,
  site,
  watch,
}) => {
  await admin.open(SKILLS);
  await page.getByRole("button", { name: "Manage Categories" }).click();
  await expect(names(page)).toHaveText(["Data0 skills", "Empty0 skills", "Web2 skills"]);

  await dialog(page).getByRole("button", { name: "Add" }).click();
  await expect(dialog(page).getByText("Please enter a name.")).toBeVisible();
  watch.expectStatus(409);
  watch.acceptDialog(/^Error adding category: This name is already taken\.$/);
  await dialog(page).getByLabel("New category").fill("Web");
  await dialog(page).getByRole("button", { name: "Add" }).click();
  await expect.poll(() => watch.missing()).toEqual([]);
  await expect(dialog(page).getByRole("button", { name: "Add" })).toBeEnabled();
  await dialog(page).getByLabel("New category").fill("  Cloud ");
  await dialog(page).getByRole("button", { name: "Add" }).click();
  await expect(names(page).first()).toHaveText("Cloud0 skills");
  await expect(dialog(page).getByLabel("New category")).toHaveValue("");

  await dialog(page).getByRole("button", { name: "Rename Web" }).click();
  await renameField(page).fill("   ");
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog(page).getByText("Please enter a name.")).toBeVisible();
  await renameField(page).fill(" Browser ");
  await dialog(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(names(page).first()).toHaveText("Browser2 skills");
  await expect(page.getByRole("region", { name: "Browser" })).toBeAttached();

  const question = (name: string) =>
    new RegExp(`^Are you sure you want to delete "${name}"\\? Its skills become uncategorized\\.$`);
  watch.acceptDialog(question("Empty"));
  await dialog(page).getByRole("button", { name: "Delete Empty" }).click();
  watch.acceptDialog(question("Browser"));
  await dialog(page).getByRole("button", { name: "Delete Browser" }).click();
  await expect(names(page)).toHaveText(["Cloud0 skills", "Data0 skills"]);
  await page.keyboard.press("Escape");
  await expect(
    page.getByRole("region", { name: "Uncategorized" }).getByRole("listitem"),
  ).toHaveCount(2);
  expect(await site.sql`select name from skill_categories order by name`).toEqual([
    { name: "Cloud" },
    { name: "Data" },
  ]);
});

test("each failed change of a category is shown in an alert, and nothing is lost", {
  tag: "@long",
}, async ({ admin, page, watch }) => {
  await admin.open(CATEGORIES);
  watch.expectStatus(500);

  await page.route(TABLE, failRequests("no room", "POST"));
  watch.acceptDialog(/^Error adding category: no room$/);
  await dialog(page).getByLabel("New category").fill("Cloud");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("button", { name: "Add" })).toBeEnabled();
  await expect(dialog(page).getByLabel("New category")).toHaveValue("Cloud");

  await page.route(TABLE, failRequests("read only", "PATCH"));
  watch.acceptDialog(/^Error updating category: read only$/);
  await dialog(page).getByRole("button", { name: "Rename Data" }).click();
  await renameField(page).fill("Databases");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("button", { name: "Save", exact: true })).toBeEnabled();
  await expect(renameField(page)).toHaveValue("Databases");

  await page.route(TABLE, failRequests("in use", "DELETE"));
  watch.acceptDialog(/^Are you sure you want to delete "Web"\?/);
  watch.acceptDialog(/^Error deleting category: in use$/);
  await dialog(page).getByRole("button", { name: "Delete Web" }).click();
  await expect(names(page).filter({ hasText: "Web" })).toHaveText("Web2 skills");

  await page.unroute(TABLE);
  await renameField(page).press("Enter");
  await expect(names(page).first()).toHaveText("Databases0 skills");
  await dialog(page).getByLabel("New category").press("Enter");
  await expect(names(page).first()).toHaveText("Cloud0 skills");
});

test("categories are added, renamed and deleted by keyboard alone", async ({
  admin,
  page,
  watch,
}) => {
  await admin.open(SKILLS);
  await page.getByRole("button", { name: "Manage Categories" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("New category")).toBeFocused();
  await page.keyboard.type("Art");
  await page.keyboard.press("Enter");
  await expect(names(page).first()).toHaveText("Art0 skills");
  await expect(dialog(page).getByLabel("New category")).toBeFocused();
  // The button is skipped by Tab while the category is being stored.
  await expect(dialog(page).getByRole("button", { name: "Add", exact: true })).toBeEnabled();
  // Tab stops at Add, Trash and the handle first.
  for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press("Tab");
  await expect(dialog(page).getByRole("button", { name: "Rename Art" })).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(renameField(page)).toBeFocused();
  await page.keyboard.type("Never mind");
  await page.keyboard.press("Escape");
  await expect(renameField(page)).toBeHidden();
  await expect(dialog(page).getByRole("button", { name: "Rename Art" })).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(renameField(page)).toHaveValue("Art");
  await expect(renameField(page)).toBeFocused();
  await page.keyboard.type("Arts");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("button", { name: "Rename Arts" })).toBeFocused();

  await page.keyboard.press("Tab");
  watch.acceptDialog(/^Are you sure you want to delete "Arts"\?/);
  await page.keyboard.press("Enter");
  await expect(names(page).first()).toHaveText("Data0 skills");
  await expect(dialog(page).getByRole("button", { name: "Delete Data" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Manage Categories" })).toBeFocused();
});

test("another tab's changes are shown, and offer a choice when they conflict with typed text", {
  tag: "@long",
}, async ({ admin, page, context, site, watch }) => {
  await admin.open(CATEGORIES);
  const other = await context.newPage();
  await other.goto(`/#${CATEGORIES}`);
  // A background tab renders rarely, and every key press would wait for a frame.
  await page.bringToFront();
  await dialog(page).getByRole("button", { name: "Rename Data" }).click();
  await renameField(page).fill("Mine");
  await other.bringToFront();
  await dialog(other).getByRole("button", { name: "Rename Data" }).click();
  await renameField(other).fill("Theirs");
  await renameField(other).press("Enter");
  await expect(dialog(page)).toContainText('Renamed to "Theirs" in the meantime.');
  await expect(renameField(page)).toHaveValue("Mine");
  await page.bringToFront();
  await renameField(page).press("Enter");
  await expect(names(other).filter({ hasText: "Mine" })).toHaveCount(1);

  await dialog(page).getByRole("button", { name: "Rename Mine" }).click();
  await renameField(page).fill("Still wanted");
  await other.bringToFront();
  watch.acceptDialog(/^Are you sure/);
  await dialog(other).getByRole("button", { name: "Delete Mine" }).click();
  await expect(dialog(page)).toContainText("Removed in the meantime.");
  await expect(renameField(page)).toHaveValue("Still wanted");
  await page.bringToFront();
  await renameField(page).press("Enter");
  await expect(names(other).filter({ hasText: "Still wanted" })).toHaveCount(1);
  expect(await site.sql`select 1 from skill_categories where name = 'Still wanted'`).toHaveLength(
    1,
  );
});

test("a rename that another tab made first is refused, never overwritten silently", {
  tag: "@long",
}, async ({ admin, page, watch, site }) => {
  await admin.open(CATEGORIES);
  await dialog(page).getByRole("button", { name: "Rename Data" }).click();
  await renameField(page).fill("Mine");
  // Changed directly in the database, so that this tab detects it only when its save is refused.
  await site.sql`update skill_categories set name = 'Theirs' where name = 'Data'`;
  watch.expectStatus(409);
  watch.acceptDialog(/^Error updating category: This was changed elsewhere in the meantime\.$/);
  await renameField(page).press("Enter");
  await expect(dialog(page)).toContainText('Renamed to "Theirs" in the meantime.');
  await renameField(page).press("Escape");
  await expect(names(page).filter({ hasText: "Theirs" })).toHaveCount(1);
});

test("closing the categories asks about unsaved text, which survives a reload", {
  tag: "@long",
}, async ({ admin, page, watch }) => {
  await admin.open(CATEGORIES);
  // Typed key by key: a browser only warns after user interaction.
  await dialog(page).getByLabel("New category").pressSequentially("Half typed");
  watch.expectProblem(/^dialog: You have unsaved changes\. Discard them\?$/);
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByLabel("New category")).toHaveValue("Half typed");
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(dialog(page).getByLabel("New category")).toHaveValue("Half typed");
  await dialog(page).getByRole("button", { name: "Add" }).click();
  await expect(names(page).filter({ hasText: "Half typed" })).toHaveCount(1);
});
