import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { chromiumFlags, chromiumPath } from "../../tests/support/chromium.ts";

export type Throttling = "simulate" | "devtools";

export interface Measurement {
  /** In milliseconds. */
  lcp: number;
  fcp: number;
  tbt: number;
  cls: number;
  /** 0 to 100 by category. */
  scores: Record<string, number>;
  failedAudits: string[];
}

const categories = ["performance", "accessibility", "best-practices", "seo"];

/** Maximum attempts per run; a run is retried if its trace could not be recorded. */
const TRIES = 3;

/** One Lighthouse run (mobile preset) in a fresh browser with a fresh profile. */
export async function measure(url: string, throttling: Throttling): Promise<Measurement> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await measureOnce(url, throttling);
    } catch (error) {
      if (attempt === TRIES) throw error;
      console.log(`  (run again: ${(error as Error).message.slice(0, 80)})`);
    }
  }
}

async function measureOnce(url: string, throttlingMethod: Throttling): Promise<Measurement> {
  const chrome = await launch({
    chromePath: chromiumPath,
    chromeFlags: ["--headless", ...chromiumFlags],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: "json",
      logLevel: "error",
      onlyCategories: categories,
      throttlingMethod,
    });
    if (!result) throw new Error("Lighthouse gave no result.");
    const { audits, categories: found, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(runtimeError.message);
    const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
    return {
      lcp: value("largest-contentful-paint"),
      fcp: value("first-contentful-paint"),
      tbt: value("total-blocking-time"),
      cls: value("cumulative-layout-shift"),
      scores: Object.fromEntries(
        categories.map((id) => [id, Math.round((found[id]?.score ?? 0) * 100)]),
      ),
      failedAudits: Object.values(found)
        .flatMap((category) => category.auditRefs)
        .filter((reference) => reference.weight > 0 && (audits[reference.id]?.score ?? 1) < 0.9)
        .map((reference) => `${reference.id}: ${audits[reference.id]?.title}`),
    };
  } finally {
    await chrome.kill();
  }
}

/** The median of each metric; the audits come from the run with the median LCP. */
export function median(runs: Measurement[]): Measurement {
  // Lighthouse gives no blocking time when the processor was never idle for five seconds.
  const middle = (values: number[]) => {
    const known = values.filter(Number.isFinite).sort((a, b) => a - b);
    return known[Math.floor(known.length / 2)] ?? Number.NaN;
  };
  const byLcp = [...runs].sort((a, b) => a.lcp - b.lcp)[Math.floor(runs.length / 2)];
  if (!byLcp) throw new Error("There is no run to take a median of.");
  return {
    lcp: middle(runs.map((run) => run.lcp)),
    fcp: middle(runs.map((run) => run.fcp)),
    tbt: middle(runs.map((run) => run.tbt)),
    cls: middle(runs.map((run) => run.cls)),
    scores: Object.fromEntries(
      categories.map((id) => [id, middle(runs.map((run) => run.scores[id] ?? 0))]),
    ),
    failedAudits: byLcp.failedAudits,
  };
}
