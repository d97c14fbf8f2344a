import { type BrowserContext, chromium, devices, type Page } from "@playwright/test";
import sharp from "sharp";
import playwrightConfig from "../playwright.config.ts";
import { DriveScreen } from "../tests/support/pages/drive-screen.ts";
import { WorkspacePanel } from "../tests/support/pages/workspace-page.ts";
import { startBuiltSite } from "../tests/support/sites/built-site.ts";
import { median } from "./support/median.ts";

/**
 * 1. Does a folder of 10,000 thumbnails scroll as fast as one of 10,000 icons, at wheel speed and
 * at reading speed? Reference: the icons. How many tiles come into view without their picture at
 * reading speed, and how long after fast scrolling are all in view shown? 2. How long does a phone
 * (a processor 4 times slower, 390 pixels wide) take to make the thumbnails of 800 photos of 12
 * megapixels, and does it stay responsive meanwhile? Reference: a frame of 16.7 ms.
 */
const FILES = 10_000;
const PHOTOS = 800;
const DISTINCT = 8;
const FRAMES = 360;
const ROUNDS = 5;
/** Pixels per frame. */
const SPEEDS = { wheel: 120, reading: 12 };
/** Time limit for making thumbnails on a phone; the total is estimated from those made by then. */
const MOST_SECONDS = 120;
const PROGRESS_SECONDS = 15;
/** Number of moments during a scroll at which tiles without a picture are counted. */
const SAMPLES = 6;

const EMPTY_IN_VIEW = `(() => [...document.querySelectorAll("[data-file]")].filter((tile) => {
  const { top, bottom } = tile.getBoundingClientRect();
  return bottom > 0 && top < innerHeight && !tile.querySelector("img")?.complete;
}).length)`;

const site = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  // The measuring scripts are strings, which the page's CSP would block.
  const wide = { viewport: { width: 1440, height: 900 }, bypassCSP: true };
  const desktop = await openDrive(await browser.newContext({ baseURL: site.origin, ...wide }));
  await upload(desktop);
  await copyFiles(FILES, true);
  for (const speed of ["wheel", "reading"] as const) await compareScrolling(desktop, speed);

  await site.sql`update workspace_files set mimetype = 'image/jpeg'`;
  await copyFiles(PHOTOS, false);
  await makeOnPhone();
} finally {
  await browser.close();
  await site.stop();
}

/** Uploads photos like those of a camera: detailed, 12 megapixels, about 2.5 MB. */
async function upload(page: Page): Promise<void> {
  const photos = [];
  for (let number = 0; number < DISTINCT; number += 1) {
    // Large shapes with fine noise, because a thumbnail of noise alone would be gray and tiny.
    const shapes = await noise(40, 30, 80)
      .resize(4000, 3000)
      .png({ compressionLevel: 0 })
      .toBuffer();
    const buffer = await noise(4000, 3000, 20)
      .composite([{ input: shapes, blend: "hard-light" }])
      .jpeg({ quality: 80 })
      .toBuffer();
    photos.push({ name: `photo ${number}.jpg`, mimeType: "image/jpeg", buffer });
  }
  const mean = photos.reduce((sum, { buffer }) => sum + buffer.length, 0) / DISTINCT;
  console.log(`photos of ${(mean / 2 ** 20).toFixed(1)} MiB on average`);
  await new DriveScreen(page).choose(photos);
  await page.waitForFunction(`document.querySelectorAll("[data-file] img").length === ${DISTINCT}`);
  // Repeats until a row names the last picture.
  for (let named = 0; named < DISTINCT; ) {
    const [row] = await site.sql`select count(thumbnail_path)::int as named from workspace_files`;
    named = row?.named;
  }
  await site.sql`create table originals as select * from workspace_files`;
}

function noise(width: number, height: number, sigma: number) {
  const gaussian = { type: "gaussian" as const, mean: 128, sigma };
  return sharp({ create: { width, height, channels: 3, background: "black", noise: gaussian } });
}

/** Copies this many files; each has its own object with the bytes of an uploaded one. */
async function copyFiles(count: number, withThumbnails: boolean): Promise<void> {
  const { sql } = site;
  // The copies take no disk space, but count toward the quota.
  await sql`insert into private.drive_limits (quota) values (${2 ** 50}) on conflict do nothing`;
  await sql`delete from workspace_files`;
  await sql`delete from private.pending_blobs`;
  const copies = sql`(select originals.*, n from originals
    join generate_series(1, ${count}::int) as numbers (n)
      on right(originals.name, 5) = n % ${DISTINCT} || '.jpg') as copies`;
  await sql`insert into workspace_files
      (user_id, name, storage_object_path, mimetype, size, thumbnail_path)
    select user_id, 'Photo ' || n || '.jpg', storage_object_path || n, mimetype, size,
      case when ${withThumbnails} then storage_object_path || n || '.webp' end
    from ${copies}`;
  await sql`insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
    select bucket_id,
      copies.storage_object_path || n || case when objects.name = thumbnail_path then '.webp' else '' end,
      owner, owner_id, version, metadata
    from ${copies} join storage.objects as objects
      on objects.name in (copies.storage_object_path, copies.thumbnail_path)
    on conflict do nothing`;
  await sql`analyze workspace_files`;
}

async function openDrive(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await new WorkspacePanel(page, site).open("/workspace/files");
  await page.getByRole("button", { name: "New Folder" }).waitFor();
  return page;
}

async function compareScrolling(page: Page, speed: keyof typeof SPEEDS): Promise<void> {
  const frames = { thumbnails: [] as number[], icons: [] as number[] };
  const late: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternates, because other programs may slow the machine down for a while.
    for (const shown of ["thumbnails", "icons"] as const) {
      const type = shown === "icons" ? null : "image/jpeg";
      await site.sql`update workspace_files set mimetype = ${type}`;
      await page.reload();
      await page.locator("[data-file]").nth(20).waitFor();
      if (shown === "thumbnails") await page.waitForFunction(`${EMPTY_IN_VIEW}() === 0`);
      const scrolled = await scroll(page, SPEEDS[speed], shown === "thumbnails");
      frames[shown].push(scrolled.frame);
      if (shown === "thumbnails") {
        late.push(scrolled.late);
        empty.push(scrolled.empty);
      }
    }
  }
  const [thumbnails, icons] = [median(frames.thumbnails), median(frames.icons)];
  console.log(
    `${speed} speed, frame of scrolling ${FILES} thumbnails: ${thumbnails.toFixed(1)} ms beside ${icons.toFixed(1)} ms of icons, ratio ${(thumbnails / icons).toFixed(2)}; tiles in view without a picture at ${SAMPLES} moments: ${median(empty)}; all shown ${median(late).toFixed(0)} ms after the end (${JSON.stringify(frames)})`,
  );
}

/**
 * Scrolls by this many pixels per frame.
 * @returns the mean time between frames (ms), tiles without a picture, summed over the samples, and
 * the time until all in view are shown (ms).
 */
function scroll(page: Page, pixels: number, pictured: boolean) {
  return page.evaluate(`new Promise((resolve) => {
    const emptyInView = ${EMPTY_IN_VIEW};
    let frames = 0;
    let start;
    let empty = 0;
    scrollTo(0, 0);
    requestAnimationFrame(function step(now) {
      start ??= now;
      scrollBy(0, ${pixels});
      frames += 1;
      if (${pictured} && frames % ${FRAMES / SAMPLES} === 0) empty += emptyInView();
      if (frames <= ${FRAMES}) return requestAnimationFrame(step);
      const frame = (now - start) / ${FRAMES};
      requestAnimationFrame(function look(later) {
        if (!${pictured} || emptyInView() === 0) resolve({ frame, empty, late: later - now });
        else requestAnimationFrame(look);
      });
    });
  })`) as Promise<{ frame: number; empty: number; late: number }>;
}

/** Scrolls on whenever all tiles in view have their thumbnails. */
async function makeOnPhone(): Promise<void> {
  const phone = await browser.newContext({
    ...devices["Pixel 7"],
    baseURL: site.origin,
    bypassCSP: true,
  });
  const page = await openDrive(phone);
  const session = await phone.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.reload();
  await page.locator("[data-file]").nth(4).waitFor();
  await page.evaluate(`(() => {
    const gaps = [];
    window.scrolled = { gaps, isAtEnd: false };
    let last = performance.now();
    let looked = last;
    requestAnimationFrame(function step(now) {
      gaps.push(now - last);
      last = now;
      requestAnimationFrame(step);
      // Looking at every frame would be what takes the time.
      if (now - looked < 250) return;
      looked = now;
      if (${EMPTY_IN_VIEW}() > 0) return;
      window.scrolled.isAtEnd = scrollY >= document.documentElement.scrollHeight - innerHeight - 2;
      scrollBy(0, innerHeight / 2);
    });
  })()`);
  const start = performance.now();
  const secondsSince = () => (performance.now() - start) / 1000;
  let made = 0;
  let isAtEnd = false;
  while (!isAtEnd && secondsSince() < MOST_SECONDS) {
    await page.waitForTimeout(PROGRESS_SECONDS * 1000);
    isAtEnd = await page.evaluate("window.scrolled.isAtEnd");
    const [row] = await site.sql`select count(thumbnail_path)::int as made from workspace_files`;
    made = row?.made;
    console.log(`${made} of ${PHOTOS} thumbnails made after ${secondsSince().toFixed(0)} s`);
  }
  const seconds = secondsSince();
  const gaps = (await page.evaluate("window.scrolled.gaps")) as number[];
  gaps.sort((one, other) => one - other);
  const [size] = await site.sql`select avg((metadata ->> 'size')::int)::int as bytes
    from storage.objects join workspace_files on thumbnail_path = objects.name`;
  const memory = await session.send("Runtime.getHeapUsage");
  console.log(
    `${made} of ${PHOTOS} thumbnails made on a phone in ${seconds.toFixed(0)} s, ${(seconds / made).toFixed(2)} s each, all in ${((seconds / made) * PHOTOS).toFixed(0)} s, of ${size?.bytes} bytes; frames meanwhile p95 ${gaps[Math.floor(gaps.length * 0.95)]?.toFixed(1)} ms, longest ${gaps.at(-1)?.toFixed(0)} ms; JavaScript heap ${(memory.usedSize / 2 ** 20).toFixed(0)} MiB`,
  );
}
