import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";

/**
 * Loads what its users import at first use, so that the installation may change while the server runs
 * (`npm ci`, a build): Node.js remembers a failed import until it is started again. What cannot be
 * loaded is reported by its first use.
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
