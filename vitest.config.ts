import { defineConfig } from "vitest/config";

/**
 * Milliseconds until a test that hangs is ended. It says nothing about speed: `npm test` has to pass
 * beside eight busy loops on two cores, where a test takes up to ten times its usual time.
 */
const HUNG = 300_000;

/** How long a test polls for an expected state; Vitest's default is one second. */
const patient = { poll: { timeout: 120_000 } };

/** `unit` beside the code, `database` against real clusters, `gateway` over HTTP, `hosted` against a hosted-style Supabase, `lifecycle` and (not in `npm test`) `node-versions`, `firefox`, `container` and `soak` on the built server. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "{src,server,shared,scripts,supabase,tests/{structure,history}}/**/*.test.{ts,tsx}",
          ],
          environment: "node",
          expect: patient,
          // Loading jsdom and React again for each file took two thirds of the time. A file undoes
          // what it stubs; storage is emptied after each test.
          isolate: false,
          setupFiles: ["tests/support/component-setup.ts"],
          testTimeout: HUNG,
        },
      },
      {
        test: {
          name: "database",
          include: ["tests/database/**/*.test.ts"],
          environment: "node",
          expect: patient,
          // The files share a cluster; loading the server again for each would take longer than
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
          // The files share a cluster; loading the server again for each would take longer than
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
          // Each test starts entire servers; in parallel they would only slow each other down.
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
          // The files share one project, in which each assigns the two roles to its own accounts,
          // and the loaded product.
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
