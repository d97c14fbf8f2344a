/**
 * Is the typeface there within a second of a first visit? Opens the page with an empty cache on a
 * slow network and processor (as in bench/landing.ts), and prints when headings and running text
 * are drawn in it, beside the same page without any font. Other programs' work delays the loads: on
 * a shared machine, start it as root by `chrt --rr 10 npm run bench -- typeface`.
 */
import { type Browser, chromium, type Page } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { startBuiltServer } from "../tests/support/sites/built-server.ts";
import { startSlowNetwork } from "./support/slow-network.ts";

const LOADS = 20;
const LIMIT_MS = 1000;
/** Lighthouse's `devtools` throttling: a delay per request instead of per round trip. */
const PER_REQUEST = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 184_320,
  uploadThroughput: 84_375,
};

const server = await startBuiltServer();
const slow = await startSlowNetwork();
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  await compare("150 ms per round trip, 1.6 Mbit/s", false);
  await compare("562 ms per request, 1.4 Mbit/s (Lighthouse's devtools)", true);
} finally {
  await browser.close();
  await slow.stop();
  await server.stop();
}

async function compare(name: string, perRequest: boolean) {
  const withFonts: Load[] = [];
  const without: Load[] = [];
  for (let load = 0; load < LOADS; load++) {
    withFonts.push(await open(browser, perRequest, true));
    without.push(await open(browser, perRequest, false));
  }
  const shown = withFonts.map(({ typeface }) => typeface);
  const after = withFonts.map(({ typeface, fcp }) => typeface - fcp);
  const inTime = (times: number[]) => times.filter((time) => time <= LIMIT_MS).length;
  console.log(`\n${name}, processor 4 times slower, ${LOADS} loads`);
  console.log(`  Typeface after ${spread(shown)}; within a second: ${inTime(shown)}`);
  console.log(`  From the first paint on ${spread(after)}; within a second: ${inTime(after)}`);
  for (const metric of ["fcp", "lcp", "tbt"] as const) {
    const [own, other] = [withFonts, without].map((loads) => middle(loads.map((l) => l[metric])));
    console.log(`  ${metric.toUpperCase()} ${ms(own)} beside ${ms(other)} without fonts`);
  }
  const cls = Math.max(...withFonts.map((load) => load.cls));
  console.log(`  Largest CLS ${cls.toFixed(4)} (target ≤ 0.01)`);
}

interface Load {
  /** Milliseconds from the start of the navigation. */
  typeface: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
}

/** Of the Element Timing API: when the frame was shown, in milliseconds. */
interface PaintTime {
  renderTime: number;
}

async function open(from: Browser, perRequest: boolean, fonts: boolean): Promise<Load> {
  const context = await from.newContext({
    viewport: { width: 412, height: 823 },
    ...(!perRequest && { proxy: { server: slow.proxy } }),
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await session.send("Network.enable");
  if (perRequest) await session.send("Network.emulateNetworkConditions", PER_REQUEST);
  if (!fonts) await saveData(page);
  // tsx names functions by a helper that the browser does not have.
  await page.addInitScript("globalThis.__name = (given) => given");
  await page.addInitScript(watchLoad);
  await page.goto(server.origin);
  await page.waitForTimeout(1500);
  const load = await page.evaluate(() => (window as unknown as { load: Load }).load);
  await context.close();
  return load;
}

function saveData(page: Page) {
  return page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
}

/** Runs in the browser. */
function watchLoad() {
  const load = { typeface: Number.NaN, fcp: Number.NaN, lcp: Number.NaN, tbt: 0, cls: 0 };
  Object.assign(window, { load });
  // The event `loadingdone` also waits for the typeface of the accents.
  document.fonts.addEventListener(
    "loading",
    () => {
      const faces = [...document.fonts].filter(({ family }) => /IBM Plex Sans/.test(family));
      // Its promises are settled later, often after the frame that draws the typeface. The frame
      // that first shows an element added now is that frame.
      new PerformanceObserver((list) => {
        for (const { renderTime } of list.getEntries() as (PerformanceEntry & PaintTime)[]) {
          load.typeface = renderTime;
        }
      }).observe({ type: "element", buffered: true });
      requestAnimationFrame(function look() {
        if (!faces.every(({ status }) => status === "loaded")) return requestAnimationFrame(look);
        const mark = document.createElement("p");
        mark.textContent = "Drawn";
        mark.style.cssText = "position:fixed;top:0;left:0";
        mark.setAttribute("elementtiming", "typeface");
        document.body.append(mark);
        return undefined;
      });
    },
    { once: true },
  );
  // Not named functions, for which tsx needs a helper that the browser does not have.
  const readers: Record<string, (entry: PerformanceEntry & { value: number }) => void> = {
    paint: ({ name, startTime }) => {
      if (name === "first-contentful-paint") load.fcp = startTime;
    },
    "largest-contentful-paint": ({ startTime }) => {
      load.lcp = startTime;
    },
    longtask: ({ duration }) => {
      load.tbt += duration - 50;
    },
    "layout-shift": ({ value }) => {
      load.cls += value;
    },
  };
  for (const [type, read] of Object.entries(readers)) {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) read(entry as PerformanceEntry & { value: number });
    }).observe({ type, buffered: true });
  }
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function spread(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return `${ms(sorted[0])} to ${ms(sorted.at(-1))}, median ${ms(middle(values))}`;
}

function ms(value = Number.NaN): string {
  return `${Math.round(value)} ms`;
}
