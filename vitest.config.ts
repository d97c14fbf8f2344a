import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/**
 * Milliseconds after which a hanging test is ended. This is not a performance limit: `npm test`
 * must pass beside eight busy loops on two cores, where a test takes up to ten times its usual
 * time.
 */
const HUNG = 300_000;

/** Time for which a test polls for an expected state; Vitest's default is one second. */
const patient = { poll: { timeout: 120_000 } };

/** The unit tests that need a DOM, which they say in their first line. */
const withDom = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file.replaceAll("\\", "/")}`)
  .filter((file) => readFileSync(file, "utf8").startsWith("// @vitest-environment jsdom\n"));

const unit = {
  expect: patient,
  // Vitest leaves one core free, of two.
  maxWorkers: availableParallelism(),
  // Files share modules and the window, because loading jsdom and React again for each took two
  // thirds of the time. Each file undoes its stubs, and storage is emptied after each test.
  isolate: false,
  setupFiles: ["tests/support/component-setup.ts"],
  // Most objects of tests are short-lived. Six files took 51 processor seconds with V8's default of
  // 16 MB, and 38 with this.
  execArgv: ["--max-semi-space-size=64"],
  testTimeout: HUNG,
};

/**
 * `unit` and `unit-dom` are beside the code; `database` uses real clusters; `gateway` uses HTTP;
 * `hosted` uses a hosted-style Supabase; `lifecycle` and (not in `npm test`) `node-versions`,
 * `firefox`, `container` and `soak` use the built server.
 */
export default defineConfig({
  test: {
    // Transformed modules are kept in node_modules, by their content.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...unit,
          name: "unit",
          include: [
            "{src,server,shared,scripts,supabase,tests/{structure,history}}/**/*.test.{ts,tsx}",
          ],
          exclude: [...configDefaults.exclude, ...withDom],
          environment: "node",
        },
      },
      { test: { ...unit, name: "unit-dom", include: withDom, environment: "jsdom" } },
      {
        test: {
          name: "database",
          include: ["tests/database/**/*.test.ts"],
          environment: "node",
          expect: patient,
          // Files share a cluster, because loading the server again for each would take longer than
          // most tests.
          isolate: false,
          globalSetup: ["tests/support/global-setup.ts"],
          testTimeout: HUNG,
          hookTimeout: HUNG,
        },
      },
      {
        test: {
          name: "gateway",
          include: ["tests/gateway/**/*.test.ts"],
          environment: "node",
          expect: patient,
          // Files share a cluster, because loading the server again for each would take longer than
          // most tests.
          isolate: false,
          globalSetup: ["tests/support/global-setup.ts"],
          testTimeout: HUNG,
          hookTimeout: HUNG,
        },
      },
      {
        test: {
          name: "lifecycle",
          include: ["tests/lifecycle/**/*.test.ts"],
          environment: "node",
          expect: patient,
          // Each test starts complete servers, which would only slow each other down in parallel.
          isolate: false,
          fileParallelism: false,
          testTimeout: HUNG,
          hookTimeout: HUNG,
        },
      },
      {
        test: {
          name: "node-versions",
          include: ["tests/node-versions/*.test.ts"],
          environment: "node",
          expect: patient,
          fileParallelism: false,
          testTimeout: HUNG,
          hookTimeout: HUNG,
        },
      },
      {
        test: {
          name: "firefox",
          include: ["tests/firefox/*.test.ts"],
          environment: "node",
          expect: patient,
          testTimeout: HUNG,
          hookTimeout: HUNG,
        },
      },
      {
        test: {
          name: "hosted",
          include: ["tests/hosted/**/*.test.ts", "tests/gateway/contract/**/*.test.ts"],
          environment: "node",
          expect: patient,
          globalSetup: ["tests/support/hosted/hosted-setup.ts"],
          setupFiles: [
            "tests/support/hosted/hosted-contract.ts",
            "tests/support/product-client.ts",
          ],
          // Files share one project, in which each assigns the two roles to its own accounts, and
          // the loaded product.
          fileParallelism: false,
          isolate: false,
          testTimeout: HUNG,
          hookTimeout: HUNG,
        },
      },
      {
        test: {
          name: "container",
          include: ["tests/container/*.test.ts"],
          environment: "node",
          expect: patient,
          testTimeout: HUNG,
          hookTimeout: 1_800_000,
        },
      },
      {
        test: {
          name: "soak",
          include: ["tests/soak/**/*.test.ts"],
          environment: "node",
          expect: patient,
          globalSetup: ["tests/support/global-setup.ts"],
          fileParallelism: false,
          testTimeout: 1_800_000,
          hookTimeout: HUNG,
        },
      },
    ],
  },
});
