import { defineConfig } from "@playwright/test";
import { chromiumFlags, chromiumPath } from "./tests/support/chromium.ts";

/** One Chromium, the system's own; each spec file decides which server it needs (tests/e2e/fixtures.ts). */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  // These run in the soak: many rows, large files, texts typed in full.
  grepInvert: /@long/,
  fullyParallel: false,
  // A browser test waits half of its time: three keep two cores busy.
  workers: 3,
  // What passes only the second time is named at the end of the run: it is to be mended, not lived with.
  retries: 1,
  forbidOnly: true,
  // Everything else runs beside these; what a busy machine delays has not failed.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json"]],
  outputDir: "test-results/e2e",
  use: {
    browserName: "chromium",
    headless: true,
    // A worker would fetch the whole application anew for every test; workspace-offline.spec.ts has one.
    serviceWorkers: "block",
    // Recording costs a third of the time; FOYER_TRACE=1 records what a failing test did.
    trace: process.env.FOYER_TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath: chromiumPath,
      args: chromiumFlags,
    },
  },
});
