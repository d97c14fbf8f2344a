import { chromium } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import type { Sql } from "../server/database/connect.ts";
import { startBuiltSite } from "../tests/support/sites/built-site.ts";
import { median } from "./support/median.ts";
import { measureOpening, type Opening } from "./support/opening-time.ts";

/**
 * How long until the analytics show the chart of 365 days, with a million visits from up to a
 * hundred hosts a day? Reference: the same screen of a site with one visit. Also prints how long
 * the database takes for the figures.
 */
const VISITS = 1_000_000;
const RUNS = 9;
const LARGEST_RATIO = 1.5;

const opening: Opening = {
  name: "365 days",
  path: "/tradmin/analytics?days=365",
  signedIn: true,
  usable: "#app main figure svg",
};

process.env.NODE_ENV = "production";
const sites = [await startBuiltSite(), await startBuiltSite()] as const;
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
try {
  const [few, many] = sites;
  await few.sql`insert into visits default values`;
  await fillVisits(many.sql);
  const times = sites.map(() => [] as number[]);
  for (let run = -1; run < RUNS; run++) {
    // Sites alternate, so that other load on the machine affects both equally. Round one is a
    // warm-up.
    for (const [index, site] of sites.entries()) {
      const html = await (await fetch(site.origin)).text();
      const time = await measureOpening(browser, site, opening, html);
      if (run >= 0) times[index]?.push(time);
    }
  }
  const [base = 1, million = 1] = times.map(median);
  const ratio = million / base;
  console.log(`one visit: ${base.toFixed(0)} ms; a million: ${million.toFixed(0)} ms (median)`);
  console.log(`ratio ${ratio.toFixed(2)} (at most ${LARGEST_RATIO})`);
  const queries = await Promise.all(sites.map(({ sql }) => queryTime(sql)));
  console.log(`the query alone: ${queries.map((ms) => `${ms.toFixed(1)} ms`).join(" and ")}`);
  if (ratio > LARGEST_RATIO) process.exitCode = 1;
} finally {
  await browser.close();
  await Promise.all(sites.map((site) => site.stop()));
}

/**
 * Inserts a year of visits through the triggers, then deletes visits that are only kept as daily
 * counts.
 */
async function fillVisits(sql: Sql): Promise<void> {
  await sql`insert into visits (created_at, referrer_host, is_first)
    select now() - random() * interval '365 days', 'site-' || n % 100 || '.example', n % 3 > 0
    from generate_series(1, ${VISITS}::int) as n`;
  await sql`select private.sweep_analytics(${VISITS})`;
  await sql`vacuum analyze`;
}

async function queryTime(sql: Sql): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await sql`select site_analytics(365)`;
    times.push(performance.now() - start);
  }
  return median(times);
}
