import { type ReactNode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import type { ClientConfig } from "../../shared/site-config.ts";
import { readEmbeddedJson } from "../lib/embed-json.ts";
import { readClientConfig } from "../lib/site-config.ts";
import { DATA_ID, type PageData } from "./page-content.ts";
import { startCurrentSection } from "./reading/current-section.ts";
import { startTypeface } from "./reading/typeface.ts";
import { recordVisit } from "./visits/record-visit.ts";

/**
 * Hydrates the page and counts the visit. Throws when the root element or the configuration is
 * missing.
 * @param render the page as prerendered, from the data it was delivered with, if any.
 */
export function mount(render: (data: PageData | null, config: ClientConfig) => ReactNode): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no root element (#root), so it cannot start.");
  const config = readClientConfig();
  const data = readEmbeddedJson<PageData>(DATA_ID);
  const page = render(data, config);
  // As a transition, hydration yields to the browser every few milliseconds.
  startTransition(() => {
    if (data) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
  void recordVisit(config);
  startCurrentSection();
  void startTypeface();
}
