/**
 * Builds everything `dist` holds: browser files, boot script, prerender, server. With
 * VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY also the page itself, for static hosting.
 */
import { rm } from "node:fs/promises";
import { buildBoot, buildClient, buildPrerender, buildServer } from "./build/bundles.ts";
import { compressAssets } from "./build/compress.ts";
import { buildServiceWorker } from "./build/service-worker.ts";
import { bakeSnapshot, readSnapshotConfig } from "./build/snapshot.ts";

process.env.NODE_ENV = "production";
try {
  const config = readSnapshotConfig(process.env);
  await rm("dist", { recursive: true, force: true });
  await step("browser files", buildClient);
  await step("boot script", buildBoot);
  await step("service worker", buildServiceWorker);
  await step("compressed forms", compressAssets);
  await step("prerender", buildPrerender);
  await step("server", buildServer);
  if (config) {
    await step(`page with the content of ${config.supabaseUrl}`, () => bakeSnapshot(config));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function step(name: string, run: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await run();
  console.log(`  ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
