import { chromium, type Page } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { AdminPanel } from "../tests/support/pages/admin-panel.ts";
import { signIn } from "../tests/support/pages/sessions.ts";
import { type BuiltSite, owner, startBuiltSite } from "../tests/support/sites/built-site.ts";
import { medianOf, timed } from "./support/median.ts";

/**
 * Is the inbox fast with 50,000 messages: opening, searching, scrolling far down? Measured in
 * Chromium, from the key press or the navigation to the paint. Reference: the same queries by
 * postgres.js, as the owner, without gateway and browser.
 */
const MESSAGES = 50_000;
const RUNS = 5;
/** Messages to scroll through, by repeatedly dragging to the end of the loaded rows. */
const SCROLLED = 10_000;
/** The search's debounce, subtracted from the measured time. */
const TYPING_PAUSE_MS = 250;

const site = await startBuiltSite({ FOYER_SAMPLE_CONTENT: "off" });
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  await fill(site);
  const ask = await asOwner(site);
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 1440, height: 900 },
  });
  const page = await context.newPage();
  const admin = new AdminPanel(page, site);

  await admin.open("/tradmin/messages");
  await shown(page, "Visitor 1");
  const opened = await medianOf(RUNS, async () => {
    await page.reload();
    return shown(page, "Visitor 1");
  });
  print("open", opened, await medianOf(RUNS, () => timed(() => ask("list_messages()"))));

  for (const [words, first, name] of [
    ["v31415@", "Visitor 31415", "one message"],
    ["hello", "Visitor 1", "all of them"],
    ["nobody wrote this", null, "none"],
  ] as const) {
    const time = await medianOf(RUNS, async () => {
      await search(page, "v777@", "Visitor 777");
      return search(page, words, first);
    });
    const query = await medianOf(RUNS, () => timed(() => ask("list_messages($1)", [words])));
    print(`search, finds ${name}`, time - TYPING_PAUSE_MS, query);
  }

  await search(page, "", "Visitor 1");
  const scrolled = await scroll(page, SCROLLED);
  print(`scroll through ${SCROLLED}`, scrolled, await timed(() => readPages(ask, SCROLLED)));
  const rows = await page.getByRole("grid").getByRole("row").count();
  console.log(`rows in the document then: ${rows}`);
  const { heap } = await page.evaluate(() => ({
    heap: (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
  }));
  console.log(`JavaScript heap then: ${(heap / 1e6).toFixed(0)} MB`);
} finally {
  await browser.close();
  await site.stop();
}

type Ask = (call: string, values?: string[]) => Promise<Record<string, string>[]>;

async function fill({ sql }: BuiltSite) {
  await sql`insert into messages (name, email, subject, message, is_read, created_at)
    select 'Visitor ' || n, 'v' || n || '@example.org', 'About ' || md5(n::text),
      'hello there, ' || repeat(md5((n * 7)::text) || ' ', 8), n % 10 > 0,
      now() - n * interval '1 minute'
    from generate_series(1, ${MESSAGES}::int) n`;
  await sql`vacuum analyze messages`;
  await sql`vacuum analyze private.message_search`;
}

/** Calls a database function in the owner's session. */
async function asOwner(target: BuiltSite): Promise<Ask> {
  const { access_token: token } = await signIn(target, owner);
  const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  return (call, values = []) =>
    target.sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${claims}, true),
        set_config('role', 'authenticated', true)`;
      return tx.unsafe<Record<string, string>[]>(`select * from ${call}`, values);
    }) as Promise<Record<string, string>[]>;
}

async function readPages(ask: Ask, count: number) {
  let edge: Record<string, string> | undefined;
  for (let read = 0; read < count; read += 100) {
    const rows: Record<string, string>[] = edge
      ? await ask("list_messages('', $1, $2)", [edge.created_at ?? "", edge.id ?? ""])
      : await ask("list_messages('')");
    edge = rows.at(-1);
  }
}

/**
 * Types into the search box and waits for the first row, or for an empty list.
 * @returns milliseconds.
 */
async function search(page: Page, words: string, first: string | null): Promise<number> {
  const box = page.getByRole("textbox", { name: "Search messages" });
  await box.evaluate((input: HTMLInputElement) => {
    input.addEventListener("input", () => performance.mark("asked"), { once: true });
  });
  await box.fill(words);
  const end = await shown(page, first);
  const asked = await page.evaluate("performance.getEntriesByName('asked').at(-1).startTime");
  return end - Number(asked);
}

/**
 * Time at which the list began with this message, in milliseconds since the start of the
 * navigation.
 */
async function shown(page: Page, first: string | null): Promise<number> {
  // A function, because a string would be evaluated in the page, which its CSP blocks.
  const seen = await page.waitForFunction((name) => {
    const list = document.querySelector("[role=grid]:not([aria-busy])");
    const row = list?.querySelector("[role=row] [dir=auto]");
    const empty = document.querySelector("#app main h2")?.textContent === "No Messages Found";
    return (name === null ? empty : row?.textContent === name) && performance.now();
  }, first);
  return Number(await seen.jsonValue());
}

/** Drags to the end of the loaded rows until this many messages have been scrolled past. */
async function scroll(page: Page, count: number): Promise<number> {
  return Number(
    await page.evaluate(`new Promise((resolve) => {
      const start = performance.now();
      const list = document.querySelector("[role=grid]");
      requestAnimationFrame(function drag() {
        list.scrollTop = list.scrollHeight;
        const last = [...list.querySelectorAll("[aria-rowindex]")].at(-1);
        if (Number(last?.ariaRowIndex) >= ${count}) resolve(performance.now() - start);
        else requestAnimationFrame(drag);
      });
    })`),
  );
}

function print(what: string, browserMs: number, queryMs: number) {
  const ratio = (browserMs / queryMs).toFixed(1);
  console.log(
    `${what.padEnd(28)} ${browserMs.toFixed(0).padStart(6)} ms in the browser, ${queryMs.toFixed(1).padStart(7)} ms in the database: ratio ${ratio}`,
  );
}
