import { expect } from "@playwright/test";
import { DRIVE, seedTree } from "../support/pages/drive-screen.ts";
import { test } from "./drive-fixtures.ts";

test("focus moves to the first file of an opened folder, and to the list after clearing a selection", {
  tag: "@long",
}, async ({ drive, page, workspace, site }) => {
  await seedTree(site, ["Box/", "Box/in.txt", "Box/other.txt", "1.txt"]);
  await workspace.open(DRIVE);
  await drive.item("1.txt").waitFor();
  await drive.tabToList();
  await expect(drive.item("Box")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(drive.item("in.txt")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(drive.item("other.txt")).toBeFocused();
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Clear selection" }).press("Enter");
  await expect(drive.item("other.txt")).toBeFocused();
});

test("a link to a file opens its preview over its folder, or says why it cannot", async ({
  drive,
  page,
  workspace,
  site,
}) => {
  await seedTree(site, ["Box/", "Box/deep/", "Box/deep/a.zip", "Box/deep/b.zip", "old.txt"]);
  await site.sql`update workspace_files set mimetype = null`;
  await site.sql`update workspace_files set trashed_at = now() where name = 'old.txt'`;
  const rows = await site.sql<{ id: string; name: string }[]>`select id, name from workspace_files`;
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id;
  await workspace.open(`${DRIVE}?preview=${idOf("a.zip")}`);
  await expect(drive.dialog).toHaveAccessibleName("Preview: a.zip");
  await drive.dialog.getByRole("button", { name: "Next" }).click();
  await expect(drive.dialog).toHaveAccessibleName("Preview: b.zip");
  await page.keyboard.press("Escape");
  await expect(drive.crumbs.getByRole("link")).toHaveText(["My Drive", "Box", "deep"]);

  const alert = page.getByRole("main").getByRole("alert");
  await page.goto(`/#${DRIVE}?preview=${idOf("old.txt")}`);
  await expect(alert).toContainText("This file is in the trash.");
  for (const id of ["00000000-0000-4000-8000-000000000000", "nonsense"]) {
    await page.goto(`/#${DRIVE}?preview=${id}`);
    await expect(alert).toContainText("This file no longer exists.");
  }
  await alert.getByRole("button", { name: "Dismiss" }).click();
  await expect(alert).toHaveCount(0);
  await page.goto(`/#${DRIVE}?preview=${idOf("deep")}`);
  await expect(drive.item("a.zip")).toBeVisible();
  await expect(drive.dialog).toHaveCount(0);
});
