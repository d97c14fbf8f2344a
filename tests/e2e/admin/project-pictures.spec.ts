import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { axeViolations } from "../../support/axe.ts";
import { EntriesScreen } from "../../support/pages/entries-screen.ts";
import { failRequests } from "../../support/pages/failed-requests.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "admin" });

const PATH = "/tradmin/portfolio/projects";
const UPLOAD = "**/storage/v1/object/profile-pictures/projects/*";

test.beforeEach(async ({ site }) => {
  await site.sql`delete from public.projects where name like 'Test %'`;
  await site.sql`delete from storage.objects where name like 'projects/%'`;
});

const cropOf = (page: Page) => page.getByRole("dialog", { name: "Crop Picture" });

async function addProject(page: Page): Promise<EntriesScreen> {
  const screen = new EntriesScreen(page);
  await page.getByRole("button", { name: "Add Project" }).click();
  await screen.fill({ Name: "Test Otter", "Live Link": "mailto:otter@example.org" });
  return screen;
}

test("a picture is cropped in a chosen shape, described, uploaded and shown on the page in the fitting size", async ({
  admin,
  page,
  site,
  browser,
  watch,
}) => {
  await admin.open(PATH);
  const screen = await addProject(page);
  await page.getByLabel("Image file").setInputFiles(file(await photo()));
  // The photo is stored sideways.
  await expect(cropOf(page).getByText("Stored with 1600 × 1000 pixels.")).toBeVisible();
  await cropOf(page).getByLabel("Shape").selectOption("16:9");
  await expect(cropOf(page).getByText("Stored with 1600 × 900 pixels.")).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  // When an upload is canceled or fails, the typed text and the crop are kept.
  const use = page.getByRole("button", { name: "Use Picture" });
  await page.route(UPLOAD, () => {});
  await use.click();
  await expect(page.getByRole("progressbar", { name: "Upload" })).toBeVisible();
  await expect(use).toBeDisabled();
  await cropOf(page).getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("progressbar")).toBeHidden();
  await page.unrouteAll();
  watch.expectStatus(500);
  await page.route(UPLOAD, failRequests("The disk is full."));
  await use.click();
  await expect(page.getByRole("alert")).toHaveText("Failed to upload image: The disk is full.");
  await page.unrouteAll();
  await use.click();
  await expect(cropOf(page)).toBeHidden();

  await expect(screen.field("Picture")).toHaveValue(
    /^\/storage\/v1\/object\/public\/profile-pictures\/projects\/[0-9a-f]{32}-1600x900-avif-800\.webp$/,
  );
  await expect(screen.field("Name")).toHaveValue("Test Otter");
  await screen.fill({ "Picture description": "An otter on a raft" });
  await screen.save();
  await expect(screen.row("Test Otter").locator("img")).toHaveAttribute("src", /800\.webp$/);
  const stored = await site.sql<{ name: string }[]>`
    select name from storage.objects where name like 'projects/%' order by name`;
  const files = stored.map(({ name }) => name.replace(/^projects\/[0-9a-z]+-/, ""));
  expect(files).toEqual(
    ["1600", "400", "800"].flatMap((width) =>
      ["avif", "webp"].map((format) => `1600x900-avif-${width}.${format}`),
    ),
  );
  const [webp] = stored.filter(({ name }) => name.endsWith("-1600.webp"));
  const answer = await page.request.get(`/storage/v1/object/public/profile-pictures/${webp?.name}`);
  expect(answer.headers()["cache-control"]).toContain("max-age=31536000");
  const bytes = await answer.body();
  expect(bytes.includes("Exif"), "metadata").toBe(false);
  expect(await brightness(bytes, 20), "the top of the upright photo").toBeLessThan(40);
  expect(await brightness(bytes, 860)).toBeGreaterThan(215);

  for (const [width, deviceScaleFactor, chosen] of [
    [390, 1, 400],
    [390, 3, 1600],
    [1440, 2, 800],
  ] as const) {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      deviceScaleFactor,
      baseURL: site.origin,
    });
    const visitor = await context.newPage();
    await visitor.goto("/#projects");
    const picture = visitor.getByRole("img", { name: "An otter on a raft" });
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(new RegExp(`-${chosen}\\.avif$`));
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expect(picture).toHaveAttribute("width", "1600");
    await expect(picture).toHaveAttribute("height", "900");
    await expect(picture).toHaveAttribute("loading", "lazy");
    await context.close();
  }

  // Simulates that nothing has used the picture for more than a week.
  await site.sql`delete from public.projects where name = 'Test Otter'`;
  await site.sql`delete from public.content_history where entry ->> 'name' = 'Test Otter'`;
  await site.sql`update storage.objects set created_at = now() - interval '8 days'
    where name like 'projects/%'`;
  await page.reload();
  await expect
    .poll(() => site.sql`select from storage.objects where name like 'projects/%'`)
    .toHaveLength(0);
});

test("a picture is pasted or dropped, an unusable one refused, and a drop outside of the field ignored", {
  tag: "@long",
}, async ({ admin, page }) => {
  await admin.open(PATH);
  const screen = await addProject(page);
  const still = await sharp({ create: { width: 500, height: 500, channels: 3, background: "red" } })
    .gif()
    .toBuffer();
  await give(page, "paste", 'input[name="name"]', still, "still.gif", "image/gif");
  await expect(
    cropOf(page).getByText(/^Stored with 500 × 313 pixels.*will look blurred/),
  ).toBeVisible();
  await expect(cropOf(page).getByText("Only the first frame")).toBeHidden();
  await cropOf(page).getByRole("button", { name: "Cancel" }).click();
  await expect(screen.field("Name"), "the picture took nothing of the text").toHaveValue(
    "Test Otter",
  );

  const frames = [0, 1].map((red) => Buffer.alloc(3 * 900 * 900, red * 200));
  const moving = await sharp(Buffer.concat(frames), {
    raw: { width: 900, height: 1800, channels: 3, pageHeight: 900 },
  })
    .gif({ delay: [100, 100] })
    .toBuffer();
  const zone = 'p:text("Or drop or paste one here.")';
  await give(page, "drop", zone, moving, "moving.gif", "image/gif");
  await expect(
    cropOf(page).getByText("Only the first frame of the animation is used."),
  ).toBeVisible();
  await cropOf(page).getByLabel("Shape").selectOption("Free");
  await expect(cropOf(page).getByText("Stored with 900 × 900 pixels.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cropOf(page)).toBeHidden();

  await give(page, "drop", zone, Buffer.from("<svg/>"), "a.svg", "image/svg+xml");
  await expect(page.getByRole("alert")).toContainText("“a.svg” is not a photo");
  const kept = await give(page, "drop", 'input[name="name"]', still, "still.gif", "image/gif");
  expect(kept, "the browser does not open the file").toBe(false);
  await expect(cropOf(page)).toBeHidden();
  await expect(screen.field("Live Link")).toHaveValue("mailto:otter@example.org");
});

function file(buffer: Buffer) {
  return { name: "otter.jpg", mimeType: "image/jpeg", buffer };
}

/** A photo of 2000 by 1250 pixels; once its EXIF orientation is applied, the top is dark. */
async function photo(): Promise<Buffer> {
  const half = { width: 625, height: 2000, channels: 3 as const };
  const light = await sharp({ create: { ...half, background: "white" } })
    .png()
    .toBuffer();
  return sharp({ create: { ...half, width: 1250, background: "black" } })
    .composite([{ input: light, left: 625, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

async function brightness(picture: Buffer, top: number): Promise<number> {
  const part = await sharp(picture).extract({ left: 800, top, width: 20, height: 20 }).toBuffer();
  return (await sharp(part).stats()).channels[0]?.mean ?? 0;
}

/**
 * Pastes or drops a file.
 * @returns whether the browser would perform its default action.
 */
async function give(
  page: Page,
  kind: "paste" | "drop",
  selector: string,
  content: Buffer,
  name: string,
  type: string,
): Promise<boolean> {
  return page.locator(`dialog ${selector}`).evaluate(
    (target, { kind, list, name, type }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(list)], name, { type }));
      const init = { bubbles: true, cancelable: true };
      const event =
        kind === "paste"
          ? new ClipboardEvent(kind, { ...init, clipboardData: data })
          : new DragEvent(kind, { ...init, dataTransfer: data });
      return target.dispatchEvent(event);
    },
    { kind, list: [...content], name, type },
  );
}
