/**
 * Is the landing page as fast as a page can be? Measures it with Lighthouse (mobile, median of
 * RUNS, alternating) against a static page with the same rendered HTML and CSS and no scripts, and
 * prints ratios; then measures the bytes loaded, the layout shifts while the tagline is typed, and how
 * long the first visitor after an edit waits, with the sample and with 300 projects and jobs: of which
 * three are running, as in a real CV, or all, so that all are shown in full.
 */
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { chromium, type Response } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { connect, type Sql } from "../server/database/connect.ts";
import { readDatabaseUrl } from "../tests/lifecycle/server-state.ts";
import { LandingPage } from "../tests/support/pages/landing-page.ts";
import { rawRequest } from "../tests/support/raw-request.ts";
import { startBuiltServer } from "../tests/support/sites/built-server.ts";
import { type Measurement, measure, median, type Throttling } from "./support/lighthouse.ts";
import { median as medianOfNumbers } from "./support/median.ts";
import { startStaticCopy } from "./support/static-copy.ts";

const RUNS = 7;
const WATCH_MS = 10_000;
/** DevTools' slow 3G: 400 kbit/s and 2 s per round trip, in its own units. */
const SLOW_3G = {
  offline: false,
  latency: 2000,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};

/** Strings that identify each library even after minification. */
const marks = {
  "supabase-js": "supabase.auth",
  GoTrue: "GoTrueClient",
  "react-router": "useNavigate",
  "query client": "QueryClient",
  editor: "ProseMirror",
};

const server = await startBuiltServer();
const copy = await startStaticCopy(server.origin);
try {
  for (const throttling of ["simulate", "devtools"] as const) await compare(throttling);
  await weigh();
  await watchSlowNetwork();
  await editAndVisit();
} finally {
  await copy.stop();
  await server.stop();
}

async function compare(throttling: Throttling) {
  const page: Measurement[] = [];
  const still: Measurement[] = [];
  for (let run = 0; run < RUNS; run++) {
    page.push(await measure(server.origin, throttling));
    still.push(await measure(copy.origin, throttling));
  }
  const [own, reference] = [median(page), median(still)];
  console.log(`\nLighthouse mobile, ${throttling} throttling, median of ${RUNS}`);
  for (const name of ["lcp", "fcp"] as const) {
    const ratio = (own[name] / reference[name]).toFixed(2);
    console.log(
      `  ${name.toUpperCase()} ${ms(own[name])} beside ${ms(reference[name])} static: ratio ${ratio} (target ≤ 1.05)`,
    );
  }
  const unknown = [...page, ...still].filter(({ tbt }) => Number.isNaN(tbt)).length;
  if (unknown > 0) console.log(`  (${unknown} runs without a TBT)`);
  console.log(
    `  TBT ${ms(own.tbt)} beside ${ms(reference.tbt)} static (target ≤ 20 ms), CLS ${own.cls.toFixed(4)} (target ≤ 0.01)`,
  );
  const scores = Object.entries(own.scores).map(([name, score]) => `${name} ${score}`);
  console.log(`  Scores: ${scores.join(", ")} (target 100)`);
  for (const failed of own.failedAudits) console.log(`  Below full marks: ${failed}`);
}

/**
 * Measures the bytes that a visitor's browser loads in ten seconds, and then for the contact form.
 */
async function weigh() {
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const requests: LoadedFile[] = [];
  let phase: LoadedFile["phase"] = "before load";
  page.on("load", () => {
    phase = "after load";
  });
  const read = async (response: Response) => {
    const loadedIn = phase;
    const request = response.request();
    const body = await response.body().catch(() => Buffer.alloc(0));
    const { responseBodySize } = await request.sizes().catch(() => ({ responseBodySize: 0 }));
    const gzip = gzipSync(body).length;
    requests.push({
      url: response.url(),
      type: request.resourceType(),
      phase: loadedIn,
      bytes: responseBodySize,
      gzip,
    });
  };
  const reading: Promise<void>[] = [];
  page.on("response", (response) => reading.push(read(response)));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as PerformanceEntry & { value: number }).value);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(server.origin);
  await page.waitForTimeout(WATCH_MS);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  const inline = (await page.locator("script:not([type])").allTextContents()).join("");
  phase = "interaction";
  const landing = new LandingPage(page);
  await landing.openForm();
  await landing.expectHydrated();
  await Promise.all(reading);
  await browser.close();

  const documents = requests.filter((request) => request.type === "document");
  const scripts = requests.filter((request) => request.type === "script");
  const early = requests.filter(
    (request) =>
      request.phase === "before load" && ["script", "stylesheet", "font"].includes(request.type),
  );
  const foreign = requests.filter(
    (request) => !request.url.startsWith(server.origin) && !request.url.startsWith("data:"),
  );
  for (const script of scripts)
    console.log(`  ${new URL(script.url).pathname}: ${kb(script.gzip)} gzip, ${script.phase}`);
  const sum = (files: LoadedFile[]) =>
    files.reduce((total, file) => total + file.gzip, gzipSync(inline).length);
  const unasked = scripts.filter((script) => script.phase !== "interaction");
  console.log("\nWhat is loaded (390 px wide, ten seconds)");
  for (const document of documents) {
    console.log(
      `  Document: ${kb(document.bytes)} as sent (target ≤ 14 KB), ${kb(document.gzip)} gzip`,
    );
  }
  console.log(`  External scripts, styles and fonts before load: ${early.length} (target 0)`);
  console.log(`  JavaScript before an interaction: ${kb(sum(unasked))} gzip (target ≤ 5 KB)`);
  console.log(`  JavaScript in total: ${kb(sum(scripts))} gzip (target ≤ 75 KB)`);
  console.log(`  Requests to other hosts: ${foreign.length} (target 0)`);
  console.log(`  Forbidden code in it: ${(await forbiddenCode(scripts)).join(", ") || "none"}`);
  const cls = shifts.reduce((sum, value) => sum + value, 0);
  console.log(`  Layout shift while typing for ten seconds: ${cls.toFixed(4)} (target ≤ 0.01)`);
}

interface LoadedFile {
  url: string;
  type: string;
  phase: "before load" | "after load" | "interaction";
  bytes: number;
  gzip: number;
}

/**
 * Measures when a phone on slow 3G shows its first text and picture, and whether all of it is
 * readable.
 */
async function watchSlowNetwork() {
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_3G);
  await page.goto(server.origin, { waitUntil: "commit" });
  await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint").length > 0,
  );
  const { paint, hidden, words } = await page.evaluate(() => {
    const inView = [...document.querySelectorAll("#root :is(h1, p, dd, .nav a, .button)")].filter(
      (node) => node.getBoundingClientRect().top < innerHeight && node.clientWidth > 1,
    );
    return {
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
      hidden: inView.filter((node) => !node.checkVisibility({ opacityProperty: true })).length,
      words: document.querySelector("main")?.textContent?.split(/\s+/).length ?? 0,
    };
  });
  await page.waitForFunction(
    () => (document.querySelector("main img") as HTMLImageElement)?.complete,
  );
  const picture = await page.evaluate(() => performance.now());
  await browser.close();
  console.log("\nSlow 3G (390 px wide)");
  console.log(`  First paint ${ms(paint)}: ${words} words in the page, hidden in view: ${hidden}`);
  console.log(`  First picture complete after ${ms(picture)}`);
}

/** Times the first visit after an edit, beside a visit without one. */
async function editAndVisit() {
  const sql = connect(await readDatabaseUrl(server.dataDir), { max: 1 });
  const visit = async () => {
    const since = performance.now();
    const { headers, body } = await rawRequest(new URL(server.origin), { "accept-encoding": "br" });
    return { ms: performance.now() - since, etag: headers.etag, bytes: body.byteLength };
  };
  console.log("\nThe first visit after an edit");
  for (const name of ["the sample", "300 projects and 300 jobs", "the same, all jobs running"]) {
    if (name.startsWith("300")) await fill(sql);
    if (name.startsWith("the same")) await sql`update experience set end_month = null`;
    const found = { first: [] as number[], warm: [] as number[], bytes: [0, 0] };
    for (let edit = 0; edit < 10; edit++) {
      const before = await visit();
      await sql`update personal_info set value = ${`Edit ${name} ${edit}`} where key = 'tagline'`;
      const first = await visit();
      await pause(3000);
      // The server had not been notified yet.
      if (first.etag === before.etag) {
        edit -= 1;
        continue;
      }
      const warm = await visit();
      found.first.push(first.ms);
      found.warm.push(warm.ms);
      found.bytes = [first.bytes, warm.bytes];
    }
    const [first, warm] = [medianOfNumbers(found.first), medianOfNumbers(found.warm)];
    console.log(
      `  ${name}: ${ms(first)} beside ${ms(warm)} warm (target ≤ 100 ms more), ${found.bytes.map(kb).join(" beside ")}`,
    );
    if (name === "the sample") continue;
    const runs: Measurement[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure(server.origin, "devtools"));
    const { tbt, cls } = median(runs);
    console.log(`  its TBT ${ms(tbt)} (target ≤ 200 ms), CLS ${cls.toFixed(4)} (≤ 0.01)`);
  }
  await sql.end();
}

/** Adds entries whose texts differ, as those of a person do. */
async function fill(sql: Sql) {
  const description = sql`'<p>' || (select string_agg('A text on ' || md5(n || '.' || m) || ' that says what was built', ', ')
    from generate_series(1, 10) as m) || '</p>'`;
  await sql`insert into projects (name, description, live_link)
    select 'Project ' || n, ${description}, 'https://example.test/' || n from generate_series(1, 300) as n`;
  await sql`insert into experience (title, organization, start_month, end_month, description)
    select 'Engineer ' || n, 'Company ' || n, make_date(2025 - n / 12, 1 + n % 12, 1),
      case when n > 3 then make_date(2026 - n / 12, 1 + n % 12, 1) end, ${description} from generate_series(1, 300) as n`;
}

async function forbiddenCode(scripts: { url: string }[]): Promise<string[]> {
  const texts = await Promise.all(
    scripts.map(async (script) => (await fetch(script.url)).text().catch(() => "")),
  );
  const code = texts.join("\n");
  return Object.entries(marks).flatMap(([name, mark]) => (code.includes(mark) ? [name] : []));
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

/** Formats bytes in kilobytes of 1,000 bytes, as usual for networks. */
function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
