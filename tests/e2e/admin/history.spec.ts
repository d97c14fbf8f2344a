import { expect } from "@playwright/test";
import { axeViolations } from "../../support/axe.ts";
import { EntriesScreen } from "../../support/pages/entries-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin-entries", sampleContent: "off" });

const path = "/tradmin/portfolio/experience";
const name = "Pilot, Harbour";

test.beforeEach(async ({ admin, site }) => {
  await site.sql`delete from public.experience`;
  await site.sql`delete from public.content_history`;
  await site.sql`insert into public.experience (title, organization, description)
    values ('Pilot', 'Harbour', 'As stored.')`;
  await admin.open(path);
});

test("chosen months write the date range, and an end before the start is refused", {
  tag: "@long",
}, async ({ page, site }) => {
  const screen = new EntriesScreen(page);
  await screen.edit(name);
  const month = (label: string) => screen.editor.getByLabel(label);
  await month("Start Month").fill("2021-03");
  await month("End Month").fill("2020-01");
  await screen.save();
  await expect(screen.editor).toContainText("The end is before the start.");
  await month("End Month").fill("");
  await screen.editor.getByLabel("Visibility").selectOption("Draft");
  expect(await axeViolations(page)).toEqual([]);
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  await expect(screen.row("Pilot")).toContainText("Mar 2021 – Present");
  await expect(screen.row("Pilot")).toContainText("Draft");
  expect(
    await site.sql`select start_month::text, end_month, visibility from public.experience`,
  ).toEqual([{ start_month: "2021-03-01", end_month: null, visibility: "draft" }]);

  // Moves an older role to the first place; the newer one then offers to move there.
  await site.sql`insert into public.experience (title, organization, start_month, position)
    values ('Mate', 'Ship', '2015-01-01', 1)`;
  await site.sql`update public.experience set position = 2 where title = 'Pilot'`;
  await page.reload();
  await expect(screen.rows).toContainText(["Mate", "Pilot"]);
  await screen.edit(name);
  await month("Start Month").fill("2022-05");
  await screen.save();
  await page.getByRole("button", { name: "Move to top" }).click();
  await expect(screen.rows).toContainText(["Pilot", "Mate"]);
});

test("an earlier version of an entry is compared and restored", async ({ page, site }) => {
  const screen = new EntriesScreen(page);
  await screen.edit(name);
  await screen.fill({ Description: "A mistake." });
  await screen.save();
  await expect(screen.editor).toHaveCount(0);
  await page.getByRole("button", { name: `More for ${name}` }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions).toContainText([
    /^Changed .*Same as now/,
    /^Added .*Differs in Description/,
  ]);
  await versions.nth(1).getByRole("button").first().press("Enter");
  await expect(versions.nth(1).getByRole("row", { name: /Description/ })).toContainText(
    /As stored\.\s*A mistake\./,
  );
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Restore this version" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect
    .poll(() => site.sql`select description from public.experience`)
    .toEqual([{ description: "As stored." }]);
});

test("a deleted entry is restored by Undo and from the trash, or deleted permanently", async ({
  page,
  site,
  watch,
}) => {
  const screen = new EntriesScreen(page);
  const remove = async () => {
    watch.acceptDialog(/^Are you sure you want to delete "Pilot, Harbour"\?$/);
    await screen.remove(name);
    await expect(page.getByText(`Deleted “${name}”.`).last()).toBeVisible();
  };
  await remove();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(screen.row("Pilot")).toBeVisible();

  await remove();
  await page.getByRole("button", { name: "Trash", exact: true }).click();
  const trash = page.getByRole("dialog", { name: "Trash" });
  await expect(trash.getByRole("listitem")).toContainText([name]);
  expect(await axeViolations(page)).toEqual([]);
  await trash.getByRole("button", { name: `Restore ${name}` }).click();
  await expect(trash.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(screen.row("Pilot")).toBeVisible();

  await remove();
  await page.getByRole("button", { name: "Trash", exact: true }).click();
  watch.acceptDialog(/^Are you sure you want to delete "Pilot, Harbour" permanently\?/);
  await trash.getByRole("button", { name: `Delete ${name} permanently` }).click();
  await expect(trash.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  expect(await site.sql`select count(*)::int as kept from public.content_history`).toEqual([
    { kept: 0 },
  ]);
});

test("an earlier version of General Info is compared and restored field by field", {
  tag: "@long",
}, async ({ admin, page, site, watch }) => {
  // This tab is not notified of the change before it restores.
  await page.routeWebSocket(/realtime/, (socket) => socket.close());
  await site.sql`delete from public.personal_info`;
  await site.sql`delete from public.content_history`;
  await admin.open("/tradmin/portfolio/info");
  const form = page.getByRole("form", { name: "General Info" });
  const save = async (displayName: string, tagline: string) => {
    await form.getByLabel("Display name").fill(displayName);
    await form.getByLabel("Tagline").fill(tagline);
    await page.getByRole("button", { name: "Save All Info" }).click();
    await expect(page.getByText("Saved.").last()).toBeVisible();
    await expect(form.getByText("Unsaved changes")).toHaveCount(0);
  };
  await save("Ines", "I draw maps");
  // Values written at once are one version.
  await site.sql`update public.content_history set changed_at = changed_at - interval '1 minute'`;
  await save("Tom", "I sell maps");
  await page.getByRole("button", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: "History of General Info" });
  const versions = dialog.getByRole("list", { name: "Versions" }).getByRole("listitem");
  await expect(versions).toContainText([/Display name, Tagline$/, /and \d+ more$/]);
  await versions.nth(1).getByRole("button").first().press("Enter");
  await expect(dialog.getByRole("row", { name: /Display name/ })).toContainText(/Ines\s*Tom/);
  await dialog.getByRole("checkbox", { name: "Display name" }).uncheck();
  expect(await axeViolations(page)).toEqual([]);

  await site.sql`update public.personal_info set value = 'I burn maps' where key = 'tagline'`;
  watch.expectStatus(409);
  const restore = dialog.getByRole("button", { name: "Restore this version" });
  await restore.click();
  await expect(page.getByText(/^General Info was changed in the meantime\./)).toBeVisible();
  await expect(dialog.getByRole("row", { name: /Tagline/ })).toContainText("I burn maps");
  await restore.click();
  await expect(dialog).toHaveCount(0);
  await expect(form.getByLabel("Tagline")).toHaveValue("I draw maps");
  expect(
    await site.sql`select value from public.personal_info where key in ('displayName', 'tagline')
      order by key`,
  ).toEqual([{ value: "Tom" }, { value: "I draw maps" }]);
});
