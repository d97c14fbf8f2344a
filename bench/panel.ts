import { chromium } from "@playwright/test";
import playwrightConfig from "../playwright.config.ts";
import { fillAdminSite } from "../tests/support/content/admin-content.ts";
import { startBuiltSite } from "../tests/support/sites/built-site.ts";
import { buildEmptyApp } from "./support/build-empty-app.ts";
import { median } from "./support/median.ts";
import { inspectOpening, measureOpening, type Opening } from "./support/opening-time.ts";

/**
 * How long until each screen of the admin panel shows its frame, and its content, with a cold
 * browser cache? Reference: an empty React page with the same router, boot script, server and
 * machine. The limit applies to the frame, because the content also waits for a data request.
 */
const RUNS = 9;
const LARGEST_RATIO = 1.5;

/** Each screen with an element of its content. */
const screens: [path: string, content: string][] = [
  ["/tradmin", "main figure ol"],
  ["/tradmin/messages", "main [role=row]"],
  ["/tradmin/analytics", "main figure svg"],
  ["/tradmin/portfolio/info", "main form [contenteditable]"],
  ["/tradmin/portfolio/experience", "main tbody tr"],
  ["/tradmin/portfolio/education", "main tbody tr"],
  ["/tradmin/portfolio/projects", "main tbody tr"],
  ["/tradmin/portfolio/skills", "main [data-drag-item]"],
  ["/tradmin/workspace", "main form input"],
  ["/tradmin/import", "main input[type=file]"],
  ["/tradmin/backups", "main h2"],
  ["/tradmin/account", "main li"],
];

process.env.NODE_ENV = "production";
const empty = await buildEmptyApp();
const site = await startBuiltSite();
const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
const reference: Opening = {
  name: "empty page",
  modules: empty.modules,
  signedIn: false,
  usable: "#app h1",
};
const openings: Opening[] = [
  reference,
  ...screens.flatMap(([path, content]) => [
    { name: path, path, signedIn: true, usable: "#app main h1" },
    { name: `${path}, content`, path, signedIn: true, usable: `#app ${content}` },
  ]),
];

try {
  await fillAdminSite(site);
  const html = await (await fetch(site.origin)).text();
  const times = new Map<string, number[]>(openings.map(({ name }) => [name, []]));
  for (let run = -1; run < RUNS; run++) {
    // Screens alternate, so that other load on the machine affects all equally. Round one is a
    // warm-up.
    for (const opening of openings) {
      const time = await measureOpening(browser, site, opening, html);
      if (run >= 0) times.get(opening.name)?.push(time);
    }
  }
  const base = median(times.get(reference.name) ?? []);
  for (const { name } of openings) {
    const time = median(times.get(name) ?? []);
    const ratio = time / base;
    const text = `${name.padEnd(40)} ${time.toFixed(0).padStart(5)} ms, ratio ${ratio.toFixed(2)}`;
    console.log(`${text} (median of ${RUNS})`);
    if (ratio > LARGEST_RATIO && !name.endsWith("content")) process.exitCode = 1;
  }
  await compareLengths(html);
} finally {
  await browser.close();
  await site.stop();
  await empty.remove();
}

/** Opens the lists of entries with 10 and with 300 of them in turn. */
async function compareLengths(html: string) {
  const lists = [
    ["projects", ["name"], "main tbody tr:nth-child(10)"],
    ["experience", ["title", "organization"], "main tbody tr:nth-child(10)"],
    ["skills", ["name"], "main li[data-drag-item]"],
  ] as const;
  for (const [table, columns, usable] of lists) {
    const found = new Map([10, 300].map((count) => [count, [] as Inspection[]]));
    for (let run = 0; run < RUNS; run++) {
      for (const [count, openings] of found) {
        await site.sql`delete from ${site.sql(table)}`;
        const rows = Array.from({ length: count }, (_, n) =>
          Object.fromEntries(columns.map((column) => [column, `Entry ${n}`])),
        );
        await site.sql`insert into ${site.sql(table)} ${site.sql(rows)}`;
        const path = `/tradmin/portfolio/${table}`;
        const opening = { name: table, path, signedIn: true, usable };
        openings.push(await inspectOpening(browser, site, opening, html));
      }
    }
    for (const [count, openings] of found) {
      const [time, nodes, longest] = (["time", "nodes", "longest"] as const).map((name) =>
        Math.round(median(openings.map((one) => one[name]))),
      );
      console.log(`${count} ${table}: ${time} ms, ${nodes} nodes, longest task ${longest} ms`);
    }
  }
}

type Inspection = Awaited<ReturnType<typeof inspectOpening>>;
