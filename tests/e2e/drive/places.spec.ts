import { expect } from "@playwright/test";
import { DRIVE, seedTree } from "../../support/pages/drive-screen.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { test } from "./fixtures.ts";

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
  await seedTree(site, ["Box/", "Box/deep/", "Box/deep/a.bin", "Box/deep/b.bin", "old.txt"]);
  await site.sql`update workspace_files set mimetype = null`;
  await site.sql`update workspace_files set trashed_at = now() where name = 'old.txt'`;
  const rows = await site.sql<{ id: string; name: string }[]>`select id, name from workspace_files`;
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id;
  await workspace.open(`${DRIVE}?preview=${idOf("a.bin")}`);
  await expect(drive.dialog).toHaveAccessibleName("Preview: a.bin");
  await drive.dialog.getByRole("button", { name: "Next" }).click();
  await expect(drive.dialog).toHaveAccessibleName("Preview: b.bin");
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
  await expect(drive.item("a.bin")).toBeVisible();
  await expect(drive.dialog).toHaveCount(0);
});

test("selecting all while a large folder loads also selects the remaining files, but no files added later", async ({
  drive,
  page,
  workspace,
  site,
}) => {
  const { id } = await workspace.account();
  await site.sql`insert into workspace_files (user_id, name, size, storage_object_path)
    select ${id}, 'file ' || n || '.txt', 1, ${id}::text || '/root/' || gen_random_uuid()
    from generate_series(1000, 1249) n`;
  const held = holdRequests();
  await page.route(/\/rpc\/list_folder/, (route) =>
    route.request().postData()?.includes("after_name") ? held.route(route) : route.fallback(),
  );
  await workspace.open(DRIVE);
  await drive.item("file 1000.txt").waitFor();
  await expect.poll(held.count).toBe(1);
  await drive.tabToList();
  await page.keyboard.press("Control+a");
  const count = page.getByRole("status").filter({ hasText: "selected" });
  await expect(count).toHaveText("200 selected");
  held.release();
  await expect(count).toHaveText("250 selected");
  await seedTree(site, ["later.txt"]);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("button", { name: "Reload" })).toBeEnabled();
  await expect(count).toHaveText("250 selected");
});
