import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";

/**
 * Imports modules that are otherwise imported on first use, so that the installation may change
 * while the server runs (`npm ci`, a build): Node.js caches a failed import until it is restarted.
 * A module that cannot be loaded is reported on first use.
 */
export async function loadModules(
  { backup }: Pick<Config, "backup">,
  { prerender }: Pick<ServerDeps["paths"], "prerender">,
): Promise<void> {
  await Promise.allSettled([
    import("./page/renderer.ts").then(({ importPrerender }) => importPrerender(prerender)),
    import("./page/share-card.ts").then(({ loadShareCard }) => loadShareCard()),
    backup && import("./backups/scheduled-backups.ts"),
    backup &&
      "bucket" in backup.to &&
      import("./storage/blobs/s3/bucket.ts").then(({ loadSdk }) => loadSdk()),
  ]);
}
