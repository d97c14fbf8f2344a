import type { ClientConfig } from "../../shared/site-config.ts";
import { readContentVersion } from "../content/content-version.ts";
import type { Snapshot } from "./page-content.ts";

/**
 * Keeps the page of a static site current: reads the content's version and, only when it has
 * changed, loads the code with React that replaces the page. A page delivered without content loads
 * it. When a refresh fails, the page keeps its content and names its date.
 * @param snapshot what the page was delivered with; null without content.
 * @param onShown called after the page's elements have been replaced.
 */
export async function startRefresh(
  config: ClientConfig,
  snapshot: Snapshot | null,
  onShown: () => void,
): Promise<void> {
  if (!snapshot) return (await loadPageCode()).loadPage(config, onShown);
  try {
    const { version } = snapshot;
    if (version && (await readContentVersion(fetch, config)) === version) return;
    await (await loadPageCode()).refreshPage(config, onShown);
  } catch (error) {
    console.error("The content could not be refreshed", error);
    report(snapshot.takenAt);
  }
}

const loadPageCode = () => import("./current-page.tsx");

function report(takenAt: string): void {
  const day = new Date(takenAt).toLocaleDateString("en-US", { dateStyle: "long" });
  const notice = document.createElement("p");
  notice.setAttribute("role", "status");
  notice.textContent = `The latest changes could not be loaded. This page shows the content of ${day}.`;
  document.querySelector(".footer .top")?.before(notice);
}
