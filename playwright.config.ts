import { defineConfig } from "@playwright/test";
import type { WorkerOptions } from "./tests/e2e/fixtures.ts";
import { chromiumFlags, chromiumPath, lightChromiumPath } from "./tests/support/chromium.ts";

/**
 * Tests that run in the full browser: one whole journey per area, and tests that depend on more
 * than the engine (docs/decisions/0052-headless-shell-for-most-journeys.md).
 */
const inFullBrowser = new RegExp(
  `/(${[
    ...["admin/entries", "drive/files"],
    // Tests of the service worker, the PDF viewer, printing, downloads and file pickers.
    ...[
      "workspace/offline",
      "workspace/installed",
      "app/stored-files",
      "landing/print",
      "drive/contents",
    ],
    ...["drive/zip", "drive/resume", "drive/uploads"],
    // Tests of autofill.
    "landing/contact",
    // Tests of animation frames, and tests with separate sites.
    ...["landing/typing", "landing/layout-shift", "landing/static-site", "admin/first-owner"],
  ].join("|")})\\.spec\\.ts$`,
);

/** Uses Debian's Chromium; each spec file selects its server (tests/e2e/fixtures.ts). */
export default defineConfig<object, WorkerOptions>({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  // Only the soak runs these tests (docs/decisions/0047-what-tests-share-and-repeat.md).
  grepInvert: /@long/,
  fullyParallel: false,
  // On two cores, three workers took 13 % longer than two, and 19 % more processor time.
  workers: "100%",
  // A test that passes only on the second attempt is listed at the end of the run and must be
  // fixed.
  retries: 1,
  forbidOnly: true,
  // Ends a hanging test; a busy machine must not fail one.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [["list"], ["json"]],
  outputDir: "test-results/e2e",
  use: {
    browserName: "chromium",
    headless: true,
    // Rendering typed texts and fades takes 0.1 s of processor time per second on the public page.
    // Tests of motion, and one journey through that page, use `withMotion`.
    contextOptions: { reducedMotion: "reduce" },
    // A service worker would download the application for every test; workspace/offline.spec.ts
    // enables it.
    serviceWorkers: "block",
    cpuSlowdown: Number(process.env.FOYER_CPU_SLOWDOWN ?? 1),
    // Tracing takes a third of the time; FOYER_TRACE=1 enables it for failing tests.
    trace: process.env.FOYER_TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath: chromiumPath,
      args: chromiumFlags,
    },
  },
  projects: [
    { name: "full", testMatch: inFullBrowser },
    {
      name: "shell",
      testIgnore: inFullBrowser,
      use: { launchOptions: { executablePath: lightChromiumPath, args: chromiumFlags } },
    },
  ],
});
