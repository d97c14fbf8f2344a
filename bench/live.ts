import { type Browser, chromium, type Page } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { residentMegabytes } from "../tests/support/bench/memory.ts";
import { joinLive } from "../tests/support/live-client.ts";
import { AdminPanel } from "../tests/support/pages/admin-panel.ts";
import { LiveWindow } from "../tests/support/pages/live-window.ts";
import { signIn } from "../tests/support/pages/sessions.ts";
import { WorkspacePanel, workspaceUser } from "../tests/support/pages/workspace-page.ts";
import { startBuiltSite } from "../tests/support/sites/built-site.ts";
import { median, timed } from "./support/median.ts";

/**
 * What do live changes cost? Measures how long another device, with 5,000 tasks and 10,000 files,
 * takes to show a task, a folder and a message, as a multiple of the writer's own request (at most
 * 3); milliseconds of an announcement; requests a minute of an idle window of each screen (at most
 * 4); memory of 20 connections; and the time that announcing adds to one insert and to an upload of
 * 800 files, compared with the same without its triggers.
 */
const ROUNDS = 21;
const MESSAGES = 200;
const INSERTS = 300;
const TASKS = 5000;
const STORED_FILES = 10_000;
const FILES = 800;
const UPLOADS = 2;
const IDLE_MINUTES = 5;
const LARGEST_RATIO = 3;
const MOST_REQUESTS = 4;

const SCREENS = [
  ["workspace", "/workspace"],
  ["workspace", "/workspace/notes"],
  ["workspace", "/workspace/tasks"],
  ["workspace", "/workspace/files"],
  ["workspace", "/workspace/notion"],
  ["workspace", "/workspace/account"],
  ["admin", "/tradmin"],
  ["admin", "/tradmin/messages"],
] as const;

/** Runs in the page: returns when this text is first laid out, in milliseconds since 1970. */
const WAIT_FOR_TEXT = `(text) => new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    // Unlike innerText, which lays the page out after each of its changes.
    if (!document.body.textContent.includes(text)) return;
    observer.disconnect();
    document.body.getBoundingClientRect();
    window.isWaiting = false;
    resolve(Date.now());
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  window.isWaiting = true;
})`;

const site = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
const { publishableKey } = await site.secrets();
let failed = false;
try {
  const userId = await prepareUser();
  await measureOtherDevice(userId);
  await measureAnnouncements(userId);
  await measureInserts(userId);
  for (const [area, path] of SCREENS) await measureIdle(area, path);
  await measureUpload();
} finally {
  await browser.close();
  await site.stop();
}
if (failed) process.exitCode = 1;

async function prepareUser(): Promise<string> {
  const { id } = await new WorkspacePanel(await newPage(browser), site).account();
  return id;
}

function newPage(opened: Browser): Promise<Page> {
  return opened.newPage({ baseURL: site.origin, bypassCSP: true });
}

/** Measures from sending a write until the other device shows it, and the write's own time. */
async function measureOtherDevice(userId: string): Promise<void> {
  const { access_token } = await signIn(site, workspaceUser);
  const authorization = `Bearer ${access_token}`;
  const row = { user_id: userId };
  await site.sql`
    insert into workspace_tasks (user_id, title, status, "order")
    select ${userId}, 'Task ' || n, 'done', n from generate_series(1, ${TASKS}) n`;
  await site.sql`
    insert into workspace_files (user_id, name, is_folder, storage_object_path, mimetype, size)
    select ${userId}, 'Plan ' || n, false, ${userId} || '/root/' || gen_random_uuid(), 'text/plain', 7
    from generate_series(1, ${STORED_FILES}) n`;
  const writer = await newPage(browser);
  await writer.goto("/");
  const kinds = {
    task: ["workspace", "/workspace/tasks", "workspace_tasks", "title", row],
    folder: [
      "workspace",
      "/workspace/files",
      "workspace_files",
      "name",
      { ...row, is_folder: true },
    ],
    message: [
      "admin",
      "/tradmin/messages",
      "messages",
      "subject",
      { name: "A", email: "a@example.com", message: "m" },
    ],
  } as const;
  for (const [kind, [area, path, table, column, values]] of Object.entries(kinds)) {
    const page = await openLive(area, path);
    const ratios: number[] = [];
    const shown: number[] = [];
    for (let round = -3; round < ROUNDS; round += 1) {
      const text = `${kind} ${round + 10}`;
      const seen = page.getByRole("main").getByText(text, { exact: true }).first();
      const waiting = page.evaluate<number>(`(${WAIT_FOR_TEXT})(${JSON.stringify(text)})`);
      await page.waitForFunction("window.isWaiting");
      const { sentAt, own } = await writer.evaluate(write, {
        url: `${site.origin}/rest/v1/${table}`,
        headers: {
          apikey: publishableKey,
          "content-type": "application/json",
          ...(area === "workspace" && { authorization }),
        },
        body: JSON.stringify({ ...values, [column]: text }),
      });
      const after = (await waiting) - sentAt;
      await seen.waitFor();
      // Reads of the same table are a second apart.
      await page.waitForTimeout(1_200);
      await site.sql`delete from private.visitor_counts`;
      if (round < 0) continue;
      ratios.push(after / own);
      shown.push(after);
    }
    const ratio = median(ratios);
    failed ||= ratio > LARGEST_RATIO;
    console.log(
      `${kind} on another device: ${ratio.toFixed(2)} × the writer's request (${median(shown)} ms)`,
    );
    await page.context().close();
  }
}

interface Write {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Sends a write in the writer's page, as supabase-js would. */
async function write({ url, ...options }: Write): Promise<{ sentAt: number; own: number }> {
  const sentAt = Date.now();
  const start = performance.now();
  const response = await fetch(url, { method: "POST", ...options });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return { sentAt, own: performance.now() - start };
}

async function openLive(area: "workspace" | "admin", path: string, clock = false): Promise<Page> {
  const page = await newPage(browser);
  const live = new LiveWindow(page);
  if (clock) await page.clock.install();
  const panel = area === "admin" ? new AdminPanel(page, site) : new WorkspacePanel(page, site);
  await panel.open(path);
  if (clock) await page.clock.runFor(4_000);
  await live.joined();
  return page;
}

async function measureAnnouncements(userId: string): Promise<void> {
  const before = await residentMegabytes(site.process.pid);
  const { access_token: token } = await signIn(site, workspaceUser);
  const reached = { url: site.origin, secrets: { publishableKey } };
  const topic = `live:${userId}`;
  const clients = await Promise.all(
    Array.from({ length: 20 }, () => joinLive(reached, { topic, token })),
  );
  while (clients.some(({ statuses }) => statuses[0] !== "SUBSCRIBED")) await tick();
  const after = await residentMegabytes(site.process.pid);
  const times: number[] = [];
  for (let n = 0; n < MESSAGES; n += 1) {
    times.push(
      await timed(async () => {
        await site.sql`select private.announce(${userId}, 'workspace_tasks')`;
        while (clients.some(({ messages }) => messages.length <= n)) await tick();
      }),
    );
  }
  for (const client of clients) client.stop();
  console.log(
    `announcement, from its statement to 20 clients: ${median(times).toFixed(1)} ms; 20 connections: ${after - before} MB (${before} to ${after})`,
  );
}

function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function measureInserts(userId: string): Promise<void> {
  const { sql } = site;
  const insert = () => sql`insert into workspace_tasks (user_id, title) values (${userId}, 'x')`;
  const times: Record<"with" | "without", number[]> = { with: [], without: [] };
  const change = (verb: string) =>
    sql.unsafe(`alter table workspace_tasks ${verb} trigger announce_insert`);
  for (let n = 0; n < INSERTS; n += 1) {
    times.with.push(await timed(insert));
    await change("disable");
    times.without.push(await timed(insert));
    await change("enable");
    if (n % 50 === 49) await sql`delete from workspace_tasks`;
  }
  const [announced, silent] = [median(times.with), median(times.without)];
  console.log(
    `one insert: ${(announced / silent).toFixed(2)} × the insert without an announcement (${announced.toFixed(2)} beside ${silent.toFixed(2)} ms)`,
  );
}

/** Measures with the page's clock, so that minutes pass in seconds. */
async function measureIdle(area: "workspace" | "admin", path: string): Promise<void> {
  const page = await openLive(area, path, true);
  await pass(page, 60);
  const asked = new Map<string, number>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname !== "/healthz") asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
  });
  await pass(page, IDLE_MINUTES * 60);
  const all = [...asked.values()].reduce((sum, count) => sum + count, 0) / IDLE_MINUTES;
  failed ||= all > MOST_REQUESTS;
  const list = [...asked].map(
    ([name, count]) => `${name.split("/").at(-1)} ${count / IDLE_MINUTES}`,
  );
  console.log(`idle ${path}: ${all} requests a minute (${list.join(", ")})`);
  await page.context().close();
}

/** Steps are short enough for the response to a heartbeat. */
async function pass(page: Page, seconds: number): Promise<void> {
  for (let n = 0; n < seconds; n += 5) {
    await page.clock.runFor(5_000);
    await page.evaluate(() => fetch("/healthz"));
  }
}

async function measureUpload(): Promise<void> {
  const page = await openLive("workspace", "/workspace/files");
  const times: Record<"enable" | "disable", number[]> = { enable: [], disable: [] };
  for (let run = 0; run < UPLOADS; run += 1) {
    for (const verb of ["enable", "disable"] as const) {
      for (const event of ["insert", "update", "delete"]) {
        await site.sql.unsafe(`alter table workspace_files ${verb} trigger announce_${event}`);
      }
      times[verb].push(await timed(() => upload(page, `${verb} ${run}`)));
      await site.sql`delete from workspace_files`;
      await page.reload();
      await page.getByText("This folder is empty").waitFor();
    }
  }
  const seconds = [...times.enable, ...times.disable].map((ms) => (ms / 1000).toFixed(1));
  const ratio = Math.min(...times.enable) / Math.min(...times.disable);
  console.log(
    `${FILES} files uploaded: ${ratio.toFixed(2)} × the time without announcements (${seconds.join(", ")} s)`,
  );
}

async function upload(page: Page, prefix: string): Promise<void> {
  const files = Array.from({ length: FILES }, (_, index) => ({
    name: `${prefix} ${index}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.alloc(2000, index % 256),
  }));
  await page.locator('input[type="file"]:not([webkitdirectory])').first().setInputFiles(files);
  await page.getByRole("heading", { name: `${FILES} uploaded` }).waitFor({ timeout: 600_000 });
}
