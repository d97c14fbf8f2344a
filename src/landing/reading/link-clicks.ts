import type { ClientConfig } from "../../../shared/site-config.ts";
import { isOwnerBrowser } from "../../lib/owner-browser.ts";
import { insertRow } from "./insert-row.ts";

/**
 * Reports each link that is followed by its address; the database recognizes those of projects,
 * social links, the CV and contact, and ignores others. The owner's are not sent.
 */
export function startLinkClicks(config: ClientConfig): void {
  const report = ({ target, button }: MouseEvent) => {
    const element = (target as Element).closest(FOLLOWED);
    // The right button only opens a menu.
    if (!element || button === 2 || isOwnerBrowser()) return;
    const link = element.matches(".cv-link") ? "cv" : (element.getAttribute("href") ?? "form");
    // A count that is lost is not worth a message.
    insertRow(config, "link_clicks", { target: link }).catch(() => {});
  };
  addEventListener("click", report);
  // The middle button opens a new tab.
  addEventListener("auxclick", report);
}

const FOLLOWED = 'a[href^="http"], a[href^="mailto:"], .cv-link, [data-contact-button]';
