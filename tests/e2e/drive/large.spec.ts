import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { digestOf, writeLargeFile } from "../../support/content/large-file.ts";
import { DRIVE, textFile } from "../../support/pages/drive-screen.ts";
import { test } from "./fixtures.ts";

const MB = 1024 * 1024;

test("a file of 2 GB is uploaded and downloaded byte for byte", { tag: "@long" }, async ({
  drive,
  folder,
  page,
  workspace,
}) => {
  test.setTimeout(1_200_000);
  const file = join(folder, "voyage.mkv");
  const digest = await writeLargeFile(file, 2048 * MB);
  await workspace.open(DRIVE);
  await drive.choose([file]);
  const progress = drive.uploads.getByRole("progressbar", { name: "voyage.mkv" });
  await expect(progress).toBeVisible();
  // The drive stays usable in the meantime.
  await drive.newFolder("Meanwhile");
  await drive.choose([textFile("small.txt", "small")]);
  await expect(drive.item("small.txt")).toBeVisible();
  await expect(drive.item("voyage.mkv")).toContainText("2.00 GB", { timeout: 900_000 });
  await rm(file);

  const download = page.waitForEvent("download");
  await drive.command("voyage.mkv", "Download");
  expect(await digestOf(await (await download).path())).toBe(digest);
  await (await download).delete();
});

test("a folder beyond 64 MiB is downloaded as an archive that another program can read", {
  tag: "@long",
}, async ({ drive, folder, page, workspace }) => {
  test.setTimeout(600_000);
  // Without the system's save dialog the archive is written to a file in the browser's own storage.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showSaveFilePicker"));
  const trip = join(folder, "Trip");
  await mkdir(join(trip, "día 1"), { recursive: true });
  const digests: Record<string, string> = {};
  for (const [index, name] of ["film — 最終.mp4", "día 1/100% 🎉.bin", "día 1/a.bin"].entries()) {
    digests[`Trip/${name}`] = await writeLargeFile(join(trip, name), 30 * MB + index, index + 1);
  }
  await workspace.open(DRIVE);
  const chooser = page.waitForEvent("filechooser");
  await drive.button("Upload Folder").click();
  await (await chooser).setFiles(trip);
  await expect(drive.uploads).toContainText("3 uploaded", { timeout: 120_000 });

  const download = page.waitForEvent("download");
  await drive.command("Trip", "Download as zip");
  const archive = await download;
  expect(archive.suggestedFilename()).toBe("Trip.zip");
  expect(await readArchive(await archive.path())).toEqual(digests);
});

/** The files of an archive with their digests, as read by Python. */
async function readArchive(path: string): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)("python3", ["-c", PYTHON, path]);
  return JSON.parse(stdout);
}

const PYTHON = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
files = [entry for entry in archive.infolist() if not entry.is_dir()]
print(json.dumps({entry.filename: hashlib.sha256(archive.read(entry)).hexdigest() for entry in files}))
`;
