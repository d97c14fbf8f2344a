import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { readEmbeddedJson } from "../lib/embed-json.ts";
import { type ClientConfig, readClientConfig } from "../lib/site-config.ts";
import { DATA_ID, LandingRoot, type PageData } from "./landing-root.tsx";
import type { PageContent } from "./page-content.ts";
import { recordVisit } from "./visits/record-visit.ts";

/**
 * Brings the page to life and counts the visit.
 * Throws when the page lacks its root element or its configuration.
 */
export function mountLanding(): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no root element (#root), so it cannot start.");
  const config = readClientConfig();
  const data = readEmbeddedJson<PageData>(DATA_ID);
  const load = () => loadContent(config);
  const page = <LandingRoot data={data} config={config} load={load} />;
  // As a transition, hydration gives way to the browser every few milliseconds.
  startTransition(() => {
    if (data) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
  void recordVisit(config);
}

// A module of its own, with a sanitiser inside, that only statically hosted pages need.
async function loadContent(config: ClientConfig): Promise<PageContent> {
  if (!config.contentLoader) throw new Error("The page was delivered without its content.");
  const loader: typeof import("./load-content.ts") = await import(
    /* @vite-ignore */ config.contentLoader
  );
  return loader.loadContent(config);
}
