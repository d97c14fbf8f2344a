import type { ClientConfig } from "../../shared/site-config.ts";
import { readContentVersion } from "../content/content-version.ts";
import type { Snapshot } from "./page-content.ts";

/**
 * Keeps the page of a static site current: reads the content's version and, only if it has changed,
 * loads the React code that replaces the page. For a page delivered without content, always loads
 * the code.
 * @param snapshot state of the delivered content; null without content.
 * @param onShown called after the page's elements have been replaced.
 * @throws when the current content cannot be read.
 */
export async function refresh(
  config: ClientConfig,
  snapshot: Snapshot | null,
  onShown: () => void,
): Promise<void> {
  if (!snapshot) return (await loadPageCode()).loadPage(config, onShown);
  const { version } = snapshot;
  if (version && (await readContentVersion(fetch, config)) === version) return;
  await (await loadPageCode()).refreshPage(config, onShown);
}

const loadPageCode = () => import("./current-page.tsx");
