import type { ClientConfig } from "../../../shared/site-config.ts";
import { readContentVersion } from "../../content/content-version.ts";
import type { Snapshot } from "../page-content.ts";

/**
 * Keeps the page of a static site current: reads the content's version and, only when it has
 * changed, loads the code that replaces the page. A page delivered without content loads it. When
 * a refresh fails, the page keeps its content and names its date.
 * @param snapshot what the page was delivered with; null without content.
 * @param onShown called after the page's elements have been replaced.
 * @param loadCode loads the code with React.
 */
export async function startRefresh(
  config: ClientConfig,
  snapshot: Snapshot | null,
  onShown: () => void,
  loadCode: LoadPageCode,
): Promise<void> {
  if (!snapshot) return (await loadCode()).loadPage(config, onShown);
  try {
    const { version } = snapshot;
    if (version && (await readContentVersion(fetch, config)) === version) return;
    await (await loadCode()).refreshPage(config, onShown);
  } catch (error) {
    console.error("The content could not be refreshed", error);
    report(snapshot.takenAt);
  }
}

export type LoadPageCode = () => Promise<typeof import("../current-page.tsx")>;

/** Loads the separate bundle, whose URL is relative to the document. */
export const loadPageCode: LoadPageCode = () => {
  const url = document.querySelector<HTMLElement>("script[data-page]")?.dataset.page ?? "";
  return import(/* @vite-ignore */ new URL(url, document.baseURI).href);
};

function report(takenAt: string): void {
  const day = new Date(takenAt).toLocaleDateString("en-US", { dateStyle: "long" });
  const notice = document.createElement("p");
  notice.setAttribute("role", "status");
  notice.textContent = `The latest changes could not be loaded. This page shows the content of ${day}.`;
  document.querySelector(".footer .top")?.before(notice);
}
