import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

/** Journeys that take longer than anybody waits for (`npm run test:soak`), those tagged `@long` too. */
export default defineConfig({
  ...journeys,
  grepInvert: [],
  retries: 0,
  outputDir: "test-results/soak",
  projects: [
    { name: "soak", testDir: "tests/soak" },
    { name: "long", testDir: "tests/e2e", grep: /@long/ },
  ],
});
