import { createSiteTemplates } from "../support/built-site.ts";

/** Playwright runs this once before all browser tests, and what it returns after them. */
export default function setup(): Promise<() => Promise<void>> {
  return createSiteTemplates();
}
