import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { DRIVE, seedTree } from "../../support/pages/drive-screen.ts";
import { test } from "./fixtures.ts";

test("starred files and folders, and recent files, are listed across folders", async ({
  drive,
  page,
  workspace,
  site,
}) => {
  await seedTree(site, ["Box/", "Box/deep/", "Box/deep/plan.txt", "a.txt", "b.txt"]);
  await site.sql`update workspace_files set updated_at = now() - interval '1 day' where name = 'a.txt'`;
  await workspace.open(DRIVE);
  await drive.command("Box", "Add to Starred");
  await expect(drive.item("Box")).toHaveAccessibleName("Box, Folder, 1 item, starred");
  await drive.item("Box").dblclick();
  await drive.item("deep").dblclick();
  await drive.command("plan.txt", "Add to Starred");
  await page.getByRole("link", { name: "Starred" }).click();
  await expect(page.getByRole("link", { name: "Starred" })).toHaveAttribute("aria-current", "page");
  await expect(drive.item("plan.txt")).toBeVisible();
  expect(await drive.names()).toEqual(["Box", "plan.txt"]);
  await drive.button("List view").click();
  await expect(drive.item("plan.txt")).toContainText("My Drive / Box / deep");
  await drive.button("Grid view").click();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.reload();
  await expect(drive.item("plan.txt")).toBeVisible();

  await drive.item("Box").click();
  await drive.item("plan.txt").click({ modifiers: ["Shift"] });
  await page
    .getByRole("toolbar", { name: "Selected files" })
    .getByRole("button", { name: "Remove from Starred" })
    .click();
  await expect(page.getByText("Nothing is starred")).toBeVisible();
  await expect
    .poll(() => site.sql`select from workspace_files where starred_at is not null`)
    .toHaveLength(0);

  await page.getByRole("link", { name: "Recent" }).click();
  await expect(drive.item("plan.txt")).toBeVisible();
  expect((await drive.names()).at(-1)).toBe("a.txt");
  expect(await drive.names()).not.toContain("Box");
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  await expect(drive.item("Box")).toBeVisible();
});

test("typing moves the focus to the file whose name begins with the typed text, unless the key is a shortcut of the page", async ({
  drive,
  page,
  workspace,
  site,
}) => {
  await seedTree(site, ["alpha.txt", "Beta 1.txt", "Beta 2.txt", "notes.txt"]);
  await workspace.open(DRIVE);
  await drive.item("alpha.txt").waitFor();
  await drive.tabToList();
  await page.keyboard.type("beta 2");
  await expect(drive.item("Beta 2.txt")).toBeFocused();
  await expect(drive.item("Beta 2.txt")).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("Home");
  await expect(drive.item("alpha.txt")).toBeFocused();
  await page.clock.install();
  await page.clock.fastForward(2_000);
  await page.keyboard.press("n");
  await expect(drive.dialog).toHaveAccessibleName("Create New Folder");
  await page.keyboard.press("Escape");
  await expect(drive.item("alpha.txt")).toBeFocused();
  await page.keyboard.press("Shift+N");
  await expect(drive.item("notes.txt")).toBeFocused();
});
