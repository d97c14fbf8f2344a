import { defineConfig } from "@playwright/test";
import journeys from "./playwright.config.ts";

/** Journeys that take longer than anybody waits for (`npm run test:soak`). */
export default defineConfig({ ...journeys, testDir: "tests/soak", outputDir: "test-results/soak" });
