import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";
import type { WorkerOptions } from "./tests/e2e/fixtures.ts";

/**
 * Journeys too slow for every run (`npm run test:soak`), including those tagged `@long`, and every
 * vector of the public collections.
 */
export default defineConfig<object, WorkerOptions>({
  ...journeys,
  grepInvert: [],
  retries: 0,
  outputDir: "test-results/soak",
  projects: [
    { name: "soak", testDir: "tests/soak" },
    { name: "long", testDir: "tests/e2e", grep: /@long/ },
    {
      name: "corpora",
      testDir: "tests/e2e",
      testMatch: /(corpora[^/]*|info-hostile)\.spec\.ts$/,
      use: { everyVector: 1 },
    },
  ],
});
