/**
 * How fast does the drive take files from Chromium, and give them back? One file of 1 GB and 1,000
 * small files, each beside the same browser sending them to nginx (PUT, six at a time), which
 * neither checks, counts nor syncs them. The two alternate in one run.
 * Prints seconds, the median ratios, the requests, and the processor time of Foyer's server and of
 * its PostgreSQL. Without nginx, only Foyer's own figures.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page, type Request } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { WorkspacePanel } from "../tests/support/pages/workspace-page.ts";
import { startBuiltSite } from "../tests/support/sites/built-site.ts";
import { median } from "./support/median.ts";
import { type Nginx, startNginx } from "./support/nginx.ts";

const LARGE_BYTES = 1_000_000_000;
const FILES = 1000;
const SMALL_BYTES = 2000;
const RUNS = 3;
/** Ticks of processor time in a second, on Linux. */
const TICKS = 100;

const folder = await mkdtemp(join(tmpdir(), "foyer-bench-"));
const site = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" });
const nginx = await startNginx('<input type="file" multiple><p></p>');
if (!nginx) console.log("nginx is not installed, so there is nothing to compare with.");
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  const context = await browser.newContext({ baseURL: site.origin, bypassCSP: true });
  const drive = await openDrive(context);
  const peer = nginx && (await openPeer(context, nginx));
  const large = await writeLarge();
  const small = await writeSmall();
  await site.sql`update storage.buckets set file_size_limit = null where id = 'workspace-files'`;
  await compare("1 GB", () => upload(drive, [large]), peer && (() => put(peer, [large])));
  const own = await signedUrl(drive);
  const other = nginx && `${nginx.origin}/${large.split("/").at(-1)}`;
  await compare(
    "1 GB down",
    () => download(drive, own),
    peer && other ? () => download(peer, other) : null,
  );
  await compare(`${FILES} files`, () => upload(drive, small), peer && (() => put(peer, small)));
} finally {
  await browser.close();
  await nginx?.stop();
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Runs both in turn and prints their times and the median of their ratios. */
async function compare(
  name: string,
  foyer: () => Promise<number>,
  peer: (() => Promise<number>) | null,
): Promise<void> {
  const ratios: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const before = await processorSeconds();
    const seconds = await foyer();
    const after = await processorSeconds();
    const beside = await peer?.();
    if (beside) ratios.push(seconds / beside);
    const [server, postgres] = [after.server - before.server, after.postgres - before.postgres];
    console.log(
      `${name}: ${seconds.toFixed(1)} s${beside ? ` beside ${beside.toFixed(1)}` : ""};`,
      `processor ${server.toFixed(2)} s of the server, ${postgres.toFixed(2)} of PostgreSQL`,
    );
  }
  if (ratios.length > 0) console.log(`${name}: ${median(ratios).toFixed(2)} × nginx (median)`);
}

/** Uploads to an empty drive until the panel says that all files are there. */
async function upload(page: Page, paths: string[]): Promise<number> {
  await site.sql`delete from workspace_files`;
  await page.reload();
  await page.getByText("This folder is empty").waitFor();
  const requests = new Map<string, number>();
  const count = (request: Request) => {
    const path = new URL(request.url()).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}.*/, "…");
    const name = `${request.method()} ${path}`;
    requests.set(name, (requests.get(name) ?? 0) + 1);
  };
  page.on("request", count);
  await page.locator('input[type="file"]:not([webkitdirectory])').first().setInputFiles(paths);
  const done = `${paths.length.toLocaleString("en")} uploaded`;
  await page.getByRole("heading", { name: done }).waitFor({ timeout: 300_000 });
  const seconds = await secondsSinceChoice(page);
  page.off("request", count);
  console.log("  requests:", [...requests].map(([name, times]) => `${times} ${name}`).join(", "));
  return seconds;
}

/** Sends files to nginx from a page without anything else, six at a time like a browser's limit. */
async function put(page: Page, paths: string[]): Promise<number> {
  await page.reload();
  await page.evaluate(`
    document.querySelector("input").onchange = async ({ target }) => {
      const files = [...target.files];
      const send = (file) => new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open("PUT", "/" + file.name);
        request.onload = () => (request.status < 300 ? resolve() : reject(request.status));
        request.onerror = reject;
        request.send(file);
      });
      const lane = async () => { while (files.length > 0) await send(files.shift()); };
      await Promise.all(Array.from({ length: 6 }, lane));
      document.querySelector("p").textContent = "Done";
    };
  `);
  await page.locator("input").setInputFiles(paths);
  await page.getByText("Done").waitFor({ timeout: 300_000 });
  return secondsSinceChoice(page);
}

async function secondsSinceChoice(page: Page): Promise<number> {
  return Number(await page.evaluate("performance.now() - chosenAt")) / 1000;
}

/** Seconds until the browser has stored a download. */
async function download(page: Page, url: string): Promise<number> {
  const start = performance.now();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.evaluate((href) => {
      const link = document.createElement("a");
      link.href = href;
      link.download = "large";
      link.click();
    }, url),
  ]);
  await file.path();
  const seconds = (performance.now() - start) / 1000;
  await file.delete();
  return seconds;
}

/** Signs the URL of the drive's large file as the drive does. */
async function signedUrl(page: Page): Promise<string> {
  const [stored] = await site.sql<{ path: string }[]>`
    select name as path from storage.objects where bucket_id = 'workspace-files'
    order by (metadata ->> 'size')::bigint desc limit 1`;
  const { publishableKey } = await site.secrets();
  const url = await page.evaluate(
    async ([path, apikey]) => {
      const { access_token } = JSON.parse(localStorage.getItem("foyer-workspace") ?? "{}");
      const response = await fetch(`/storage/v1/object/sign/workspace-files/${path}`, {
        method: "POST",
        headers: {
          apikey,
          authorization: `Bearer ${access_token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ expiresIn: 86_400 }),
      });
      return (await response.json()).signedURL;
    },
    [stored?.path ?? "", publishableKey] as const,
  );
  return `${site.origin}/storage/v1${url}&download=large`;
}

async function openDrive(context: BrowserContext): Promise<Page> {
  const page = await openPage(context);
  await new WorkspacePanel(page, site).open("/workspace/files");
  await page.getByText("This folder is empty").waitFor();
  return page;
}

async function openPeer(context: BrowserContext, { origin }: Nginx): Promise<Page> {
  const page = await openPage(context);
  await page.goto(origin);
  return page;
}

/** A page that knows when files were chosen. */
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(
    'addEventListener("change", () => { globalThis.chosenAt = performance.now(); }, true)',
  );
  return page;
}

async function writeLarge(): Promise<string> {
  const file = join(folder, "large.bin");
  const handle = await open(file, "w");
  const block = randomBytes(10_000_000);
  for (let at = 0; at < LARGE_BYTES; at += block.length) await handle.write(block);
  await handle.close();
  return file;
}

async function writeSmall(): Promise<string[]> {
  const files = Array.from({ length: FILES }, (_, index) => join(folder, `File ${index}.txt`));
  for (const file of files) await writeFile(file, randomBytes(SMALL_BYTES));
  return files;
}

/** Processor time of the server and of the PostgreSQL processes it started, so far. Linux only. */
async function processorSeconds(): Promise<{ server: number; postgres: number }> {
  let server = 0;
  let postgres = 0;
  const parents = new Map<number, number>();
  const times = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    const stat =
      /^\d+$/.test(name) && (await readFile(`/proc/${name}/stat`, "utf8").catch(() => ""));
    if (!stat) continue;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    parents.set(Number(name), Number(fields[1]));
    // Ended children are counted by their parent.
    const used = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    times.set(Number(name), used / TICKS);
  }
  for (const [id, used] of times) {
    let above: number | undefined = id;
    while (above && above !== site.process.pid) above = parents.get(above);
    if (!above) continue;
    if (id === site.process.pid) server += used;
    else postgres += used;
  }
  return { server, postgres };
}
