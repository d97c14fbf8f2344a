import { expect, type Page } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { addNotes, card, NOTES, openNote } from "../../support/pages/notes-screen.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

test.beforeEach(async ({ site, workspace }) => {
  await workspace.account();
  await site.sql`delete from workspace_notes`;
});

async function stored({ sql }: BuiltSite) {
  const [row] = await sql`select remind_at, revision, title from workspace_notes`;
  return { ...row, remind_at: row?.remind_at && new Date(row.remind_at).toISOString() };
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Reminder" });
const chip = (page: Page, text: RegExp) =>
  card(page, "plan")
    .getByRole("button", { name: /^Reminder/ })
    .filter({ hasText: text });
const local = (page: Page, time: string) =>
  page.evaluate((text) => new Date(text).toISOString(), time);

test("a reminder is set in a note, shown on its card, changed there, and removed, by keyboard", async ({
  workspace,
  page,
  site,
}) => {
  await addNotes(site, { title: "plan" });
  await workspace.open(NOTES);
  await openNote(page, "plan");
  await page.getByRole("button", { name: "Remind me" }).press("Enter");
  await expect(dialog(page).getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog(page).getByLabel("Remind Me").fill("2999-01-31T09:30");
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await dialog(page).getByLabel("Remind Me").press("Enter");
  await expect(dialog(page)).toBeHidden();
  const inNote = page.getByRole("dialog", { name: "plan" }).getByRole("button");
  await expect(inNote.filter({ hasText: "Reminder Jan 31, 2999, 9:30 AM" })).toBeFocused();
  const remind_at = await local(page, "2999-01-31T09:30");
  await expect.poll(() => stored(site)).toEqual({ remind_at, revision: 2, title: "plan" });
  await expect(page.getByText("Saved")).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);

  await page.keyboard.press("Escape");
  await chip(page, /2999/).press("Enter");
  await expect(dialog(page).getByLabel("Remind Me")).toHaveValue("2999-01-31T09:30");
  await dialog(page)
    .getByRole("button", { name: /^Tomorrow, 8:00/ })
    .press("Enter");
  await expect(chip(page, /8:00 AM$/)).toBeFocused();
  const day = new Date();
  day.setDate(day.getDate() + 1);
  const tomorrow = await local(page, new Date(day.setHours(8, 0, 0, 0)).toISOString());
  await expect
    .poll(() => stored(site))
    .toEqual({ remind_at: tomorrow, revision: 3, title: "plan" });

  await page.getByRole("button", { name: "plan" }).press("r");
  await dialog(page).getByRole("button", { name: "Remove Reminder" }).press("Enter");
  await expect(chip(page, /./)).toBeHidden();
  await expect.poll(() => stored(site)).toEqual({ remind_at: null, revision: 4, title: "plan" });
});

test("a reminder set offline is sent later and merged with another device's changes", async ({
  workspace,
  page,
  context,
  site,
  watch,
}) => {
  watch.tolerate(/ERR_INTERNET_DISCONNECTED/);
  await addNotes(site, { title: "plan" });
  await workspace.open(NOTES);
  // The dialog's code loads after the list.
  await page.getByRole("button", { name: "plan" }).press("r");
  await dialog(page).press("Escape");
  await expect(dialog(page)).toBeHidden();
  await context.setOffline(true);
  await page.getByRole("button", { name: "plan" }).press("r");
  await dialog(page).getByLabel("Remind Me").fill("2999-01-31T09:30");
  await dialog(page).getByRole("button", { name: "Save" }).press("Enter");
  await expect(chip(page, /2999/)).toBeVisible();
  await site.sql`update workspace_notes set title = 'plan B'`;
  await context.setOffline(false);
  const remind_at = await local(page, "2999-01-31T09:30");
  await expect.poll(() => stored(site)).toEqual({ remind_at, revision: 3, title: "plan B" });
  await expect(
    card(page, "plan B").getByRole("button", { name: /^Reminder Jan 31/ }),
  ).toBeVisible();
});
