import { expect } from "@playwright/test";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import {
  DRIVE,
  DriveScreen,
  seedTree,
  storedBlobs,
  storedTree,
  textFile,
} from "../../support/pages/drive-screen.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { test } from "./fixtures.ts";

const TABLE = "**/rest/v1/workspace_files*";

test("renaming works by menu and F2, and changes nothing if the name is taken or the save fails", {
  tag: "@long",
}, async ({ drive, page, workspace, site, watch }) => {
  await seedTree(site, ["a.txt", "b.txt", "Box/"]);
  await workspace.open(DRIVE);
  await drive.command("a.txt", "Rename");
  await expect(drive.dialog).toHaveAccessibleName("Rename");
  await expect(drive.dialog.getByLabel("File Name")).toHaveValue("a.txt");
  // Only the part before the extension is selected.
  await page.keyboard.type("résumé");
  await page.keyboard.press("Enter");
  await expect.poll(() => drive.names()).toEqual(["Box", "b.txt", "résumé.txt"]);

  await drive.item("b.txt").click();
  await page.keyboard.press("F2");
  await drive.dialog.getByLabel("File Name").fill("résumé.txt");
  watch.expectStatus(409);
  await drive.dialog.getByRole("button", { name: "Rename" }).click();
  await expect(drive.dialog.getByRole("alert")).toHaveText(
    "“résumé.txt” already exists in this folder.",
  );
  watch.expectStatus(500);
  await page.route(TABLE, failRequests("Not now.", "PATCH"));
  await drive.dialog.getByLabel("File Name").fill("c.txt");
  await drive.dialog.getByRole("button", { name: "Rename" }).click();
  await expect(drive.dialog.getByRole("alert")).toHaveText("Not now.");
  await expect(drive.dialog.getByLabel("File Name")).toHaveValue("c.txt");
  await page.unroute(TABLE);
  await drive.dialog.getByRole("button", { name: "Rename" }).click();
  await expect(drive.dialog).toHaveCount(0);
  await expect.poll(() => storedTree(site)).toEqual(["Box", "c.txt", "résumé.txt"]);
});

test("files are moved by drag, breadcrumb or dialog, with undo and refusals", async ({
  drive,
  page,
  workspace,
  site,
  watch,
}) => {
  await seedTree(site, ["A/", "A/inner/", "B/", "one.txt", "two.txt", "three.txt", "B/three.txt"]);
  await workspace.open(DRIVE);
  await drive.item("one.txt").click();
  await drive.item("two.txt").click({ modifiers: ["ControlOrMeta"] });
  await drive.drag("two.txt", drive.item("A"));
  await expect(page.getByText("Moved 2 items to “A”.")).toBeVisible();
  await expect.poll(() => drive.names()).toEqual(["A", "B", "three.txt"]);
  expect(await storedTree(site)).toContain("A > one.txt");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => drive.names()).toEqual(["A", "B", "one.txt", "three.txt", "two.txt"]);

  // The error is shown above the list, and no entry has moved. The notification has the focus.
  await page.getByText("Moved 2 items to where it was.").click();
  watch.expectStatus(500);
  await page.route("**/rpc/move_files", failRequests("Not now.", "POST"));
  await drive.drag("one.txt", drive.item("A"));
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Not now.");
  await expect.poll(() => drive.names()).toEqual(["A", "B", "one.txt", "three.txt", "two.txt"]);
  await page.unroute("**/rpc/move_files");

  // A name is taken: the move is refused, or both entries are kept.
  watch.expectStatus(409);
  await drive.command("three.txt", "Move to...");
  await drive.dialog.getByRole("radio", { name: "B" }).check();
  await drive.dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "“three.txt” already exists in this folder.",
  );
  await page.getByRole("button", { name: "Keep both" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await expect.poll(() => storedTree(site)).toContain("B > three (1).txt");

  // A folder created in the dialog is selected at once.
  await drive.command("two.txt", "Move to...");
  await drive.dialog.getByRole("radio", { name: "B" }).check();
  await drive.dialog.getByRole("button", { name: "New Folder" }).click();
  await page.keyboard.type("Fresh");
  await page.keyboard.press("Enter");
  await expect(drive.dialog.getByRole("radio", { name: "Fresh" })).toBeChecked();
  await drive.dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect.poll(() => storedTree(site)).toContain("B > Fresh > two.txt");

  // The dialog offers neither the folder itself nor its descendants.
  await drive.command("A", "Move to...");
  await drive.dialog.getByRole("button", { name: "Open A" }).click();
  await expect(drive.dialog.getByRole("radio", { name: "A", exact: true })).toBeDisabled();
  await expect(drive.dialog.getByRole("radio", { name: "inner" })).toBeDisabled();
  await expect(drive.dialog.getByRole("radio", { name: "My Drive" })).toBeDisabled();
  await drive.dialog.getByRole("button", { name: "Cancel" }).click();

  // Moves the folder back up by dropping it on a breadcrumb.
  await drive.item("B").dblclick();
  await drive.drag("three (1).txt", drive.crumbs.getByRole("link", { name: "My Drive" }));
  await expect.poll(() => drive.names()).toEqual(["Fresh", "three.txt"]);
  await expect.poll(() => storedTree(site)).toContain("three (1).txt");
});

test("files and folders are copied with contents and dates, within the exact space, and a failed copy leaves nothing", async ({
  drive,
  page,
  workspace,
  site,
  watch,
}) => {
  await seedTree(site, ["Box/", "Box/deep/", "Other/"]);
  const userId = await workspace.open(DRIVE);
  await drive.openFolder("Box");
  await drive.choose([textFile("in.txt", "inside")]);
  await expect(drive.item("in.txt")).toBeVisible();
  await site.sql`update workspace_files set modified_at = '2019-05-04T10:20:30Z' where name = 'in.txt'`;
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();

  await drive.command("Box", "Copy to...");
  await expect(drive.dialog).toHaveAccessibleName("Copy “Box”");
  await expect(drive.dialog.getByRole("radio", { name: "My Drive" })).toBeChecked();
  await expect(drive.dialog.getByRole("radio", { name: "Box" })).toBeDisabled();
  await drive.dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText("Copied “Box” to “My Drive”.")).toBeVisible();
  const before = ["Box", "Box > deep", "Box > in.txt", "Other"];
  const copied = ["Box (1)", "Box (1) > deep", "Box (1) > in.txt"];
  expect(await storedTree(site)).toEqual(
    [...before, ...copied].sort((one, other) => (one < other ? -1 : 1)),
  );
  expect(await storedBlobs(site)).toBe(2);
  const dates = await site.sql<{ year: number }[]>`
    select extract(year from modified_at)::int as year from workspace_files where name = 'in.txt'`;
  expect(dates.map(({ year }) => year)).toEqual([2019, 2019]);
  await drive.item("Box (1)").dblclick();
  await drive.item("in.txt").dblclick();
  await expect(drive.dialog.locator("pre")).toHaveText("inside");
  await page.keyboard.press("Escape");
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => storedTree(site)).toEqual(before);

  // Only five bytes are free for a copy of six.
  const meter = page.getByRole("meter", { name: "Storage used" });
  const at = async (name: string) => Number(await meter.getAttribute(`aria-value${name}`));
  await expect.poll(() => at("now")).toBe(12);
  await site.sql`insert into private.pending_blobs (path, user_id, reserved_size, due_at)
    values (${`${userId}/root/held`}, ${userId}, ${(await at("max")) - 12 - 5}, now() + interval '1 day')`;
  await drive.item("Box").dblclick();
  const copy = async () => {
    await drive.command("in.txt", "Copy to...");
    await drive.dialog.getByRole("radio", { name: "Other" }).check();
    await drive.dialog.getByRole("button", { name: "Copy", exact: true }).click();
  };
  const alert = page.getByRole("main").getByRole("alert");
  watch.expectStatus(413);
  await copy();
  await expect(alert).toContainText("Not enough space: 6 bytes needed, 5 bytes free.");
  await page.getByRole("button", { name: "Dismiss: “in.txt”" }).click();
  await site.sql`update private.pending_blobs set reserved_size = reserved_size - 1
    where path like '%/held'`;
  watch.expectStatus(500);
  await page.route("**/storage/v1/object/copy", failRequests("Not now.", "POST"));
  await copy();
  await expect(alert).toContainText("Not now.");
  await page.getByRole("button", { name: "Dismiss: “in.txt”" }).click();
  await page.unroute("**/storage/v1/object/copy");
  const reserved = () => site.sql`select from private.pending_blobs
    where reserved_size is not null and path not like '%/held'`;
  expect(await reserved()).toHaveLength(0);
  expect(await storedTree(site)).toEqual(before);
  await copy();
  await expect.poll(() => storedTree(site)).toContain("Other > in.txt");
  await expect.poll(async () => (await at("max")) - (await at("now"))).toBe(0);
  await site.sql`delete from private.pending_blobs`;
});

test("a copy shows its progress on every screen and is canceled without leaving anything", async ({
  drive,
  page,
  workspace,
  site,
}) => {
  await seedTree(site, ["Box/"]);
  await workspace.open(DRIVE);
  await drive.openFolder("Box");
  await drive.choose([textFile("a.txt", "x".repeat(300)), textFile("b.txt", "y".repeat(100))]);
  await expect(drive.item("b.txt")).toBeVisible();
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  const before = await storedTree(site);
  const held = holdRequests();
  // The first file is copied, the second one waits.
  let first = true;
  await page.route("**/storage/v1/object/copy", async (route) => {
    if (!first) return held.route(route);
    first = false;
    const response = await route.fetch();
    await route.fulfill({ response });
  });
  const copy = async () => {
    await drive.command("Box", "Copy to...");
    await drive.dialog.getByRole("button", { name: "Copy", exact: true }).click();
  };
  await copy();
  const progress = page.getByRole("progressbar", { name: "Copying “Box”" });
  await expect(progress).toHaveAttribute("aria-valuenow", /^(25|75)$/);
  await expect.poll(held.count).toBe(1);
  await page.getByRole("link", { name: "My Notes" }).click();
  await expect(progress).toBeVisible();
  expect(await axeViolationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel: “Box”" }).click();
  await expect(page.getByText("Canceling...")).toBeVisible();
  held.release();
  await expect(page.getByRole("region", { name: "Copying" })).toHaveCount(0);
  expect(await storedTree(site)).toEqual(before);
  expect(await storedBlobs(site)).toBe(2);
  const reserved =
    await site.sql`select from private.pending_blobs where reserved_size is not null`;
  expect(reserved).toHaveLength(0);
  await page.getByRole("link", { name: "My Drive" }).click();
  const meter = page.getByRole("meter", { name: "Storage used" });
  await expect(meter).toHaveAttribute("aria-valuenow", "400");

  // Canceled while its entries are being added.
  await page.unroute("**/storage/v1/object/copy");
  const adding = holdRequests("POST");
  await page.route(TABLE, adding.route);
  await copy();
  await expect.poll(adding.count).toBe(1);
  await page.getByRole("button", { name: "Cancel: “Box”" }).click();
  adding.release();
  await expect(page.getByRole("region", { name: "Copying" })).toHaveCount(0);
  expect(await storedTree(site)).toEqual(before);
  await expect(meter).toHaveAttribute("aria-valuenow", "400");
});

test("files are trashed, restored by Undo and from the trash, and deleted, with a failure at each step", async ({
  drive,
  page,
  workspace,
  site,
  watch,
}) => {
  await seedTree(site, ["Old/", "keep.txt", "a.txt"]);
  await workspace.open(DRIVE);
  await drive.openFolder("Old");
  await drive.choose([textFile("inside.txt", "inside")]);
  await expect(drive.item("inside.txt")).toBeVisible();
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  const alert = page.getByRole("main").getByRole("alert");
  const fails = async (rpc: string, act: () => Promise<void>, still: string[]) => {
    await page.route(`**/rpc/${rpc}`, failRequests("Not now.", "POST"));
    await act();
    await expect(alert).toContainText("Not now.");
    await expect.poll(() => drive.names()).toEqual(still);
    await page.unroute(`**/rpc/${rpc}`);
  };
  watch.expectStatus(500);

  await fails("trash_files", () => drive.command("Old", "Move to trash"), [
    "Old",
    "a.txt",
    "keep.txt",
  ]);
  await drive.item("Old").click();
  await drive.item("a.txt").click({ modifiers: ["Shift"] });
  await page.keyboard.press("Delete");
  await expect(alert).toHaveCount(0);
  await expect.poll(() => drive.names()).toEqual(["keep.txt"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => drive.names()).toEqual(["Old", "a.txt", "keep.txt"]);
  await drive.command("Old", "Move to trash");
  await drive.command("a.txt", "Move to trash");
  await expect.poll(() => storedTree(site)).toEqual(["keep.txt"]);

  await page.getByRole("link", { name: "Trash" }).click();
  await expect.poll(async () => (await drive.names()).sort()).toEqual(["Old", "a.txt"]);
  await fails("restore_files", () => drive.command("Old", "Restore"), ["Old", "a.txt"]);
  await drive.item("Old").hover();
  await drive.item("Old").getByTitle("Restore").click();
  await expect.poll(() => drive.names()).toEqual(["a.txt"]);
  await expect.poll(() => storedTree(site)).toEqual(["Old", "Old > inside.txt", "keep.txt"]);

  watch.acceptDialog(/^Are you sure you want to delete everything in the trash\?/);
  await fails("empty_trash", () => drive.button("Empty Trash").click(), ["a.txt"]);
  watch.acceptDialog(/^Are you sure you want to delete everything in the trash\?/);
  await drive.button("Empty Trash").click();
  await expect(page.getByText("The trash is empty", { exact: true })).toBeVisible();
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();

  // Items are deleted permanently with everything inside; blobs that cannot be removed are removed
  // at the next visit.
  watch.expectProblem(/^dialog: Are you sure you want to delete "Old"\? This cannot be undone\.$/);
  await drive.command("Old", "Delete");
  await expect.poll(() => watch.missing()).toEqual([]);
  await expect.poll(() => drive.names()).toEqual(["Old", "keep.txt"]);
  watch.acceptDialog(/^Are you sure you want to delete "Old"\? This cannot be undone\.$/);
  await fails("delete_files", () => drive.command("Old", "Delete"), ["Old", "keep.txt"]);
  await page.route("**/storage/v1/object/workspace-files", failRequests("Not now.", "DELETE"));
  watch.acceptDialog(/^Are you sure you want to delete "Old"\? This cannot be undone\.$/);
  await drive.command("Old", "Delete");
  await expect.poll(() => storedTree(site)).toEqual(["keep.txt"]);
  await expect.poll(() => drive.names()).toEqual(["keep.txt"]);
  expect(await storedBlobs(site)).toBe(1);
  await page.unroute("**/storage/v1/object/workspace-files");
  await page.reload();
  await expect.poll(() => storedBlobs(site)).toBe(0);
});

test("files are selected with Ctrl, Shift, Ctrl+A and boxes, and other tabs show changes to them", async ({
  drive,
  page,
  context,
  workspace,
  site,
}) => {
  await seedTree(site, ["Box/", "1.txt", "2.txt", "3.txt", "4.txt"]);
  await workspace.open(DRIVE);
  const selected = drive.grid.locator("[aria-selected=true]");
  await drive.item("1.txt").click();
  await drive.item("3.txt").click({ modifiers: ["Shift"] });
  await expect(selected).toHaveCount(3);
  await drive.item("2.txt").click({ modifiers: ["ControlOrMeta"] });
  await expect(selected).toHaveCount(2);
  await drive.item("4.txt").hover();
  await drive.item("4.txt").getByRole("checkbox").check();
  await expect(page.getByRole("toolbar", { name: "Selected files" })).toContainText("3 selected");
  await page.keyboard.press("ControlOrMeta+a");
  await expect(selected).toHaveCount(5);
  await page.keyboard.press("Escape");
  await expect(selected).toHaveCount(0);

  // Opening a folder selects it, but nothing is selected after returning from it.
  await drive.item("Box").dblclick();
  await expect(drive.crumbs).toContainText("Box");
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  await expect(drive.item("1.txt")).toBeVisible();
  await expect(selected).toHaveCount(0);

  const other = await context.newPage();
  await workspace.keepSession(other);
  const theirs = new DriveScreen(other);
  await other.goto(`/#${DRIVE}`);
  await theirs.item("Box").dblclick();
  await expect(other.getByText("This folder is empty")).toBeVisible();
  // A background tab renders once a second.
  await page.bringToFront();
  await drive.command("1.txt", "Move to...");
  await drive.dialog.getByRole("radio", { name: "Box" }).check();
  await drive.dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect.poll(() => theirs.names()).toEqual(["1.txt"]);
  await drive.command("Box", "Move to trash");
  await expect(other.getByText("This folder no longer exists")).toBeVisible();
  await other.bringToFront();
  await other.getByRole("link", { name: "Go to My Drive" }).click();
  await expect.poll(() => theirs.names()).toEqual(["2.txt", "3.txt", "4.txt"]);
});

test("the list sorts by name, size and change, and the search covers all folders", {
  tag: "@long",
}, async ({ drive, page, workspace, site }) => {
  await seedTree(site, [
    "Box/",
    "Box/deep/",
    "b2.txt",
    "b10.txt",
    "Box/deep/Report b2.txt",
    "50%_off.txt",
  ]);
  await site.sql`update workspace_files set size = char_length(name) where not is_folder`;
  await workspace.open(DRIVE);
  await drive.button("List view").click();
  await expect.poll(() => drive.names()).toEqual(["Box", "50%_off.txt", "b2.txt", "b10.txt"]);
  const head = (name: string) => drive.grid.getByRole("columnheader", { name, exact: true });
  await expect(head("Name")).toHaveAttribute("aria-sort", "ascending");
  await head("Name").getByRole("button").click();
  await expect.poll(() => drive.names()).toEqual(["Box", "b10.txt", "b2.txt", "50%_off.txt"]);
  await head("Size").getByRole("button").click();
  await expect.poll(() => drive.names()).toEqual(["Box", "b2.txt", "b10.txt", "50%_off.txt"]);
  await page.reload();
  await expect(head("Size")).toHaveAttribute("aria-sort", "ascending");
  await head("Name").getByRole("button").click();

  await page.getByLabel("Search files").fill("B2");
  await expect.poll(() => drive.names()).toEqual(["b2.txt", "Report b2.txt"]);
  await expect(drive.item("Report b2.txt")).toContainText("My Drive / Box / deep");
  await expect(drive.grid.locator("mark")).toHaveText(["b2", "b2"]);
  await expect(page.getByRole("status").getByText("2 items found")).toBeVisible();
  await page.getByLabel("Search files").fill("%_");
  await expect.poll(() => drive.names()).toEqual(["50%_off.txt"]);
  await page.getByLabel("Search files").fill("nowhere");
  await expect(page.getByText("No files found")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Search files")).toHaveValue("nowhere");
  await page.getByLabel("Search files").fill("deep");
  await drive.item("deep").dblclick();
  await expect(drive.crumbs.getByRole("link")).toHaveText(["My Drive", "Box", "deep"]);
  await expect(page.getByLabel("Search files")).toHaveValue("");
});
