import { expect, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { addNotes, card, NOTES, openNote, titles } from "../../support/pages/notes-screen.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
  await site.sql`delete from trashed_notes`;
});

async function storedLabels({ sql }: BuiltSite, table = "workspace_notes") {
  const rows = await sql<{ title: string; labels: string[] }[]>`
    select title, labels from ${sql(table)} order by title`;
  return Object.fromEntries(rows.map(({ title, labels }) => [title, labels.toSorted()]));
}

const chips = (page: Page, title: string) =>
  card(page, title).getByRole("list", { name: "Labels" }).getByRole("listitem");

const field = (page: Page) => page.getByRole("combobox", { name: "Add a label" });

test("labels are added in a note, shown on its card, and removed", { tag: "@long" }, async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(site, { title: "other", labels: ["Jardín"] }, { title: "plan" });
  await workspace.open(NOTES);
  await openNote(page, "plan");
  await field(page).fill("Work");
  await field(page).press("Enter");
  // Typing an existing label adds it, ignoring case and accents.
  await field(page).fill("jardin,");
  await expect(page.getByRole("button", { name: "Remove label Jardín" })).toBeVisible();
  await expect(field(page)).toHaveValue("");
  await expect
    .poll(() => storedLabels(site))
    .toEqual({ other: ["Jardín"], plan: ["Jardín", "Work"] });
  expect(await axeViolationsInBothThemes(page)).toEqual([]);

  await page.getByRole("button", { name: "Remove label Jardín" }).press("Enter");
  await expect(field(page)).toBeFocused();
  // A label that is typed but not confirmed.
  await field(page).fill("half");
  await field(page).press("Escape");
  await expect(page.getByRole("dialog")).toBeVisible();
  await field(page).fill("Later");
  await page.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.press("Escape");
  await expect(chips(page, "plan")).toHaveText(["Later", "Work"]);
  await expect.poll(async () => (await storedLabels(site)).plan).toEqual(["Later", "Work"]);
});

test("a label filters notes and archived notes, is part of the URL, and is found by the search", async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(
    site,
    { title: "at home", labels: ["Home"] },
    { title: "at work", labels: ["Work"], content: "<p>Home</p>" },
    { title: "long ago", labels: ["Home"], is_archived: true },
  );
  await workspace.open(NOTES);
  await page.getByRole("button", { name: "Labels", exact: true }).click();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.getByRole("menuitemradio", { name: "Home" }).click();
  await expect.poll(() => titles(page)).toEqual(["at home", "long ago"]);
  await expect(page.getByText("2 notes found with the label “Home”")).toBeVisible();
  await expect(page).toHaveURL(/label=Home/);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(["at home", "long ago"]);

  // A new note stays visible although the filter is active.
  await page.getByPlaceholder("Take a note...").fill("new one");
  await page.getByPlaceholder("Title").press("Control+Enter");
  await expect(chips(page, "new one")).toHaveText(["Home"]);
  await page.getByRole("button", { name: "Label: Home" }).click();
  await page.getByRole("menuitem", { name: "All labels" }).click();
  await expect(page.getByRole("article")).toHaveCount(3);
  await page.getByLabel("Search notes").fill("work");
  await expect.poll(() => titles(page)).toEqual(["at work"]);
  await expect(chips(page, "at work").locator("mark")).toHaveText("Work");

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("home");
  await expect(page.getByRole("option", { name: /long ago/ })).toBeVisible();
});

test("labels are renamed, merged and removed in all notes, archived and trashed ones too", async ({
  workspace,
  page,
  site,
  watch,
}) => {
  await addNotes(
    site,
    { title: "a", labels: ["Home", "Work"] },
    { title: "b", labels: ["Home"], is_archived: true },
    { title: "c", labels: ["Home"] },
  );
  await site.sql`delete from workspace_notes where title = 'c'`;
  await workspace.open(`${NOTES}?label=Home`);
  await expect.poll(() => titles(page)).toEqual(["a", "b"]);
  await page.getByRole("button", { name: "Label: Home" }).click();
  await page.getByRole("menuitem", { name: "Edit labels..." }).click();
  const dialog = page.getByRole("dialog", { name: "Edit labels" });
  await dialog.getByRole("textbox", { name: "Name of Home" }).fill("Garden");
  await dialog.getByRole("textbox", { name: "Name of Home" }).press("Enter");
  await expect(page.getByText("Label renamed in 3 notes.")).toBeVisible();
  await expect(dialog.getByRole("textbox")).toHaveCount(2);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  expect(await storedLabels(site, "trashed_notes")).toEqual({ c: ["Garden"] });

  watch.acceptDialog(/^Merge "Garden" into "Work" in all notes\?$/);
  const held = holdRequests();
  await page.route("**/rpc/rename_label", held.route);
  await dialog.getByRole("textbox", { name: "Name of Garden" }).fill("work");
  await dialog.getByRole("button", { name: "Rename Garden" }).click();
  await expect.poll(held.count).toBe(1);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  held.release();
  // The filter follows the renamed label, even after the dialog is closed.
  await expect(page).toHaveURL(/label=Work/);
  await expect.poll(() => titles(page)).toEqual(["a", "b"]);
  expect(await storedLabels(site)).toEqual({ a: ["Work"], b: ["Work"] });

  await page.getByRole("button", { name: "Label: Work" }).click();
  await page.getByRole("menuitem", { name: "Edit labels..." }).click();
  await expect(dialog.getByRole("textbox")).toHaveCount(1);
  watch.acceptDialog(/^Remove the label "Work" from all notes\?$/);
  await dialog.getByRole("button", { name: "Remove Work" }).click();
  await expect(dialog.getByText("No labels yet. Open a note to add one.")).toBeVisible();
  expect(await storedLabels(site, "trashed_notes")).toEqual({ c: [] });
});

test("labels changed offline are merged with those of another device", { tag: "@long" }, async ({
  workspace,
  page,
  site,
  context,
  watch,
}) => {
  watch.tolerate(/ERR_INTERNET_DISCONNECTED/);
  await addNotes(site, { title: "plan", labels: ["both", "mine"] });
  await workspace.open(NOTES);
  await openNote(page, "plan");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Remove label mine" }).click();
  await field(page).fill("here");
  await field(page).press("Enter");
  await expect(page.getByText("Offline, kept on this device").first()).toBeVisible();
  await site.sql`update workspace_notes set labels = '{both,mine,there}' where true`;
  await context.setOffline(false);
  await expect.poll(() => storedLabels(site)).toEqual({ plan: ["both", "here", "there"] });
  await expect(page.getByRole("dialog").getByText("Saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove label there" })).toBeVisible();
});

test("hostile and long labels stay within their card and note on a phone", async ({
  workspace,
  page,
  site,
}) => {
  const labels = ["<b>bold</b>", "x".repeat(50), "__proto__", "שלום", "a,b"];
  const many = Array.from({ length: 45 }, (_, index) => `label ${index}`);
  await addNotes(site, { title: "odd", labels: [...labels, ...many] });
  await page.setViewportSize({ width: 390, height: 844 });
  await workspace.open(NOTES);
  await expect(chips(page, "odd")).toHaveCount(9);
  await expect(chips(page, "odd").last()).toHaveText("+42");
  await openNote(page, "odd");
  await expect(page.getByRole("button", { name: /^Remove label/ })).toHaveCount(50);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await field(page).fill("one more");
  await field(page).press("Enter");
  await expect(page.getByText(/at most 50 labels\. Not changed: “odd”\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Remove label __proto__" }).click();
  // The refused label is still in the field.
  await expect(field(page)).toHaveValue("one more");
  await field(page).press("Enter");
  await expect(page.getByRole("button", { name: "Remove label one more" })).toBeVisible();
  await expect.poll(async () => (await storedLabels(site)).odd).toHaveLength(50);
});

const FULL = Array.from({ length: 50 }, (_, index) => `label ${index}`).toSorted();

test("a card's menu and a selection say which notes have no room for a label, and change the others", async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(site, { title: "full", labels: FULL }, { title: "b" }, { title: "a" });
  await workspace.open(NOTES);
  await card(page, "full").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Labels" }).click();
  const dialog = page.getByRole("dialog", { name: "Labels" });
  await dialog.getByLabel("Add a label").fill("one more");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Add a label")).toHaveAccessibleDescription(
    "A note can have at most 50 labels. Not changed: “full”.",
  );
  await expect(dialog.getByLabel("Add a label")).toBeFocused();
  await expect(dialog.getByLabel("Add a label")).toHaveValue("one more");
  // One label in place of another.
  await dialog.getByLabel("label 49").click();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const changed = [...FULL.filter((label) => label !== "label 49"), "one more"].toSorted();
  await expect.poll(async () => (await storedLabels(site)).full).toEqual(changed);

  for (const title of ["a", "b", "full"])
    await card(page, title)
      .getByRole("button", { name: title, exact: true })
      .click({ modifiers: ["ControlOrMeta"] });
  await page
    .getByRole("toolbar", { name: "Selected notes" })
    .getByRole("button", { name: "Labels" })
    .click();
  await dialog.getByLabel("Add a label").fill("home");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Not changed: 1 of 3 notes, “full”\.$/)).toBeVisible();
  await expect(page.getByText("2 notes changed.")).toBeVisible();
  await expect.poll(() => storedLabels(site)).toEqual({ a: ["home"], b: ["home"], full: changed });
});

test("a label added offline to a note that another device has filled is kept and refused by name", async ({
  workspace,
  page,
  site,
  context,
  watch,
}) => {
  watch.tolerate(/ERR_INTERNET_DISCONNECTED|400/);
  await addNotes(site, { title: "plan" });
  await workspace.open(NOTES);
  await openNote(page, "plan");
  await context.setOffline(true);
  await field(page).fill("here");
  await field(page).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await site.sql`update workspace_notes set labels = ${FULL} where true`;
  await context.setOffline(false);
  const refused = page.getByText("Not saved: “plan” has more than 50 labels. Remove some of them.");
  await expect(refused).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("link", { name: "Open note" })).toBeVisible();
  await expect(refused).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Open note" }).click();
  await page.getByRole("button", { name: "Remove label label 0" }).click();
  await expect
    .poll(async () => (await storedLabels(site)).plan)
    .toEqual([...FULL.filter((label) => label !== "label 0"), "here"].toSorted());
  await expect(page.getByText("Not saved")).toHaveCount(0);
});
