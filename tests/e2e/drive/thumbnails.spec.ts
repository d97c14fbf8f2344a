import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { axeViolationsInBothThemes } from "../../support/axe.ts";
import { DRIVE, type DriveScreen } from "../../support/pages/drive-screen.ts";
import type { BuiltSite } from "../../support/sites/built-site.ts";
import { test } from "./fixtures.ts";

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#804020" } });
const png = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });

/** The size in pixels of the picture in a file's tile. */
async function sizeIn(drive: DriveScreen, name: string): Promise<number[]> {
  const image = drive.item(name).locator("img");
  await expect(image).toBeVisible();
  return image.evaluate(async (img: HTMLImageElement) => {
    await img.decode();
    return [img.naturalWidth, img.naturalHeight];
  });
}

const stored = ({ sql }: BuiltSite) => sql<{ name: string; type: string; size: string }[]>`
  select files.name, objects.metadata ->> 'mimetype' as type, objects.metadata ->> 'size' as size
  from workspace_files as files join storage.objects as objects on objects.name = thumbnail_path
  order by files.name`;

const usedSpace = async (page: Page) =>
  Number(await page.getByRole("meter").getAttribute("aria-valuenow"));

test("an uploaded picture gets a thumbnail; a broken picture, or one too large to decode, gets an icon", async ({
  drive,
  page,
  workspace,
  site,
  watch,
}) => {
  const photo = await picture(1200, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  // 144 megapixels compressed to a few kilobytes.
  const bomb = await picture(12_000, 12_000).toColourspace("b-w").png({ palette: true }).toBuffer();
  await workspace.open(DRIVE);
  await drive.choose([
    { name: "photo.jpg", mimeType: "image/jpeg", buffer: photo },
    png("bomb.png", bomb),
    png("broken.png", Buffer.from("no picture at all")),
    png("small.png", await picture(40, 30).png().toBuffer()),
    // 50 megapixels, as in photos taken by phones.
    { name: "large.jpg", buffer: await picture(8160, 6144).jpeg().toBuffer() },
    // This file is recognized by its name.
    {
      name: "moving.apng",
      mimeType: "application/octet-stream",
      buffer: await picture(50, 20).png().toBuffer(),
    },
  ]);
  // A photo that is stored sideways is shown upright.
  expect(await sizeIn(drive, "photo.jpg")).toEqual([160, 320]);
  expect(await sizeIn(drive, "small.png")).toEqual([40, 30]);
  expect(await sizeIn(drive, "large.jpg")).toEqual([320, 241]);
  expect(await sizeIn(drive, "moving.apng")).toEqual([50, 20]);
  for (const name of ["bomb.png", "broken.png"]) {
    await expect(drive.item(name).locator("svg.size-9")).toBeVisible();
    await expect(drive.item(name).locator("img")).toHaveCount(0);
  }
  await expect.poll(() => stored(site)).toHaveLength(4);
  const thumbnails = await stored(site);
  expect(thumbnails.map(({ name, type }) => [name, type])).toEqual([
    ["large.jpg", "image/webp"],
    ["moving.apng", "image/webp"],
    ["photo.jpg", "image/webp"],
    ["small.png", "image/webp"],
  ]);
  expect(await axeViolationsInBothThemes(page)).toEqual([]);

  // A picture is shown whole, in a tile as in a row of the list.
  const photoIn = drive.item("photo.jpg").locator("img");
  await expect(photoIn).toHaveCSS("object-fit", "contain");
  await drive.button("List view").click();
  expect(await sizeIn(drive, "photo.jpg")).toEqual([160, 320]);
  await expect(photoIn).toHaveCSS("object-fit", "contain");
  expect((await photoIn.boundingBox())?.height).toBeLessThanOrEqual(48);
  await drive.button("Grid view").click();

  const [sum] = await site.sql`select sum((metadata ->> 'size')::int)::int as bytes
    from storage.objects where bucket_id = 'workspace-files'`;
  await page.reload();
  expect(await sizeIn(drive, "photo.jpg")).toEqual([160, 320]);
  await expect.poll(() => usedSpace(page)).toBe(sum?.bytes);

  await page.keyboard.press("Escape");
  await drive.item("photo.jpg").click();
  await page.keyboard.press("ControlOrMeta+a");
  watch.acceptDialog(/^Are you sure you want to delete 6 items/);
  await page.keyboard.press("Shift+Delete");
  await expect(page.getByText("This folder is empty")).toBeVisible();
  await expect
    .poll(() => site.sql`select from storage.objects where bucket_id = 'workspace-files'`)
    .toHaveLength(0);
});

test("a stored picture gets its thumbnail when its tile is first seen, unless data is saved", async ({
  drive,
  page,
  workspace,
  site,
}) => {
  await workspace.open(DRIVE);
  await drive.choose([
    png("a.png", await picture(800, 800).png().toBuffer()),
    png("b.png", await picture(90, 90).png().toBuffer()),
  ]);
  await expect.poll(() => stored(site)).toHaveLength(2);
  await site.sql`update workspace_files set thumbnail_path = null where name = 'a.png'`;
  const reads: string[] = [];
  page.on("request", (request) => {
    if (/object\/authenticated\/.*a\.png$/.test(request.url())) reads.push(request.url());
  });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", {
      value: { saveData: location.hash.includes("saving") },
    });
  });
  await page.goto(`/#${DRIVE}?saving`);
  await page.reload();
  // Pictures for the first tile are requested before those of the second.
  expect(await sizeIn(drive, "b.png")).toEqual([90, 90]);
  await expect(drive.item("a.png").locator("img")).toHaveCount(0);
  expect(reads).toEqual([]);

  await page.goto(`/#${DRIVE}`);
  await page.reload();
  expect(await sizeIn(drive, "a.png")).toEqual([320, 320]);
  await expect.poll(() => stored(site)).toHaveLength(2);
  expect(reads).toHaveLength(1);

  // Simulates a file that is too large to be read for a thumbnail.
  await site.sql`update workspace_files set thumbnail_path = null, size = ${50 * 2 ** 20 + 1}
    where name = 'a.png'`;
  await page.reload();
  expect(await sizeIn(drive, "b.png")).toEqual([90, 90]);
  await expect(drive.item("a.png").locator("img")).toHaveCount(0);
  expect(reads).toHaveLength(1);
});

test("results of the search show their thumbnails, as tiles and in the list", async ({
  drive,
  page,
  workspace,
}) => {
  await workspace.open(DRIVE);
  await drive.newFolder("Box");
  await drive.openFolder("Box");
  await drive.choose([png("found.png", await picture(90, 60).png().toBuffer())]);
  await expect(drive.item("found.png")).toBeVisible();
  await drive.crumbs.getByRole("link", { name: "My Drive" }).click();
  await page.getByLabel("Search files").fill("found");
  expect(await sizeIn(drive, "found.png")).toEqual([90, 60]);
  await drive.button("List view").click();
  expect(await sizeIn(drive, "found.png")).toEqual([90, 60]);
});

test("an open folder gets the thumbnails of received pictures that are not in view", async ({
  drive,
  page,
  workspace,
  site,
}) => {
  await workspace.open(DRIVE);
  await drive.choose([png("last.png", await picture(90, 60).png().toBuffer())]);
  await expect.poll(() => stored(site)).toHaveLength(1);
  // As a file that a visitor has sent, at the end of a long list.
  await site.sql`update workspace_files set thumbnail_path = null where name = 'last.png'`;
  await site.sql`insert into workspace_files (user_id, name, is_folder)
    select user_id, 'folder ' || number, true
    from workspace_files cross join generate_series(1, 200) as number where name = 'last.png'`;
  await page.reload();
  await expect(drive.item("folder 1")).toBeVisible();
  await expect.poll(() => stored(site)).toHaveLength(1);
  await expect(drive.item("last.png")).not.toBeInViewport();
});

test("a replaced picture gets a new thumbnail, and a video gets a poster", {
  tag: "@long",
}, async ({ drive, page, workspace, site }) => {
  await workspace.open(DRIVE);
  await drive.choose([png("a.png", await picture(300, 100).png().toBuffer())]);
  expect(await sizeIn(drive, "a.png")).toEqual([300, 100]);
  await expect.poll(() => stored(site)).toHaveLength(1);
  await drive.choose([png("a.png", await picture(100, 200).png().toBuffer())]);
  await drive.uploads.getByRole("button", { name: "Replace" }).click();
  await expect.poll(() => sizeIn(drive, "a.png")).toEqual([100, 200]);
  await expect.poll(() => stored(site)).toHaveLength(1);
  // The replaced content becomes a version; its thumbnail is deleted.
  await expect
    .poll(() => site.sql`select from storage.objects where bucket_id = 'workspace-files'`)
    .toHaveLength(3);

  const film = Buffer.from(await page.evaluate(recordFilm), "base64");
  await drive.choose([{ name: "film.webm", mimeType: "video/webm", buffer: film }]);
  expect(await sizeIn(drive, "film.webm")).toEqual([320, 160]);
  await expect.poll(() => stored(site)).toHaveLength(2);
  await site.sql`update workspace_files set thumbnail_path = null where name = 'film.webm'`;
  await page.reload();
  expect(await sizeIn(drive, "film.webm")).toEqual([320, 160]);
});

/** A short video of 640 by 320 pixels, in Base64. */
async function recordFilm(): Promise<string> {
  const canvas = document.createElement("canvas");
  canvas.width = 640;
  canvas.height = 320;
  const context = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: "video/webm" });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  for (let frame = 0; frame < 12; frame += 1) {
    if (context) {
      context.fillStyle = `hsl(${frame * 30} 80% 50%)`;
      context.fillRect(0, 0, 640, 320);
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
