import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Route } from "@playwright/test";
import { DRIVE, textFile } from "../../support/pages/drive-screen.ts";
import { test } from "./fixtures.ts";

test("a folder and a selection are downloaded as complete archives, with progress and cancel", async ({
  drive,
  page,
  workspace,
  watch,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-zip-"));
  try {
    await workspace.open(DRIVE);
    await drive.newFolder("Trip");
    await drive.openFolder("Trip");
    await drive.newFolder("día");
    await drive.choose([textFile("plan — 最終.txt", "plan"), textFile("empty.txt", "")]);
    await expect(drive.item("empty.txt")).toBeVisible();
    await drive.openFolder("día");
    await drive.choose([textFile("100%.txt", "percent".repeat(5000))]);
    await expect(drive.item("100%.txt")).toBeVisible();
    await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
    await writeFile(join(folder, "loose.txt"), "loose");
    await utimes(join(folder, "loose.txt"), DATE, DATE);
    await drive.choose([join(folder, "loose.txt")]);
    await drive.button("List view").click();
    await expect(drive.item("loose.txt")).toContainText("May 4, 2019");
    await drive.button("Grid view").click();

    const one = page.waitForEvent("download");
    await drive.command("Trip", "Download as zip");
    expect((await one).suggestedFilename()).toBe("Trip.zip");
    expect(await unzip(await (await one).path(), join(folder, "one"))).toEqual({
      "Trip/día/100%.txt": "percent".repeat(5000),
      "Trip/empty.txt": "",
      "Trip/plan — 最終.txt": "plan",
    });

    await drive.item("Trip").click();
    await page.keyboard.press("ControlOrMeta+a");
    // One file was replaced after the list was read, so the archive contains its new content.
    watch.expectProblem(/^answer: 40[04] .*-before$/);
    watch.expectProblem(/^console error: Failed to load resource/);
    await page.route(
      "**/rpc/list_subtree*",
      async (route) => {
        const response = await route.fetch();
        const rows: { name: string; storage_object_path: string }[] = await response.json();
        const loose = rows.find(({ name }) => name === "loose.txt");
        if (loose) loose.storage_object_path += "-before";
        await route.fulfill({ response, json: rows });
      },
      { times: 1 },
    );
    const both = page.waitForEvent("download");
    await page.getByRole("toolbar").getByRole("button", { name: "Download as zip" }).click();
    expect((await both).suggestedFilename()).toBe("My Drive.zip");
    const contents = await unzip(await (await both).path(), join(folder, "both"));
    expect(Object.keys(contents)).toHaveLength(4);
    expect(contents["loose.txt"]).toBe("loose");
    const listed = await run("python3", ["-m", "zipfile", "-l", await (await both).path()]);
    expect(listed.stdout).toMatch(/loose\.txt +2019-05-04 10:20:30 /);

    // A stalled download is shown and can be canceled; a failed one shows the reason.
    const objects = "**/object/authenticated/workspace-files/**";
    await page.route(objects, () => {});
    await page.getByRole("toolbar").getByRole("button", { name: "Download as zip" }).click();
    const downloads = page.getByRole("region", { name: "Downloads" });
    await expect(downloads.getByRole("progressbar", { name: "My Drive.zip" })).toBeVisible();
    await downloads.getByRole("button", { name: "Cancel: My Drive.zip" }).click();
    await expect(downloads).toHaveCount(0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    watch.expectProblem(/^answer: 400/);
    await page.route(objects, refuse);
    await page.getByRole("toolbar").getByRole("button", { name: "Download as zip" }).click();
    await expect(downloads.getByRole("alert")).toHaveText("The disk cannot be read.");
    await downloads.getByRole("button", { name: /My Drive\.zip/ }).click();
    await page.unrouteAll({ behavior: "ignoreErrors" });

    // One of several that fails is listed in the archive instead of ending it.
    await page.route(/object\/authenticated\/workspace-files\/.*empty\.txt/, refuse);
    const rest = page.waitForEvent("download");
    await page.getByRole("toolbar").getByRole("button", { name: "Download as zip" }).click();
    expect(await unzip(await (await rest).path(), join(folder, "rest"))).toEqual({
      "Files that could not be read.txt": "Trip/empty.txt: The disk cannot be read.\r\n",
      "Trip/día/100%.txt": "percent".repeat(5000),
      "Trip/plan — 最終.txt": "plan",
      "loose.txt": "loose",
    });
    await expect(downloads.getByRole("alert")).toHaveText(
      "1 file could not be read: Trip/empty.txt. See “Files that could not be read.txt” in the archive.",
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const run = promisify(execFile);

/** Unlike an answer with 500, a refusal is not tried again for half a minute. */
const refuse = (route: Route) =>
  route.fulfill({ status: 400, json: { message: "The disk cannot be read." } });

/** The date in the time zone of the browser, as in the archive. */
const DATE = new Date(2019, 4, 4, 10, 20, 30);

async function unzip(archive: string, into: string): Promise<Record<string, string>> {
  await run("python3", ["-m", "zipfile", "-e", archive, into]);
  const entries = await readdir(into, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const read = files.map(async ({ parentPath, name }) => [
    join(parentPath, name).slice(into.length + 1),
    await readFile(join(parentPath, name), "utf8"),
  ]);
  const pairs: string[][] = await Promise.all(read);
  return Object.fromEntries(pairs.sort());
}
