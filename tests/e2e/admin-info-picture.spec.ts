import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import type { Sql } from "../../server/database/connect.ts";
import { axeViolations } from "../support/axe.ts";
import { test } from "./fixtures.ts";

test.use({ siteName: "admin-info-picture" });

const INFO = "/tradmin/portfolio/info";
const UPLOAD = "**/storage/v1/object/profile-pictures/public/*";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Crop Your Image" });
const saveOf = (page: Page) => page.getByRole("button", { name: "Save Image" });
const cropOf = (page: Page) =>
  page.getByRole("group", { name: /^Use the arrow keys to move the crop/ });

test("a picture is cropped, uploaded, stored and shown on the public page", async ({
  admin,
  page,
  site,
  landing,
}) => {
  await admin.open(INFO);
  await expect(page.getByText("A square of at least 400 × 400 pixels")).toBeVisible();
  await choose(page, await picture(1200, 800));
  await expect(dialogOf(page)).toBeVisible();
  await expect(page.getByText("Selected: 800 × 800 pixels.")).toBeVisible();

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

  // The next one replaces it, and the old file goes.
  await admin.page.goto(`/#${INFO}`);
  await choose(page, await picture(500, 500));
  await saveOf(page).click();
  await expect(dialogOf(page)).toBeHidden();
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(400);
  expect((await page.request.get(await stored(site.sql))).status()).toBe(200);
});

test("with the keyboard alone: cropped by 1, 10 and 100, and saved", async ({
  admin,
  page,
  site,
}) => {
  await admin.open(INFO);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose image" }).focus();
  await page.keyboard.press("Enter");
  // Left half black, right half white.
  await (await chooser).setFiles(file(await halves(400, 200), "halves.png"));
  await expect(dialogOf(page)).toBeVisible();
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

test("a small crop is told, not enlarged; Cancel stores nothing", async ({ admin, page, site }) => {
  const before = await stored(site.sql);
  await admin.open(INFO);
  await choose(page, await picture(300, 300));
  await expect(page.getByText(/^Selected: 270 × 270 pixels.*at least 400 × 400/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(dialogOf(page)).toBeHidden();
  expect(await stored(site.sql)).toBe(before);
});

test("a turned photo is cropped the way it is seen", async ({ admin, page, site }) => {
  // Stored lying: black on the left. Its note says to turn it, which puts black at the top.
  const lying = await sharp(await halves(600, 600))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  await admin.open(INFO);
  await choose(page, lying, "photo.jpg", "image/jpeg");
  await saveOf(page).click();
  await expect(dialogOf(page)).toBeHidden();
  const png = await (await page.request.get(await stored(site.sql))).body();
  const brightness = async (left: number, top: number) => {
    const part = await sharp(png).extract({ left, top, width: 20, height: 20 }).toBuffer();
    return (await sharp(part).stats()).channels[0]?.mean ?? 0;
  };
  expect(await brightness(500, 10)).toBeLessThan(30);
  expect(await brightness(10, 500)).toBeGreaterThan(225);
});

for (const [what, make, type, text] of [
  ["a text", () => Buffer.from("hello"), "text/plain", "is not a photo"],
  ["an SVG", () => Buffer.from("<svg/>"), "image/svg+xml", "is not a photo"],
  ["a damaged picture", () => Buffer.from("\x89PNG broken"), "image/png", "cannot be read"],
  ["a huge file", () => Buffer.alloc(26 * 1024 * 1024), "image/png", "at most 25 MB"],
  ["a huge picture", () => picture(10_000, 10_000), "image/png", "100 megapixels"],
] as const) {
  test(`${what} is refused plainly`, async ({ admin, page }) => {
    await admin.open(INFO);
    await choose(page, await make(), "chosen.bin", type);
    await expect(page.getByRole("alert")).toContainText(text);
    await expect(page.getByRole("alert")).toContainText("“chosen.bin”");
    await expect(dialogOf(page)).toBeHidden();
  });
}

test("a picture can be dropped", async ({ admin, page }) => {
  await admin.open(INFO);
  const bytes = [...(await picture(450, 450))];
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(list)], "dropped.png", { type: "image/png" }));
    return transfer;
  }, bytes);
  await page.getByText("Or drop one here.").dispatchEvent("drop", { dataTransfer: data });
  await expect(dialogOf(page)).toBeVisible();
});

test("an upload shows that it is under way and can be stopped", async ({ admin, page, site }) => {
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
  expect(await stored(site.sql)).toBe(before);
  await page.unrouteAll();
  await saveOf(page).click();
  await expect(dialogOf(page)).toBeHidden();
  expect(await stored(site.sql)).not.toBe(before);
});

test("a refused upload says why and can be tried again", async ({ admin, page, site, watch }) => {
  watch.expectProblem(/^answer: 500/);
  watch.expectProblem(/^console error: Failed to load resource/);
  const before = await stored(site.sql);
  await admin.open(INFO);
  await choose(page, await picture(600, 600));
  await page.route(UPLOAD, (route) =>
    route.fulfill({ status: 500, json: { message: "The disk is full." } }),
  );
  await saveOf(page).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to upload image: The disk is full.");
  expect(await stored(site.sql)).toBe(before);
  await page.unrouteAll();
  await saveOf(page).click();
  await expect(dialogOf(page)).toBeHidden();
});

test("an upload nobody can load is not made the profile picture", async ({
  admin,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^answer: 404/);
  watch.expectProblem(/^console error: Failed to load resource/);
  const before = await stored(site.sql);
  await admin.open(INFO);
  await choose(page, await picture(600, 600));
  await page.route("**/storage/v1/object/public/profile-pictures/public/*", (route) =>
    route.fulfill({ status: 404 }),
  );
  await saveOf(page).click();
  await expect(page.getByRole("alert").first()).toHaveText(
    "Could not get public URL for the uploaded image.",
  );
  expect(await stored(site.sql)).toBe(before);
});

test("a picture changed elsewhere meanwhile is not overwritten unasked", async ({
  admin,
  page,
  site,
  watch,
}) => {
  watch.expectProblem(/^answer: 409/);
  watch.expectProblem(/^console error: Failed to load resource/);
  await admin.open(INFO);
  await choose(page, await picture(600, 600));
  await site.sql`update public.personal_info set value = '/sample/profile-320.webp'
    where key = 'profilePictureUrl'`;
  await saveOf(page).click();
  await expect(page.getByRole("alert")).toContainText("The picture was changed elsewhere");
  expect(await stored(site.sql)).toBe("/sample/profile-320.webp");
  await saveOf(page).click();
  await expect(dialogOf(page)).toBeHidden();
  expect(await stored(site.sql)).toContain("/profile-pictures/public/");
});

test("the picture can be taken away", async ({ admin, page, site, watch }) => {
  await admin.open(INFO);
  watch.acceptDialog(/^Are you sure you want to remove the profile picture\?$/);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Remove" })).toBeHidden();
  expect(await stored(site.sql)).toBe("");
});

test("axe finds nothing, the crop dialog included", async ({ admin, page }) => {
  await admin.open(INFO);
  await expect(page.getByRole("textbox", { name: "Bio" })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await choose(page, await picture(600, 600));
  await expect(dialogOf(page)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

async function choose(page: Page, buffer: Buffer, name = "me.png", type = "image/png") {
  await page.getByRole("button", { name: "Choose image" }).waitFor();
  await page.locator('input[type="file"]').setInputFiles(file(buffer, name, type));
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
