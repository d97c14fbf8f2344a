import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import type { Sql } from "../../../server/database/connect.ts";
import { axeViolations } from "../../support/axe.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { INFO } from "../../support/pages/general-info.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

const UPLOAD = "**/storage/v1/object/profile-pictures/public/*";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Crop Your Image" });
const chooserOf = (page: Page) =>
  page.getByRole("region", { name: "Profile picture" }).locator('input[type="file"]');
const saveOf = (page: Page) => page.getByRole("button", { name: "Save Image" });
const cropOf = (page: Page) =>
  page.getByRole("group", { name: /^Use the arrow keys to move the crop/ });

test("a picture is cropped, uploaded, shown on the public page, replaced and removed", async ({
  admin,
  page,
  site,
  landing,
  watch,
}) => {
  await admin.open(INFO);
  await expect(page.getByText("A square of at least 400 × 400 pixels")).toBeVisible();
  await choose(page, await picture(1200, 800));
  await expect(dialogOf(page)).toBeVisible();
  await expect(page.getByText("Selected: 800 × 800 pixels.")).toBeVisible();
  const places = page.getByRole("list", { name: "What each place will show" });
  await expect(places.getByRole("listitem")).toHaveText([
    ...["About", "First screen", "On phones", "Link preview"],
  ]);

  const request = page.waitForRequest((one) => one.url().includes("/object/profile-pictures/"));
  await saveOf(page).click();
  const upload = await request;
  expect(upload.method()).toBe("POST");
  expect(upload.headers()["x-upsert"]).toBe("true");
  expect(new URL(upload.url()).pathname).toMatch(
    /^\/storage\/v1\/object\/profile-pictures\/public\/\d{13}\.png$/,
  );
  await expect(dialogOf(page)).toBeHidden();
  const address = await stored(site.sql);
  expect(address).toMatch(/^\/storage\/v1\/object\/public\/profile-pictures\/public\/\d+\.png$/);
  const answer = await page.request.get(address);
  expect(answer.headers()["cache-control"]).toContain("max-age=3600");
  expect(await sharp(await answer.body()).metadata()).toMatchObject({
    format: "png",
    width: 800,
    height: 800,
  });
  await expect(page.getByRole("img", { name: /^Portrait of/ })).toHaveAttribute("src", address);
  await landing.open();
  await expect(landing.section("About").getByRole("img")).toHaveAttribute("src", address);

  // The next picture replaces it, cropped as shown, and the old file is deleted.
  await page.goto(`/#${INFO}`);
  await choose(page, await turnedPhoto(), "photo.jpg", "image/jpeg");
  await saveOf(page).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(400);
  const png = await (await page.request.get(await stored(site.sql))).body();
  expect(await brightness(png, 500, 10)).toBeLessThan(30);
  expect(await brightness(png, 10, 500)).toBeGreaterThan(225);

  watch.acceptDialog(/^Are you sure you want to remove the profile picture\?$/);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Remove" })).toBeHidden();
  expect(await stored(site.sql)).toBe("");
});

test("the first screen has a separate crop, which is removed with its picture", {
  tag: "@long",
}, async ({ admin, page, site, landing, watch }) => {
  await admin.open(INFO);
  await choose(page, await halves(1400, 800));
  const shape = page.getByRole("combobox", { name: "Shape" });
  await shape.selectOption("4:5, for the first screen");
  await expect(page.getByText("Selected: 640 × 800 pixels.")).toBeVisible();
  // Moves the crop to the white half; the square stays in the middle.
  await cropOf(page).focus();
  for (let press = 0; press < 12; press += 1) await page.keyboard.press("Control+ArrowRight");
  await shape.selectOption("Square");
  await expect(page.getByText("Selected: 800 × 800 pixels.")).toBeVisible();
  await shape.selectOption("4:5, for the first screen");
  watch.expectStatus(500);
  await page.route(`${UPLOAD}-square.png`, failRequests("The disk is full."));
  await saveOf(page).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to upload image: The disk is full.");
  await page.unrouteAll();
  await expect.poll(() => tallFiles(site.sql)).toBe(0);
  await saveOf(page).click();
  await expect(dialogOf(page)).toBeHidden();
  const square = await stored(site.sql);
  expect(square).toMatch(/\/public\/\d+-square\.png$/);
  const tall = square.replace("-square", "-tall");
  const picture = sharp(await (await page.request.get(tall)).body());
  expect(await picture.metadata()).toMatchObject({ width: 640, height: 800 });
  expect((await picture.stats()).channels[0]?.mean).toBeGreaterThan(250);

  await landing.open();
  const shown = () =>
    landing.hero.getByRole("img").evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(await shown()).toMatch(tall);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(shown).toMatch(square);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto(`/#${INFO}`);
  watch.acceptDialog(/^Are you sure you want to remove the profile picture\?$/);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Remove" })).toBeHidden();
  for (const address of [square, tall]) {
    await expect.poll(async () => (await page.request.get(address)).status()).toBe(400);
  }
});

test("the arrow keys crop by 1, 10 and 100, and the crop is saved by keyboard alone", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  await admin.open(INFO);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose image" }).focus();
  await page.keyboard.press("Enter");
  // A picture whose left half is black and right half is white.
  await (await chooser).setFiles(file(await halves(400, 200), "halves.png"));
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("combobox", { name: "Shape" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(cropOf(page)).toBeFocused();
  const left = () => cropOf(page).evaluate((area) => Math.round(area.getBoundingClientRect().left));
  const start = await left();
  await page.keyboard.press("ArrowLeft");
  expect(await left()).toBe(start - 1);
  await page.keyboard.press("Shift+ArrowLeft");
  expect(await left()).toBe(start - 11);
  await page.keyboard.press("Control+ArrowRight");
  expect(await left()).toBe(start + 89);
  await page.keyboard.press("Control+ArrowRight");
  while (!(await saveOf(page).evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(dialogOf(page)).toBeHidden();
  const answer = await page.request.get(await stored(site.sql));
  const { channels } = await sharp(await answer.body()).stats();
  expect(channels[0]?.mean, "what is left is the white half").toBeGreaterThan(250);
});

test("unusable picture files are refused with a reason, a small picture gets a warning, and axe finds nothing", {
  tag: "@long",
}, async ({ admin, page, site }) => {
  const before = await stored(site.sql);
  const folder = await mkdtemp(join(tmpdir(), "foyer-picture-"));
  const huge = join(folder, "chosen.png");
  await writeFile(huge, "");
  await truncate(huge, 26 * 1024 * 1024);
  await admin.open(INFO);
  await expect(page.getByRole("textbox", { name: "Bio" })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  for (const [given, text] of [
    [file(Buffer.from("hello"), "a.txt", "text/plain"), "“a.txt” is not a photo"],
    [file(Buffer.from("<svg/>"), "a.svg", "image/svg+xml"), "“a.svg” is not a photo"],
    [file(Buffer.from("\x89PNG broken"), "a.png"), "“a.png” cannot be read"],
    // The file is passed by its path, because sending so many bytes to the browser takes long.
    [huge, "Please choose a file of at most 25 MB."],
    [file(plainPng(10_000, 10_000), "wide.png"), "“wide.png” is 100 megapixels."],
  ] as const) {
    await chooserOf(page).setInputFiles(given);
    await expect(page.getByRole("alert")).toContainText(text);
    await expect(dialogOf(page)).toBeHidden();
  }
  await rm(folder, { recursive: true });

  await drop(page, await picture(300, 300));
  await expect(dialogOf(page)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText(/^Selected: 270 × 270 pixels.*at least 400 × 400/)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(dialogOf(page)).toBeHidden();
  expect(await stored(site.sql)).toBe(before);
});

test("an upload that is stopped, refused, unreadable or superseded can be retried", {
  tag: "@long",
}, async ({ admin, page, site, watch }) => {
  const before = await stored(site.sql);
  await admin.open(INFO);
  await choose(page, await picture(600, 600));
  await page.route(UPLOAD, () => {});
  await saveOf(page).click();
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  await expect(saveOf(page)).toBeDisabled();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("progressbar")).toBeHidden();
  await expect(dialogOf(page), "the crop is still there").toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
  await page.unrouteAll();

  watch.expectStatus(500);
  await page.route(UPLOAD, failRequests("The disk is full."));
  await saveOf(page).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to upload image: The disk is full.");
  await page.unrouteAll();

  watch.expectStatus(404);
  await page.route("**/storage/v1/object/public/profile-pictures/public/*", (route) =>
    route.fulfill({ status: 404 }),
  );
  await saveOf(page).click();
  await expect(page.getByRole("alert").first()).toHaveText(
    "Could not get public URL for the uploaded image.",
  );
  expect(await stored(site.sql), "none of these changed anything").toBe(before);
  await page.unrouteAll();

  watch.expectStatus(409);
  await site.sql`insert into public.personal_info (key, value)
    values ('profilePictureUrl', '/sample/profile-320.webp')
    on conflict (key) do update set value = excluded.value, revision = personal_info.revision`;
  await saveOf(page).click();
  await expect(page.getByRole("alert")).toContainText("The picture was changed in the meantime");
  expect(await stored(site.sql)).toBe("/sample/profile-320.webp");
  await saveOf(page).click();
  await expect(dialogOf(page)).toBeHidden();
  expect(await stored(site.sql)).toContain("/profile-pictures/public/");
});

async function choose(page: Page, buffer: Buffer, name = "me.png", type = "image/png") {
  await page.getByRole("button", { name: "Choose image" }).waitFor();
  await chooserOf(page).setInputFiles(file(buffer, name, type));
}

function file(buffer: Buffer, name: string, mimeType = "image/png") {
  return { name, mimeType, buffer };
}

function picture(width: number, height: number): Promise<Buffer> {
  const background = { r: 40, g: 120, b: 140 };
  return sharp({
    create: { width, height, channels: 3, background },
    limitInputPixels: false,
  })
    .png()
    .toBuffer();
}

async function halves(width: number, height: number): Promise<Buffer> {
  const half = { width: width / 2, height, channels: 3 as const };
  const white = await sharp({ create: { ...half, background: "white" } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: "black" } })
    .composite([{ input: white, left: width / 2, top: 0 }])
    .png()
    .toBuffer();
}

async function stored(sql: Sql): Promise<string> {
  const [row] = await sql<{ value: string }[]>`
    select value from public.personal_info where key = 'profilePictureUrl'`;
  return row?.value ?? "";
}

async function tallFiles(sql: Sql): Promise<number> {
  const found = await sql`select from storage.objects where name like 'public/%-tall.png'`;
  return found.length;
}

/**
 * A picture stored sideways, black on the left; its EXIF orientation rotates it so that black is on
 * top.
 */
async function turnedPhoto(): Promise<Buffer> {
  return sharp(await halves(600, 600))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

async function brightness(png: Buffer, left: number, top: number): Promise<number> {
  const part = await sharp(png).extract({ left, top, width: 20, height: 20 }).toBuffer();
  return (await sharp(part).stats()).channels[0]?.mean ?? 0;
}

/** Returns a black picture of any size with one bit per pixel; fast, because no pixel is drawn. */
function plainPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND")];
  return Buffer.concat([signature, ...parts]);
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const part = Buffer.alloc(data.length + 12);
  part.writeUInt32BE(data.length, 0);
  part.write(name, 4, "latin1");
  data.copy(part, 8);
  part.writeUInt32BE(crc32(part.subarray(4, -4)), part.length - 4);
  return part;
}

async function drop(page: Page, buffer: Buffer): Promise<void> {
  const data = await page.evaluateHandle(
    (list) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(list)], "dropped.png", { type: "image/png" }));
      return transfer;
    },
    [...buffer],
  );
  await page.getByText("Or drop one here.").dispatchEvent("drop", { dataTransfer: data });
}
