import type { ClientConfig } from "../../../shared/site-config.ts";
import { isOwnerBrowser } from "../../lib/owner-browser.ts";
import { insertRow } from "./insert-row.ts";

/**
 * Counts this page load as one visit, unless it is the owner's. A failure is only logged and never
 * shown to the visitor.
 * @param referrer the address of the page that linked here, of which only the host is sent.
 */
export async function recordVisit(config: ClientConfig, referrer = ""): Promise<void> {
  if (isOwnerBrowser()) return;
  try {
    await insertRow(config, "visits", { referrer_host: otherHost(referrer) });
  } catch (error) {
    console.error("Error tracking visit", error);
  }
}

function otherHost(referrer: string): string | undefined {
  // "android-app:" is the scheme of links in apps; other schemes have no host.
  const host = /^[a-z-]+:\/\/([^/?#@]+)/.exec(referrer)?.[1];
  return host && host !== location.host ? host.replace(/:\d+$/, "") : undefined;
}
