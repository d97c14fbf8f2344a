/**
 * Builds everything in `dist` except a static site's page: browser files, boot script, prerender,
 * server. `scripts/bake.ts` writes that page.
 */
import { rm } from "node:fs/promises";
import { buildBoot, buildClient, buildPrerender, buildServer } from "./build/bundles.ts";
import { compressAssets } from "./build/compress.ts";
import { buildServiceWorker } from "./build/service-worker.ts";
import { buildBase, readSnapshotConfig } from "./build/snapshot-config.ts";

process.env.NODE_ENV = "production";
try {
  const base = buildBase(readSnapshotConfig(process.env));
  await rm("dist", { recursive: true, force: true });
  await step("browser files", () => buildClient(base));
  await step("boot script", buildBoot);
  await step("service worker", () => buildServiceWorker(base));
  // Skipped for hosts that compress files themselves.
  if (!process.argv.includes("--no-compress")) await step("compressed forms", compressAssets);
  await step("prerender", () => buildPrerender(base));
  await step("server", () => buildServer(process.argv.includes("--all-commands")));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function step(name: string, run: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await run();
  console.log(`  ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
