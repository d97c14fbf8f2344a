import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import {
  contentOf,
  DRIVE,
  storedBlobs,
  storedTree,
  textFile,
} from "../../support/pages/drive-screen.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { test } from "./fixtures.ts";

const OBJECTS = /\/storage\/v1\/object\/(batch\/workspace-files$|workspace-files\/)/;

test("files and folders dropped anywhere arrive under their names and in their folders", async ({
  drive,
  folder,
  page,
  workspace,
  site,
}) => {
  await mkdir(join(folder, "trip/día 1/empty"), { recursive: true });
  await writeFile(join(folder, "trip/plan.txt"), "plan");
  for (const name of NAMES) await writeFile(join(folder, "trip/día 1", name), name);
  await writeFile(join(folder, "loose.txt"), "loose");
  await workspace.open(DRIVE);
  await expect(page.getByText("This folder is empty")).toBeVisible();
  await dropPaths(page, [join(folder, "trip"), join(folder, "loose.txt")], async () => {
    await expect(page.getByText("Drop to upload to My Drive")).toBeVisible();
  });
  await expect(page.getByText("Drop to upload")).toHaveCount(0);
  await expect(drive.uploads).toContainText(`${NAMES.length + 3} uploaded`);
  await expect.poll(() => drive.names()).toEqual(["trip", "loose.txt"]);
  expect(await storedTree(site)).toEqual(
    [
      "loose.txt",
      "trip",
      "trip > día 1",
      "trip > día 1 > empty",
      ...NAMES.map((name) => `trip > día 1 > ${name}`),
      "trip > plan.txt",
    ].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))),
  );
  await drive.uploads.getByRole("button", { name: "Clear" }).click();
  await expect(drive.uploads).toHaveCount(0);

  // Every name is listed and downloaded unchanged, with its content.
  await drive.item("trip").dblclick();
  await drive.item("día 1").dblclick();
  await expect.poll(async () => (await drive.names()).sort()).toEqual(["empty", ...NAMES].sort());
  for (const name of NAMES) {
    const download = page.waitForEvent("download");
    await drive.item(name).hover();
    await drive.item(name).getByTitle("Download").click();
    expect(await contentOf(await download)).toBe(name);
    // The browser itself removes characters that other systems cannot store in names.
    const told = (await download).suggestedFilename();
    expect(told.replace(/[^\p{L}\p{N}]+/gu, "")).toBe(name.replace(/[^\p{L}\p{N}]+/gu, ""));
  }

  // A file dropped on a folder is uploaded into it, which is announced before.
  const dataTransfer = await page.evaluateHandle(() => {
    const dragged = new DataTransfer();
    dragged.items.add(new File(["in"], "inside.txt"));
    return dragged;
  });
  await drive.item("empty").dispatchEvent("dragover", { dataTransfer });
  await expect(page.getByText("Drop to upload to empty")).toBeVisible();
  await drive.drop([textFile("inside.txt", "in")], drive.item("empty"));
  await expect.poll(() => storedTree(site)).toContain("trip > día 1 > empty > inside.txt");
});

test("a taken name offers replace, keep both, skip, and the same for all", {
  tag: "@long",
}, async ({ drive, workspace, site, page }) => {
  await workspace.open(DRIVE);
  await drive.newFolder("d.txt");
  const names = ["a.txt", "b.txt", "c.txt"];
  await drive.choose(names.map((name) => textFile(name, "old")));
  await expect.poll(() => drive.names()).toEqual(["d.txt", ...names]);

  await drive.choose([...names, "d.txt"].map((name) => textFile(name, `new ${name}`)));
  await expect(drive.dialog).toContainText("a.txt");
  await drive.dialog.getByRole("button", { name: "Replace" }).click();
  await expect(drive.dialog).toContainText("b.txt");
  await drive.dialog.getByRole("button", { name: "Keep both" }).click();
  await expect(drive.dialog).toContainText("c.txt");
  await drive.dialog.getByRole("button", { name: "Skip" }).click();
  await expect(drive.dialog).toContainText("d.txt");
  await expect(drive.dialog.getByRole("button", { name: "Replace" })).toHaveCount(0);
  await drive.dialog.getByRole("button", { name: "Keep both" }).click();
  await expect(drive.dialog).toHaveCount(0);
  await expect
    .poll(() => storedTree(site))
    .toEqual(["a.txt", "b (1).txt", "b.txt", "c.txt", "d (1).txt", "d.txt"]);

  await drive.choose(names.map((name) => textFile(name, `third ${name}`)));
  await drive.dialog.getByLabel("Do the same for all").check();
  await drive.dialog.getByRole("button", { name: "Replace" }).click();
  await expect(drive.dialog).toHaveCount(0);
  await expect(drive.uploads).toContainText("9 uploaded");
  expect((await storedTree(site)).length).toBe(6);
  const download = page.waitForEvent("download");
  await drive.command("c.txt", "Download");
  expect(await contentOf(await download)).toBe("third c.txt");
  // Five files, and four replaced contents, which are versions.
  await expect.poll(() => storedBlobs(site)).toBe(9);
});

test("uploads show progress, can be canceled and retried, and continue while another screen is shown", async ({
  drive,
  page,
  workspace,
  site,
  watch,
}) => {
  await workspace.open(DRIVE);
  const held = holdRequests();
  await page.route(OBJECTS, held.route);
  await drive.choose(["1", "2", "3", "4"].map((name) => textFile(`${name}.txt`, name)));
  await expect(drive.uploads).toContainText("Uploading 1 of 4");
  await expect(drive.uploads.getByRole("progressbar", { name: "All uploads" })).toBeVisible();
  await drive.uploads.getByRole("button", { name: "Cancel: 2.txt" }).click();
  await expect(drive.upload("2.txt")).toHaveCount(0);
  watch.expectProblem(/^dialog: Files are still being uploaded\. Log out and stop them\?$/);
  // The confirmation comes after that of the notes, a moment after the click; a click below an
  // opening dialog would be lost.
  const asked = page.waitForEvent("dialog");
  await page.getByRole("button", { name: "Logout" }).click();
  await asked;
  await workspace.sidebar.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("My Drive");
  held.release();
  await expect.poll(() => storedTree(site)).toEqual(["1.txt", "3.txt", "4.txt"]);
  await workspace.sidebar.getByRole("link", { name: "My Drive" }).click();
  await expect(drive.uploads).toContainText("3 uploaded");
  await expect.poll(() => drive.names()).toEqual(["1.txt", "3.txt", "4.txt"]);
  await page.unroute(OBJECTS);

  // The server refuses a chunk; nothing is lost, and the upload resumes from there.
  watch.expectStatus(500);
  await page.route(OBJECTS, failRequests("The disk is full."));
  await drive.choose([textFile("late.txt", "late")]);
  await expect(drive.upload("late.txt")).toContainText("The disk is full.");
  await expect(drive.uploads).toContainText("1 failed");
  await page.unroute(OBJECTS);
  await drive.uploads.getByRole("button", { name: "Retry: late.txt" }).click();
  await expect(drive.item("late.txt")).toBeVisible();

  // The row fails after the content has arrived: a retry sends only the row.
  await page.route("**/rest/v1/workspace_files*", failRequests("Not now.", "POST"));
  await drive.choose([textFile("twice.txt", "twice")]);
  await expect(drive.upload("twice.txt")).toContainText("Not now.");
  await page.unroute("**/rest/v1/workspace_files*");
  let sent = 0;
  page.on("request", (request) => {
    if (OBJECTS.test(request.url())) sent += 1;
  });
  await drive.uploads.getByRole("button", { name: "Retry: twice.txt" }).click();
  await expect(drive.item("twice.txt")).toBeVisible();
  expect(sent).toBe(0);
  expect(await storedTree(site)).toEqual(["1.txt", "3.txt", "4.txt", "late.txt", "twice.txt"]);

  // For one file there is not enough space, and the other is too large.
  watch.expectStatus(413);
  await site.sql`insert into workspace_files (user_id, name, is_folder, storage_object_path, size)
    select user_id, 'huge', false, user_id || '/root/1-huge', 10::bigint * 1024 * 1024 * 1024 - 100
    from workspace_users`;
  await drive.choose([textFile("full.txt", "x".repeat(200))]);
  await expect(drive.upload("full.txt")).toContainText(
    /Not enough space: 200 bytes needed, \d+ bytes free\./,
  );
  // A file that was just deleted makes room, even while its bytes are still stored.
  await site.sql`update workspace_files
    set size = size + private.drive_quota() - private.drive_used(user_id) where name = 'huge'`;
  await site.sql`delete from workspace_files where name = 'late.txt'`;
  await drive.choose([textFile("room.txt", "four")]);
  await expect(drive.item("room.txt")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("meter", { name: "Storage used" })).toHaveAttribute(
    "aria-valuetext",
    "10.00 GB of 10.00 GB used",
  );
  expect(await storedBlobs(site)).toBe(5);
});

test("small files share a request, and are sent alone when that request is lost", async ({
  drive,
  page,
  workspace,
  site,
  watch,
}) => {
  await workspace.open(DRIVE);
  watch.expectProblem(
    /^failed: POST .*\/object\/batch\/workspace-files net::ERR_CONNECTION_FAILED/,
  );
  watch.expectProblem(/^console error: Failed to load resource/);
  const sent: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (OBJECTS.test(url)) sent.push(url.includes("/batch/") ? "together" : "alone");
  });
  await page.route(OBJECTS, (route) => route.abort("connectionfailed"), { times: 1 });
  await drive.choose(["1", "2", "3"].map((name) => textFile(`${name}.txt`, name)));
  await expect(drive.uploads).toContainText("3 uploaded");
  expect(sent).toEqual(["together", "alone", "alone", "alone"]);
  await drive.choose(["4", "5", "6"].map((name) => textFile(`${name}.txt`, name)));
  await expect(drive.uploads).toContainText("6 uploaded");
  expect(sent.slice(4)).toEqual(["together"]);
  const names = ["1", "2", "3", "4", "5", "6"].map((name) => `${name}.txt`);
  expect(await storedTree(site)).toEqual(names);
  for (const name of names) {
    const download = page.waitForEvent("download");
    await drive.command(name, "Download");
    expect(`${await contentOf(await download)}.txt`).toBe(name);
  }
});

/** Names that at least one operating system allows. */
const NAMES = [
  "résumé — 最終.pdf",
  "🎉 party.txt",
  "תמונה ‏1.txt",
  "100%.txt",
  "100%25.txt",
  `"quoted" & 'single'.txt`,
  " leading.txt",
  "a+b=c&d#e?.txt",
  "back\\slash.txt",
  "<b>bold.html",
  "null",
  `${"x".repeat(251)}.txt`,
];

/** Drags real files and folders of this computer over the page and drops them. */
async function dropPaths(page: Page, files: string[], over: () => Promise<void>): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
  const at = { x: width / 2, y: height - 80 };
  const data = { items: [], files, dragOperationsMask: 1 };
  await devtools.send("Input.dispatchDragEvent", { type: "dragEnter", ...at, data });
  await devtools.send("Input.dispatchDragEvent", { type: "dragOver", ...at, data });
  await over();
  await devtools.send("Input.dispatchDragEvent", { type: "drop", ...at, data });
  await devtools.detach();
}
