import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import playwrightConfig from "../playwright.config.ts";
import { keepTakeout } from "../tests/support/content/keep-takeout.ts";
import { WorkspacePanel } from "../tests/support/pages/workspace-page.ts";
import { startBuiltSite } from "../tests/support/sites/built-site.ts";

/**
 * How long does importing 5,000 Google Keep notes with 500 pictures take, how much memory does the
 * browser need, and how long is the page blocked at a time? The import is canceled once, and its
 * page is closed once; afterwards, each note exists once. Then all notes are exported, deleted and
 * imported again. Reference: the same page with the file chosen, before it is read.
 */
const NOTES = 5000;
const PICTURES = 500;

const folder = await mkdtemp(join(tmpdir(), "foyer-import-"));
const site = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  const takeout = join(folder, "takeout.zip");
  const pictures = await Promise.all(
    Array.from({ length: PICTURES }, (_, index) => picture(index)),
  );
  const bytes = keepTakeout(
    { notes: NOTES, pictures: PICTURES },
    (index) => pictures[index] as Buffer,
  );
  await writeFile(takeout, bytes);
  console.log(`${NOTES} notes, ${PICTURES} pictures, ${(bytes.length / 2 ** 20).toFixed(1)} MB`);

  const context = await browser.newContext({ baseURL: site.origin, acceptDownloads: true });
  const first = await context.newPage();
  await new WorkspacePanel(first, site).open("/workspace");
  await openImport(first);
  const memory = await watchMemory(browser);

  await timed("read and reviewed", () => choose(first, takeout));
  await start(first);
  await first.getByText(/^[\d,]{3,} of/).waitFor();
  await first.getByRole("button", { name: "Cancel" }).click();
  await first.getByText("Canceled.").waitFor({ timeout: 60_000 });
  await report("after a cancel");

  await start(first);
  await first.getByText(/^[\d,]{3,} of/).waitFor();
  await first.close();
  await report("after the page was closed");

  const page = await context.newPage();
  await openImport(page);
  await choose(page, takeout);
  await timed("the rest imported", () => finish(page));
  await report("in the end");
  await page.getByRole("button", { name: "Import More" }).click();
  await choose(page, takeout);
  console.log(`repeated: ${await page.getByText(/already here/).textContent()}`);

  await site.sql`truncate workspace_notes, trashed_notes`;
  await openImport(page);
  await choose(page, takeout);
  await browser.startTracing(page, { categories: ["toplevel"] });
  await timed("all imported at once", () => finish(page));
  const longest = longestTask(await browser.stopTracing());
  console.log(`longest task while importing: ${longest} ms (at most 50)`);
  console.log(`memory of the page: ${memory.first} MB before, at most ${memory.most} MB`);

  const before = await digest();
  await page.goto("/#/workspace/notes?export");
  await page.getByLabel("Include the trash").check();
  const downloading = page.waitForEvent("download", { timeout: 600_000 });
  const path = await timed("exported", async () => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    return (await downloading).path();
  });
  console.log(`the export has ${((await readFile(path)).length / 2 ** 20).toFixed(1)} MB`);
  await site.sql`truncate workspace_notes, trashed_notes`;
  await openImport(page);
  await choose(page, path);
  await timed("the export imported", () => finish(page));
  console.log(`equal to what was exported: ${(await digest()) === before}`);
  memory.stop();
} finally {
  await browser.close();
  await site.stop();
  await rm(folder, { recursive: true });
}

/** A photograph-like picture of about 100 KB, different for each number. */
function picture(index: number): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: index % 256, sigma: 20 };
  return sharp({ create: { width: 480, height: 360, channels: 3, background: "teal", noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

async function openImport(page: Page) {
  // Navigating to the same URL would not reload the screen.
  await page.goto("about:blank");
  await page.goto("/#/workspace/notes?import");
  await page.getByRole("button", { name: "Choose Files" }).waitFor();
}

async function choose(page: Page, path: string) {
  await page.getByLabel("Files with notes").setInputFiles(path);
  await page.getByText(/already here/).waitFor({ timeout: 300_000 });
}

async function start(page: Page) {
  await page.getByRole("button", { name: /^Import [\d,]+ Notes?$/ }).click();
}

async function finish(page: Page) {
  await start(page);
  await page.getByText(/imported\.$/).waitFor({ timeout: 1_800_000 });
}

/** The longest task of the page's thread, in milliseconds of processor time. */
function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(String(trace)) as { traceEvents: TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith("RunTask") && threads.has(`${pid} ${tid}`),
  );
  return Math.round(tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur), 0) / 1000);
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** Duration on the processor in microseconds. */
  tdur?: number;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

async function report(when: string) {
  const [row] = await site.sql`select count(*)::int as notes, count(distinct id)::int as different
    from (select id from workspace_notes union all select id from trashed_notes) as notes`;
  console.log(`${when}: ${row?.notes} notes, ${row?.different} different`);
}

/** Digests of the files in an export, by name. */
async function digest(): Promise<string> {
  const [row] = await site.sql<{ digest: string }[]>`
    select md5(string_agg(note::text, '|' order by note.id)) as digest from (
      select id, title, content, color, is_pinned, is_archived, labels, remind_at, updated_at
      from workspace_notes
      union all
      select id, title, content, color, is_pinned, is_archived, labels, remind_at, updated_at
      from trashed_notes
    ) as note`;
  return row?.digest ?? "";
}

/** Samples the memory of the browser's pages, workers included. */
async function watchMemory(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const read = async () => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const sizes = processInfo
      .filter(({ type }) => type === "renderer")
      .map(async ({ id }) => {
        const status = await readFile(`/proc/${id}/status`, "utf8").catch(() => "");
        return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
      });
    return Math.round(Math.max(0, ...(await Promise.all(sizes))));
  };
  const watched = { first: await read(), most: 0, stop: () => clearInterval(timer) };
  const timer = setInterval(async () => {
    watched.most = Math.max(watched.most, await read().catch(() => 0));
  }, 200);
  return watched;
}
