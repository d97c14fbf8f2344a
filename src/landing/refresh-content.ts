import type { ClientConfig } from "../../shared/site-config.ts";
import { readContentVersion } from "../content/content-version.ts";
import type { PageContent } from "./page-content.ts";

/**
 * Reads the page's content when it has changed since the snapshot. The reader and the sanitizers
 * are loaded only then. Throws when a read fails.
 * @param version of the snapshot's content; null for a page without one.
 * @returns null when the snapshot is current.
 */
export async function refreshContent(
  config: ClientConfig,
  version: string | null,
): Promise<PageContent | null> {
  const current = version && (await readContentVersion(fetch.bind(globalThis), config));
  if (version && current === version) return null;
  const { loadContent } = await import("./load-content.ts");
  return loadContent(config);
}
