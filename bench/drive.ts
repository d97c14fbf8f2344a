import { type BrowserContext, chromium, type Page } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { WorkspacePanel } from "../tests/support/pages/workspace-page.ts";
import { type BuiltSite, startBuiltSite } from "../tests/support/sites/built-site.ts";
import { medianOf } from "./support/median.ts";

/**
 * Is a folder of 10,000 files as fast as a small one: opening, scrolling, selecting all, jumping to
 * the end, leaving and coming back? Measured in Chromium. References: the same folder with a
 * screenful of files, and a frame of 16.7 ms.
 */
const FILES = 10_000;
const FEW = 20;
const RUNS = 5;
const FRAMES = 180;
const FOCUS_MOVED = "document.activeElement?.dataset?.file !== window.before";
const ALL_SELECTED = `document.querySelectorAll('[aria-selected="false"][data-file]').length === 0`;

const site = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 1440, height: 900 },
    // The measuring scripts are strings, which the page's CSP would block.
    bypassCSP: true,
  });
  const page = await openDrive(context);
  const measured: Record<string, number[]> = {};
  for (const count of [FEW, FILES]) {
    await fill(site, count);
    for (const [what, value] of Object.entries(await measure(page))) {
      measured[what] = [...(measured[what] ?? []), value];
    }
  }
  for (const [what, [few = 0, many = 0]] of Object.entries(measured)) print(what, many, few);
} finally {
  await browser.close();
  await site.stop();
}

async function measure(page: Page): Promise<Record<string, number>> {
  const open = await medianOf(RUNS, async () => {
    await page.reload();
    const seen = await page.waitForFunction(
      `document.querySelectorAll("[data-file]").length > 10 && performance.now()`,
    );
    await nextFrame(page);
    return Number(await seen.jsonValue());
  });
  const frames = await scrollFrames(page);
  const elements = await page.locator("[data-file]").count();
  return {
    "open, to painted tiles, ms": open,
    "arrow key to focus, ms": await medianOf(RUNS, () =>
      keyToPaint(page, "ArrowRight", FOCUS_MOVED),
    ),
    "End to the last file in focus, ms": await medianOf(RUNS, async () => {
      await page.keyboard.press("Home");
      await nextFrame(page);
      return keyToPaint(page, "End", FOCUS_MOVED);
    }),
    "Ctrl+A to all selected, ms": await medianOf(RUNS, async () => {
      await page.keyboard.press("Escape");
      await nextFrame(page);
      return keyToPaint(page, "ControlOrMeta+a", ALL_SELECTED);
    }),
    "back into the folder, to painted tiles, ms": await medianOf(RUNS, () => comeBack(page)),
    "frame of scrolling, median, ms": frames.median,
    "frame of scrolling, p95, ms": frames.p95,
    "tiles in the document": elements,
  };
}

async function openDrive(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await new WorkspacePanel(page, site).open("/workspace/files");
  await page.getByText("This folder is empty").waitFor();
  return page;
}

async function fill({ sql }: BuiltSite, count: number): Promise<void> {
  await sql`delete from workspace_files`;
  await sql`insert into workspace_files (user_id, name, is_folder, storage_object_path, mimetype, size)
    select user_id, 'File ' || n || ' ' || md5(n::text) || '.txt', false,
      user_id || '/root/' || gen_random_uuid(),
      (array['image/tiff', 'application/pdf', 'text/plain', 'application/zip'])[n % 4 + 1], n * 7
    from workspace_users, generate_series(1, ${count}::int) n`;
  await sql`analyze workspace_files`;
}

/**
 * Measures from the key press to the frame that shows its effect. The list already has the focus.
 */
async function keyToPaint(page: Page, key: string, done: string): Promise<number> {
  await page.evaluate(`{
    if (!document.activeElement?.dataset?.file) {
      document.querySelector('[data-file][tabindex="0"]').focus();
    }
    window.before = document.activeElement.dataset.file;
    window.painted = new Promise((resolve) => {
      addEventListener("keydown", (event) => {
        if (event.key === "Control" || event.key === "Meta") return;
        const start = performance.now();
        requestAnimationFrame(function look() {
          if (${done}) setTimeout(() => resolve(performance.now() - start));
          else requestAnimationFrame(look);
        });
      }, { capture: true });
    });
    undefined; // Otherwise evaluate() would wait for the promise.
  }`);
  await page.keyboard.press(key);
  return Number(await page.evaluate("window.painted"));
}

/** Goes to the trash and back to a folder that was opened before. */
async function comeBack(page: Page): Promise<number> {
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("heading", { name: "The trash is empty" }).waitFor();
  return Number(
    await page.evaluate(`new Promise((resolve) => {
      const start = performance.now();
      document.querySelector('[aria-label="Breadcrumb"] a').click();
      requestAnimationFrame(function look() {
        if (document.querySelectorAll("[data-file]").length > 10) {
          setTimeout(() => resolve(performance.now() - start));
        } else requestAnimationFrame(look);
      });
    })`),
  );
}

/** Scrolls at wheel speed, one step per frame, and measures the time between frames. */
async function scrollFrames(page: Page): Promise<{ median: number; p95: number }> {
  const times = (await page.evaluate(`new Promise((resolve) => {
    const times = [];
    requestAnimationFrame(function step(now) {
      times.push(now);
      scrollBy(0, times.length % 120 < 60 ? 120 : -120);
      if (times.length <= ${FRAMES}) requestAnimationFrame(step);
      else resolve(times);
    });
  })`)) as number[];
  await page.evaluate("scrollTo(0, 0)");
  const gaps = times
    .slice(1)
    .map((time, index) => time - (times[index] ?? time))
    .sort((one, other) => one - other);
  const at = (share: number) => gaps[Math.floor((gaps.length - 1) * share)] ?? 0;
  return { median: at(0.5), p95: at(0.95) };
}

async function nextFrame(page: Page): Promise<void> {
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
}

function print(what: string, value: number, reference: number): void {
  const ratio = (value / reference).toFixed(2);
  console.log(`${what}: ${value.toFixed(1)} beside ${reference.toFixed(1)}, ratio ${ratio}`);
}
