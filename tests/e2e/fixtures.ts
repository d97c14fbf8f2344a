import { test as base, type Page, type TestDetails } from "@playwright/test";
import { type Corpora, readCorpora } from "../support/corpora.ts";
import { type FakeNotion, startFakeNotion } from "../support/fakes/fake-notion.ts";
import { type PageWatch, watchPages } from "../support/page-watch.ts";
import { AdminPanel } from "../support/pages/admin-panel.ts";
import { LandingPage } from "../support/pages/landing-page.ts";
import { WorkspacePanel } from "../support/pages/workspace-page.ts";
import type { BuiltSite } from "../support/sites/built-site.ts";
import { SitePool } from "../support/sites/site-pool.ts";

interface Options {
  /**
   * The server that a file uses. Files that only read share the default server of their worker. A
   * file that writes names another one: its own, or one shared with files that use different
   * tables, because a start takes seconds. A worker keeps the most recently used servers
   * (`SitePool`).
   */
  siteName: string;
  sampleContent: "on" | "off";
  /** "off" starts a site without an owner. */
  owner: "on" | "off";
  /** Additional environment variables of the server. */
  environment: Record<string, string>;
}

export interface WorkerOptions {
  /** How many times slower pages run, which finds tests that depend on the machine's speed. */
  cpuSlowdown: number;
  /** Fraction of the public collections' vectors that is tried: every n-th, or all in the soak. */
  everyVector: number;
}

interface WorkerFixtures extends WorkerOptions {
  sites: SitePool;
  corpora: Corpora;
  /** Started when a file's environment names it. */
  notion: FakeNotion;
}

interface TestFixtures extends Options {
  site: BuiltSite;
  slowdown: undefined;
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
  // A worker fixture per site would require a separate worker and browser for each file.
  sites: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it.
    async ({}, use) => {
      const sites = new SitePool(SHARED);
      await use(sites).finally(() => sites.stop());
    },
    { scope: "worker", timeout: 120_000 },
  ],
  cpuSlowdown: [1, { option: true, scope: "worker" }],
  everyVector: [40, { option: true, scope: "worker" }],
  corpora: [
    async ({ everyVector }, use) => use(await readCorpora(everyVector)),
    { scope: "worker" },
  ],
  notion: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from it.
    async ({}, use) => {
      const notion = await startFakeNotion();
      await use(notion).finally(() => notion.stop());
    },
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
  slowdown: [
    async ({ context, cpuSlowdown, page }, use) => {
      const slow = async (page: Page) => {
        const devtools = await context.newCDPSession(page);
        await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
      };
      if (cpuSlowdown > 1) {
        await slow(page);
        // A page may be closed by now.
        context.on("page", (other) => slow(other).catch(() => {}));
      }
      await use(undefined);
    },
    { auto: true },
  ],
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
 * For a test that applies to several areas or lists: `npm test` runs it for one of them, the soak
 * for the others.
 */
export const soakOnly = (others: boolean): TestDetails => (others ? { tag: "@long" } : {});

let addresses = 0;

/** Returns a new address at every call, from the range reserved for benchmarks. */
export function nextAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}
