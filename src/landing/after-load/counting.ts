import { REST_PATH } from "../../../shared/api-paths.ts";
import type { ClientConfig } from "../../../shared/site-config.ts";
import { isOwnerBrowser } from "../../lib/owner-browser.ts";

/**
 * Counts this page load as one visit, unless it is the owner's. A failure is logged and not shown
 * to the visitor.
 * @param referrer the URL of the linking page, of which only the host is sent.
 */
export async function recordVisit(config: ClientConfig, referrer: string): Promise<void> {
  if (isOwnerBrowser()) return;
  await insertRow(config, "visits", { referrer_host: otherHost(referrer) }).catch((error) =>
    console.error("Error tracking visit", error),
  );
}

function otherHost(referrer: string): string | undefined {
  // "android-app:" is the scheme of links in apps; other schemes have no host.
  const host = /^[a-z-]+:\/\/([^/?#@]+)/.exec(referrer)?.[1];
  return host && host !== location.host ? host.replace(/:\d+$/, "") : undefined;
}

/**
 * Reports the target of each followed link. The database recognizes links of projects, social
 * profiles, the CV and contact, and ignores others. The owner's clicks are not sent.
 */
export function startLinkClicks(config: ClientConfig): void {
  const report = ({ target, button }: MouseEvent) => {
    const element = (target as Element).closest(FOLLOWED);
    // The right button only opens a menu.
    if (!element || button === 2 || isOwnerBrowser()) return;
    const link = element.matches(".cv-link") ? "cv" : (element.getAttribute("href") ?? "form");
    // A lost count is not reported.
    insertRow(config, "link_clicks", { target: link }).catch(() => {});
  };
  addEventListener("click", report);
  // The middle button opens a new tab.
  addEventListener("auxclick", report);
}

const FOLLOWED = 'a[href^="http"], a[href^="mailto:"], .cv-link, [data-contact-button]';

/** Inserts a row that visitors may add, even while the page is unloading. */
async function insertRow(config: ClientConfig, table: string, row: object): Promise<void> {
  const response = await fetch(`${config.supabaseUrl}${REST_PATH}/${table}`, {
    method: "POST",
    headers: {
      apikey: config.publishableKey,
      "content-type": "application/json",
      prefer: "return=minimal",
    },
    body: JSON.stringify(row),
    keepalive: true,
  });
  // Browsers report a response whose body is not read as an aborted request.
  const answer = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${answer}`);
}
