import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import {
  contentOf,
  DRIVE,
  DriveScreen,
  keptOnDevice,
  storedBlobs,
  storedTree,
  textFile,
} from "../../support/pages/drive-screen.ts";
import { holdRequests } from "../../support/pages/held-requests.ts";
import { WorkspacePanel } from "../../support/pages/workspace-page.ts";
import { temporaryDataDir } from "../../support/sites/built-server.ts";
import { startBuiltSite } from "../../support/sites/built-site.ts";
import { nextAddress } from "../fixtures.ts";
import { test } from "./fixtures.ts";

const PIECES = "**/storage/v1/upload/resumable/*";
const MB = 1024 * 1024;

test("a large upload resumes after a disconnect, and automatically after a reload, on any screen", async ({
  drive,
  folder,
  page,
  context,
  workspace,
  site,
  watch,
}) => {
  const content = randomBytes(20 * MB);
  await writeFile(join(folder, "film.mp4"), content);
  await workspace.open(DRIVE);
  watch.expectProblem(/^failed: PATCH .* net::ERR_CONNECTION_FAILED/);
  watch.expectProblem(/^console error: Failed to load resource/);
  const pieces = await holdAt(page, 18 * MB, { cuts: 1 });
  await drive.choose([join(folder, "film.mp4")]);
  // The creation request contained the first chunk; the second, twice as large, followed the
  // disconnect, and the third is held.
  await expect.poll(() => pieces.offsets).toEqual([6 * MB, 18 * MB]);
  await workspace.sidebar.getByRole("link", { name: "My Notes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Notes");
  await expect(drive.uploads.getByRole("progressbar", { name: "film.mp4" })).toBeVisible();
  await expect(drive.uploads.getByRole("button", { name: "Cancel: film.mp4" })).toBeVisible();

  await expect.poll(() => keptOnDevice(page)).toEqual({ files: 1, uploads: 1 });
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect.poll(() => pieces.offsets).toEqual([6 * MB, 18 * MB, 18 * MB]);
  await expect(drive.uploads.getByRole("progressbar", { name: "All uploads" })).toBeVisible();
  await expect(drive.uploads.getByRole("progressbar", { name: "film.mp4" })).toBeVisible();
  // Another tab leaves the upload to this one.
  const other = await context.newPage();
  await workspace.keepSession(other);
  await other.goto(`/#${DRIVE}`);
  await expect(other.getByText("This folder is empty")).toBeVisible();
  await expect(new DriveScreen(other).uploads).toHaveCount(0);
  await other.close();
  pieces.release();
  await expect(drive.uploads).toContainText("1 uploaded");
  await expect.poll(() => keptOnDevice(page)).toEqual({ files: 0, uploads: 0 });
  await workspace.sidebar.getByRole("link", { name: "My Drive" }).click();
  await expect(drive.item("film.mp4")).toContainText("20.00 MB");
  const download = page.waitForEvent("download");
  await drive.command("film.mp4", "Download");
  expect(await contentOf(await download, "base64")).toBe(content.toString("base64"));
  expect(await storedTree(site)).toEqual(["film.mp4"]);
  expect(await storedBlobs(site)).toBe(1);
});

test("the file of an upload must be chosen again after a logout or without space on the device", {
  tag: "@long",
}, async ({ drive, folder, page, workspace, site, watch }) => {
  const file = join(folder, "film.mp4");
  await writeFile(file, randomBytes(20 * MB));
  await workspace.open(DRIVE);
  const pieces = await holdAt(page, 18 * MB);
  await drive.choose([file]);
  await expect.poll(() => pieces.offsets).toEqual([6 * MB, 18 * MB]);
  await expect.poll(() => keptOnDevice(page)).toEqual({ files: 1, uploads: 1 });
  watch.acceptDialog(/^Files are still being uploaded\. Log out and stop them\?$/);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL((url) => url.hash === "");
  expect(await keptOnDevice(page)).toEqual({ files: 0, uploads: 1 });

  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 20_000_000, usage: 0 });
  });
  await page.goto(`/#${DRIVE}`);
  await page.reload();
  await workspace.signInByForm();
  const chooseAgain = async (path: string) => {
    const chooser = page.waitForEvent("filechooser");
    await drive.upload("film.mp4").getByRole("button", { name: "Choose file" }).click();
    await (await chooser).setFiles(path);
  };
  await expect(drive.upload("film.mp4")).toContainText("Choose the file again to resume.");
  await chooseAgain(file);
  await expect.poll(() => pieces.offsets).toEqual([6 * MB, 18 * MB, 18 * MB]);
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(drive.upload("film.mp4")).toContainText("Choose the file again to resume.");
  expect(await keptOnDevice(page)).toEqual({ files: 0, uploads: 1 });
  pieces.release();

  await writeFile(join(folder, "other.mp4"), "other");
  await chooseAgain(join(folder, "other.mp4"));
  await expect(page.getByText("That is not the file this upload began with")).toBeVisible();
  await chooseAgain(file);
  await expect(drive.item("film.mp4")).toContainText("20.00 MB");
  expect(pieces.offsets.slice(2)).toEqual([18 * MB, 18 * MB]);
  expect(await storedTree(site)).toEqual(["film.mp4"]);
  expect(await keptOnDevice(page)).toEqual({ files: 0, uploads: 0 });
});

test("a large upload resumes after a server restart", { tag: "@long" }, async ({
  browser,
  folder,
}) => {
  // This test starts two servers.
  test.slow();
  const dataDir = await temporaryDataDir();
  const content = randomBytes(20 * MB);
  await writeFile(join(folder, "film.mp4"), content);
  let own = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" }, { dataDir });
  const { port } = new URL(own.origin);
  const context = await browser.newContext({ baseURL: own.origin });
  try {
    const page = await context.newPage();
    const drive = new DriveScreen(page);
    await new WorkspacePanel(page, own).open(DRIVE);
    await expect(page.getByText("This folder is empty")).toBeVisible();
    const held = holdRequests();
    const pieces: string[] = [];
    await page.route(PIECES, async (route) => {
      if (route.request().method() !== "PATCH") return route.fallback();
      pieces.push(route.request().headers()["upload-offset"] ?? "");
      if (pieces.length === 1) return held.route(route);
      return route.fallback();
    });
    await drive.choose([join(folder, "film.mp4")]);
    await expect.poll(() => pieces).toEqual([String(6 * MB)]);
    await own.stop();
    held.release();
    const anew = { FOYER_SAMPLE_CONTENT: "off", PORT: port, FOYER_DRIVE_QUOTA: "34MB" };
    own = await startBuiltSite(anew, { dataDir });
    await expect(drive.item("film.mp4")).toContainText("20.00 MB");
    expect(pieces).not.toContain("0");
    await page.reload();
    await expect(page.getByRole("meter", { name: "Storage used" })).toHaveAttribute(
      "aria-valuetext",
      "20.00 MB of 34.00 MB used",
    );
    await drive.choose([{ name: "more.bin", buffer: randomBytes(15 * MB) }]);
    await expect(drive.upload("more.bin")).toContainText("Not enough space");
    const download = page.waitForEvent("download");
    await drive.command("film.mp4", "Download");
    expect(await contentOf(await download, "base64")).toBe(content.toString("base64"));
  } finally {
    await context.close();
    await own.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("an upload whose last answer is lost keeps later changes of another device", {
  tag: "@long",
}, async ({ browser, drive, page, workspace, site, watch }) => {
  await workspace.open(DRIVE);
  const context = await browser.newContext({
    baseURL: site.origin,
    extraHTTPHeaders: { "x-forwarded-for": nextAddress() },
  });
  const elsewhere = new DriveScreen(await context.newPage());
  await new WorkspacePanel(elsewhere.page, site).open(DRIVE);
  watch.expectProblem(/^failed: (POST|PATCH) .* net::ERR_CONNECTION_FAILED/);
  watch.expectProblem(/^console error: Failed to load resource/);
  /** Loses the next response of this kind; before that, another device makes a change. */
  const loseAnswer = async (method: string, meanwhile: () => Promise<void>) => {
    let isLost = false;
    await page.route(/\/rest\/v1\/workspace_files\?/, async (route) => {
      if (isLost || route.request().method() !== method) return route.fallback();
      isLost = true;
      await route.fetch();
      await meanwhile();
      return route.abort("connectionfailed");
    });
  };

  await loseAnswer("POST", async () => {
    await elsewhere.command("a.txt", "Rename");
    await elsewhere.dialog.getByLabel("File Name").fill("b.txt");
    await elsewhere.dialog.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(elsewhere.dialog).toHaveCount(0);
  });
  await drive.choose([textFile("a.txt", "one")]);
  await expect(drive.uploads).toContainText("1 uploaded");
  expect(await storedTree(site)).toEqual(["b.txt"]);

  await loseAnswer("PATCH", async () => {
    await elsewhere.choose([textFile("b.txt", "three")]);
    await elsewhere.dialog.getByRole("button", { name: "Replace" }).click();
    await expect(elsewhere.uploads).toContainText("1 uploaded");
  });
  await drive.choose([textFile("b.txt", "two")]);
  await drive.dialog.getByRole("button", { name: "Replace" }).click();
  await expect(drive.uploads).toContainText("2 uploaded");
  const download = page.waitForEvent("download");
  await drive.command("b.txt", "Download");
  expect(await contentOf(await download)).toBe("three");
  await context.close();
});

/**
 * Holds the chunks that begin at this byte until released; the first `cuts` of them are aborted.
 */
async function holdAt(page: Page, byte: number, { cuts = 0 } = {}) {
  const held = holdRequests();
  const offsets: number[] = [];
  let left = cuts;
  await page.route(PIECES, async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    if (left-- > 0) return route.abort("connectionfailed");
    const offset = Number(route.request().headers()["upload-offset"]);
    offsets.push(offset);
    return offset === byte ? held.route(route) : route.fallback();
  });
  return { offsets, release: held.release };
}
