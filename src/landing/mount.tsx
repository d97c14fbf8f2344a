import { type ReactNode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { readEmbeddedJson } from "../lib/embed-json.ts";
import { type ClientConfig, readClientConfig } from "../lib/site-config.ts";
import { DATA_ID, type PageData } from "./page-content.ts";
import { recordVisit } from "./visits/record-visit.ts";

/**
 * Brings the page to life and counts the visit.
 * Throws when the page lacks its root element or its configuration.
 * @param render the page, as it was prerendered, from the data it was delivered with, if any.
 */
export function mount(render: (data: PageData | null, config: ClientConfig) => ReactNode): void {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no root element (#root), so it cannot start.");
  const config = readClientConfig();
  const data = readEmbeddedJson<PageData>(DATA_ID);
  const page = render(data, config);
  // As a transition, hydration gives way to the browser every few milliseconds.
  startTransition(() => {
    if (data) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
  void recordVisit(config);
}
