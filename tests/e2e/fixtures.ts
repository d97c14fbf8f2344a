import { test as base, type TestDetails } from "@playwright/test";
import { type Corpora, readCorpora } from "../support/corpora.ts";
import { type PageWatch, watchPages } from "../support/page-watch.ts";
import { AdminPanel } from "../support/pages/admin-panel.ts";
import { LandingPage } from "../support/pages/landing-page.ts";
import { WorkspacePanel } from "../support/pages/workspace-page.ts";
import type { BuiltSite } from "../support/sites/built-site.ts";
import { SitePool } from "../support/sites/site-pool.ts";

interface Options {
  /**
   * Which server a file uses. Files that only read share the default one of their worker; a file
   * that writes names another, either its own or one shared by files that use different tables: a
   * start costs seconds. A worker keeps the last used ones (`SitePool`).
   */
  siteName: string;
  sampleContent: "on" | "off";
  /** "off" starts a site without an owner. */
  owner: "on" | "off";
  /** Additional environment variables of the server. */
  environment: Record<string, string>;
}

interface WorkerFixtures {
  sites: SitePool;
  /** Only every n-th vector of the public collections is tried, except in the soak. */
  everyVector: number;
  corpora: Corpora;
}

interface TestFixtures extends Options {
  site: BuiltSite;
  /** Fails the test for any problem the browser reports, unless the test announced it. */
  watch: PageWatch;
  landing: LandingPage;
  admin: AdminPanel;
  workspace: WorkspacePanel;
}

const SHARED = "shared";

export const test = base.extend<TestFixtures, WorkerFixtures>({
  siteName: [SHARED, { option: true }],
  sampleContent: ["on", { option: true }],
  owner: ["on", { option: true }],
  environment: [{}, { option: true }],
  // If the site itself were a worker fixture, each file would need its own worker and browser.
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it.
    async ({}, use) => {
      const sites = new SitePool(SHARED);
      await use(sites).finally(() => sites.stop());
    },
    { scope: "worker", timeout: 120_000 },
  ],
  everyVector: [40, { option: true, scope: "worker" }],
  corpora: [
    async ({ everyVector }, use) => use(await readCorpora(everyVector)),
    { scope: "worker" },
  ],
  site: [
    async ({ sites, siteName, sampleContent, owner, environment }, use) => {
      const site = await sites.open(siteName, {
        FOYER_SAMPLE_CONTENT: sampleContent,
        ...(owner === "off" ? { FOYER_OWNER_EMAIL: "", FOYER_OWNER_PASSWORD: "" } : {}),
        ...environment,
      });
      await use(site);
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it.
  extraHTTPHeaders: async ({}, use) => use({ "x-forwarded-for": nextAddress() }),
  watch: [
    // Depends on the page, so that it stops listening before the page closes and aborts its
    // requests.
    async ({ context, page: _page, site }, use) => {
      const watch = await watchPages(context, site.origin);
      await use(watch);
      watch.stop();
      const silent = watch.missing().map((pattern) => `announced, but never came: ${pattern}`);
      base.expect([...watch.problems, ...silent], "complaints of the browser").toEqual([]);
    },
    { auto: true },
  ],
  landing: async ({ page }, use) => use(new LandingPage(page)),
  admin: async ({ page, site }, use) => use(new AdminPanel(page, site)),
  workspace: async ({ page, site }, use) => use(new WorkspacePanel(page, site)),
});

/** For `test.use()`: texts are typed and sections fade in, as for most visitors. */
export const withMotion = { contextOptions: { reducedMotion: "no-preference" } } as const;

/**
 * For a journey that several areas or lists share: `npm test` takes it through one of them, the
 * soak through the others.
 */
export const soakOnly = (others: boolean): TestDetails => (others ? { tag: "@long" } : {});

let addresses = 0;

/** A different address from the range reserved for benchmarks with every call. */
export function nextAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}
