import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { temporaryDataDir } from "../support/built-server.ts";
import { startBuiltSite } from "../support/built-site.ts";
import {
  contentOf,
  DriveScreen,
  emptyDrive,
  holdRequests,
  storedBlobs,
  storedTree,
} from "../support/pages/drive-screen.ts";
import { WorkspacePanel } from "../support/pages/workspace-page.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "workspace-files", sampleContent: "off" });

const path = "/workspace/files";
const PIECES = "**/storage/v1/upload/resumable/*";
const MB = 1024 * 1024;

let drive: DriveScreen;
let folder: string;

test.beforeEach(async ({ page, workspace, site }) => {
  drive = new DriveScreen(page);
  await workspace.account();
  await emptyDrive(site);
  folder = await mkdtemp(join(tmpdir(), "foyer-upload-"));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

test("a large upload goes on after a cut, and after a reload where it was", async ({
  page,
  workspace,
  site,
  watch,
}) => {
  const content = randomBytes(14 * MB);
  const file = join(folder, "film.mp4");
  await writeFile(file, content);
  await workspace.open(path);
  watch.expectProblem(/^failed: PATCH .* net::ERR_CONNECTION_FAILED/);
  watch.expectProblem(/^console error: Failed to load resource/);
  let cuts = 1;
  const held = holdRequests();
  const offsets: string[] = [];
  await page.route(PIECES, async (route) => {
    const request = route.request();
    if (request.method() !== "PATCH") return route.fallback();
    if (cuts-- > 0) return route.abort("connectionfailed");
    offsets.push(request.headers()["upload-offset"] ?? "");
    if (offsets.length === 2) return held.route(route);
    return route.fallback();
  });
  await drive.choose([file]);
  // The first piece came with the creation; the second after the cut; the third is held.
  await expect.poll(() => offsets, { timeout: 20_000 }).toEqual([String(6 * MB), String(12 * MB)]);
  await expect(drive.uploads.getByRole("progressbar", { name: "film.mp4" })).toBeVisible();
  watch.acceptDialog(/^$/);
  await page.reload();
  await expect(drive.upload("film.mp4")).toContainText("Choose the file again to go on.");
  held.release();
  await page.unroute(PIECES);

  const chooser = page.waitForEvent("filechooser");
  await drive.upload("film.mp4").getByRole("button", { name: "Choose file" }).click();
  await writeFile(join(folder, "other.mp4"), "other");
  await (await chooser).setFiles(join(folder, "other.mp4"));
  await expect(page.getByText("That is not the file this upload began with")).toBeVisible();
  const resumed: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") resumed.push(request.headers()["upload-offset"] ?? "");
  });
  const again = page.waitForEvent("filechooser");
  await drive.upload("film.mp4").getByRole("button", { name: "Choose file" }).click();
  await (await again).setFiles(file);
  await expect(drive.item("film.mp4")).toContainText("14.00 MB");
  expect(resumed).toEqual([String(12 * MB)]);
  const download = page.waitForEvent("download");
  await drive.command("film.mp4", "Download");
  expect(await contentOf(await download, "base64")).toBe(content.toString("base64"));
  expect(await storedTree(site)).toEqual(["film.mp4"]);
  expect(await storedBlobs(site)).toBe(1);
});

test("a large upload goes on after the server was started anew", { tag: "@long" }, async ({
  browser,
}) => {
  // Two servers start in here.
  test.slow();
  const dataDir = await temporaryDataDir();
  const content = randomBytes(14 * MB);
  await writeFile(join(folder, "film.mp4"), content);
  let own = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" }, { dataDir });
  const { port } = new URL(own.origin);
  const context = await browser.newContext({ baseURL: own.origin });
  try {
    const page = await context.newPage();
    drive = new DriveScreen(page);
    await new WorkspacePanel(page, own).open(path);
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
    await expect.poll(() => pieces, { timeout: 20_000 }).toEqual([String(6 * MB)]);
    await own.stop();
    held.release();
    own = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off", PORT: port }, { dataDir });
    await expect(drive.item("film.mp4")).toContainText("14.00 MB", { timeout: 30_000 });
    expect(pieces).not.toContain("0");
    const download = page.waitForEvent("download");
    await drive.command("film.mp4", "Download");
    expect(await contentOf(await download, "base64")).toBe(content.toString("base64"));
  } finally {
    await context.close();
    await own.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
