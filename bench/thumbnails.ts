import { type BrowserContext, chromium, devices, type Page } from "@playwright/test";
import sharp from "sharp";
import playwrightConfig from "../playwright.config.ts";
import { DriveScreen } from "../tests/support/pages/drive-screen.ts";
import { WorkspacePanel } from "../tests/support/pages/workspace-page.ts";
import { startBuiltSite } from "../tests/support/sites/built-site.ts";
import { median } from "./support/median.ts";

/**
 * 1. Does a folder of 10,000 thumbnails scroll as fast as one of 10,000 icons? Reference: the icons.
 * 2. How long does a phone (a processor 4 times slower, 390 pixels wide) take to make the thumbnails
 *    of 800 photos of 12 megapixels, and is it usable meanwhile? Reference: a frame of 16.7 ms.
 */
const FILES = 10_000;
const PHOTOS = 800;
const DISTINCT = 8;
const FRAMES = 360;
const ROUNDS = 5;
/** Of making thumbnails on a phone; what is made by then tells how long all take. */
const MOST_SECONDS = 150;

const site = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  // The measuring scripts are strings, which the page's CSP would block.
  const wide = { viewport: { width: 1440, height: 900 }, bypassCSP: true };
  const desktop = await openDrive(await browser.newContext({ baseURL: site.origin, ...wide }));
  await upload(desktop);
  await copyFiles(FILES, true);
  const measured = { thumbnails: [] as number[], icons: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // In turn, because other programs slow the machine down for a while.
    for (const shown of ["thumbnails", "icons"] as const) {
      const type = shown === "icons" ? null : "image/jpeg";
      await site.sql`update workspace_files set mimetype = ${type}`;
      await desktop.reload();
      await desktop.locator("[data-file]").nth(20).waitFor();
      measured[shown].push(await scrollFrames(desktop));
    }
  }
  const [thumbnails, icons] = [median(measured.thumbnails), median(measured.icons)];
  console.log(
    `frame of scrolling ${FILES} thumbnails: ${thumbnails.toFixed(1)} ms beside ${icons.toFixed(1)} ms of icons, ratio ${(thumbnails / icons).toFixed(2)} (${JSON.stringify(measured)})`,
  );

  await site.sql`update workspace_files set mimetype = 'image/jpeg'`;
  await copyFiles(PHOTOS, false);
  await makeOnPhone();
} finally {
  await browser.close();
  await site.stop();
}

/** Uploads photos as a camera makes them: detailed, 12 megapixels, about 4 MB. */
async function upload(page: Page): Promise<void> {
  const photos = [];
  for (let number = 0; number < DISTINCT; number += 1) {
    const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
    const buffer = await sharp({
      create: { width: 4000, height: 3000, channels: 3, background: "black", noise },
    })
      .blur(0.6)
      .jpeg({ quality: 88 })
      .toBuffer();
    photos.push({ name: `photo ${number}.jpg`, mimeType: "image/jpeg", buffer });
  }
  const mean = photos.reduce((sum, { buffer }) => sum + buffer.length, 0) / DISTINCT;
  console.log(`photos of ${(mean / 2 ** 20).toFixed(1)} MiB on average`);
  await new DriveScreen(page).choose(photos);
  await page.waitForFunction(`document.querySelectorAll("[data-file] img").length === ${DISTINCT}`);
  // Until the last one is named by its row.
  for (let named = 0; named < DISTINCT; ) {
    const [row] = await site.sql`select count(thumbnail_path)::int as named from workspace_files`;
    named = row?.named;
  }
  await site.sql`create table originals as select * from workspace_files`;
}

/** So many files; each has an object of its own for the same bytes as one of the uploaded ones. */
async function copyFiles(count: number, withThumbnails: boolean): Promise<void> {
  const { sql } = site;
  // The copies take no space, but count.
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

/** Scrolls at wheel speed, one step per frame. @returns the mean time between frames, ms. */
async function scrollFrames(page: Page): Promise<number> {
  const duration = await page.evaluate(`new Promise((resolve) => {
    let frames = 0;
    let start;
    scrollTo(0, 0);
    requestAnimationFrame(function step(now) {
      start ??= now;
      scrollBy(0, 120);
      frames += 1;
      if (frames <= ${FRAMES}) requestAnimationFrame(step);
      else resolve(now - start);
    });
  })`);
  return Number(duration) / FRAMES;
}

/** Scrolls on whenever every tile in view has its thumbnail. */
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
  const { seconds, frames, longest } = (await page.evaluate(`new Promise((resolve) => {
    const start = performance.now();
    const gaps = [];
    let last = start;
    requestAnimationFrame(function look(now) {
      gaps.push(now - last);
      last = now;
      const tiles = [...document.querySelectorAll("[data-file]")]
        .filter((tile) => tile.getBoundingClientRect().top < innerHeight);
      if (tiles.every((tile) => tile.querySelector("img"))) {
        const end = document.documentElement.scrollHeight - innerHeight;
        if (scrollY >= end - 2 || performance.now() - start > ${MOST_SECONDS * 1000}) {
          gaps.sort((one, other) => one - other);
          return resolve({
            seconds: (performance.now() - start) / 1000,
            frames: gaps[Math.floor(gaps.length * 0.95)],
            longest: gaps.at(-1),
          });
        }
        scrollBy(0, innerHeight / 2);
      }
      requestAnimationFrame(look);
    });
  })`)) as { seconds: number; frames: number; longest: number };
  const [row] = await site.sql`select count(thumbnail_path)::int as made from workspace_files`;
  const [size] = await site.sql`select avg((metadata ->> 'size')::int)::int as bytes
    from storage.objects join workspace_files on thumbnail_path = objects.name`;
  const memory = await session.send("Runtime.getHeapUsage");
  console.log(
    `${row?.made} of ${PHOTOS} thumbnails made on a phone in ${seconds.toFixed(0)} s, ${(seconds / row?.made).toFixed(2)} s each, of ${size?.bytes} bytes; frames meanwhile p95 ${frames.toFixed(1)} ms, longest ${longest.toFixed(0)} ms; JavaScript heap ${(memory.usedSize / 2 ** 20).toFixed(0)} MiB`,
  );
}
