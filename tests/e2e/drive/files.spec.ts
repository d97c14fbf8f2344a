import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { DRIVE, seedTree, storedTree, textFile } from "../../support/pages/drive-screen.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { test } from "./fixtures.ts";

test("folders and files show names, order and sizes, and are navigated down and back", async ({
  drive,
  page,
  workspace,
  site,
}) => {
  const userId = await workspace.open(DRIVE);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Drive");
  await expect(page.getByText("This folder is empty")).toBeVisible();
  await expect(page.getByText("Drop files here, or use the buttons to upload.")).toBeVisible();

  await drive.button("New Folder").click();
  await expect(drive.dialog).toHaveAccessibleName("Create New Folder");
  await drive.dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(drive.dialog.getByText("Folder name is required.")).toBeVisible();
  await drive.dialog.getByLabel("Folder Name").fill("Papers");
  await drive.dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(drive.dialog).toHaveCount(0);
  await drive.newFolder("Papers");

  const held = holdRequests();
  await page.route("**/storage/v1/object/batch/workspace-files", held.route);
  await drive.choose([
    textFile("b.txt", "x".repeat(1536)),
    { name: "a.png", mimeType: "image/png", buffer: Buffer.from("not really") },
  ]);
  await expect(drive.button("Uploading...")).toBeVisible();
  held.release();
  await expect(drive.button("Upload File")).toBeVisible();
  await expect.poll(() => drive.names()).toEqual(["Papers", "a.png", "b.txt"]);
  await expect(drive.item("b.txt")).toContainText("1.50 KB");
  await expect(drive.item("a.png")).toContainText("10 Bytes");
  await expect(drive.item("Papers")).toContainText("-");
  await expect(drive.item("Papers")).toHaveAccessibleName("Papers, Folder");
  await expect(drive.item("a.png")).toHaveAccessibleName("a.png, Picture, 10 Bytes");
  const rows = await site.sql`select * from workspace_files where not is_folder order by name`;
  expect(rows[1]).toMatchObject({
    user_id: userId,
    name: "b.txt",
    parent_id: null,
    mimetype: "text/plain",
  });
  expect(rows[1]?.storage_object_path).toMatch(new RegExp(`^${userId}/root/\\d{13}-b\\.txt$`));

  await drive.item("Papers").dblclick();
  await expect(page.getByText("This folder is empty")).toBeVisible();
  await drive.newFolder("2026");
  await expect(drive.item("2026")).toHaveAccessibleName("2026, Folder");
  await drive.item("2026").dblclick();
  await expect(drive.crumbs.getByRole("link")).toHaveText(["My Drive", "Papers", "2026"]);
  await drive.choose([textFile("deep.txt", "deep")]);
  await expect(drive.item("deep.txt")).toBeVisible();
  expect(await storedTree(site)).toEqual([
    "Papers",
    "Papers > 2026",
    "Papers > 2026 > deep.txt",
    "a.png",
    "b.txt",
  ]);
  // The browser asks before leaving until the upload has ended.
  await expect(drive.button("Upload File")).toBeVisible();
  await page.reload();
  await expect(drive.item("deep.txt")).toBeVisible();
  await drive.crumbs.getByRole("link", { name: "Papers" }).click();
  await expect(drive.item("2026")).toBeVisible();
  await page.goBack();
  await expect(drive.item("deep.txt")).toBeVisible();
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  await expect(drive.item("b.txt")).toBeVisible();
  await expect(drive.item("Papers")).toContainText("1 item");
  await expect(drive.item("Papers")).toHaveAccessibleName("Papers, Folder, 1 item");
  const places = page.getByRole("main").getByText("My Drive", { exact: true });
  await expect(places.locator("visible=true").and(page.locator(":not(.sr-only)"))).toHaveCount(1);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("on a phone the files begin within 220 pixels, and every action is in a button or a menu", async ({
    drive,
    page,
    workspace,
    site,
  }) => {
    await seedTree(site, ["Box/", "Box/Bow locker and everything in it/", "1.txt"]);
    await workspace.open(DRIVE);
    await drive.item("1.txt").waitFor();
    const top = () => drive.grid.evaluate((grid) => grid.getBoundingClientRect().top + scrollY);
    expect(await top()).toBeLessThanOrEqual(220);
    await expect(drive.button("Upload File")).toBeVisible();
    await page.getByRole("button", { name: /of .* used$/ }).tap();
    await expect(page.getByText(/^Up to .* per file$/)).toBeVisible();
    const choose = async (role: "menuitem" | "menuitemradio", name: string) => {
      await drive.button("More actions").tap();
      await page.getByRole(role, { name, exact: true }).tap();
    };
    await choose("menuitem", "Links");
    await expect(drive.dialog).toHaveAccessibleName("Links");
    await page.keyboard.press("Escape");
    await choose("menuitem", "New Folder");
    await expect(drive.dialog).toHaveAccessibleName("Create New Folder");
    await page.keyboard.press("Escape");
    await choose("menuitem", "Starred");
    await expect(page.getByText("Nothing is starred")).toBeVisible();
    await drive.crumbs.getByRole("link", { name: "My Drive" }).tap();
    await choose("menuitemradio", "List view");
    await expect(drive.grid.getByRole("columnheader", { name: "Name" })).toBeVisible();
    await choose("menuitemradio", "Grid view");
    // A long path stays in one line.
    await drive.item("Box").tap();
    await drive.item("Bow locker and everything in it").tap();
    await expect(page.getByText("This folder is empty")).toBeVisible();
    await expect(drive.crumbs.getByRole("link").last()).toBeInViewport();
    expect((await drive.crumbs.boundingBox())?.height).toBeLessThan(60);
    expect(await axeViolationsInBothThemes(page)).toEqual([]);
  });
});

test("a dialog whose code is loading or could not be loaded shows that, and opens once it is loaded", async ({
  drive,
  page,
  watch,
  workspace,
}) => {
  watch.expectProblem(/^failed: GET .*file-dialogs/);
  watch.expectProblem(/^console error: .*ERR_FAILED/);
  await page.route(/assets\/file-dialogs/, (route) => route.abort());
  await workspace.open(DRIVE);
  await drive.button("Links").click();
  await expect(drive.dialog).toContainText("This could not be loaded.");
  await page.keyboard.press("Escape");
  await expect(drive.button("Links")).toBeFocused();
  // The name is typed at once, so this dialog is not loaded lazily.
  await drive.button("New Folder").click();
  await expect(drive.dialog.getByLabel("Folder Name")).toBeFocused();
  await page.keyboard.press("Escape");

  const held = holdRequests();
  await page.route(/assets\/file-dialogs/, held.route);
  await drive.button("Links").click();
  await expect(drive.dialog).toHaveAccessibleName("Loading...");
  await page.unroute(/assets\/file-dialogs/);
  held.release();
  await expect(drive.dialog).toHaveAccessibleName("Links");
  await page.keyboard.press("Escape");
  await expect(drive.button("Links")).toBeFocused();
});
