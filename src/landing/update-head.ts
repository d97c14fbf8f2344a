import { PAGE_BACKGROUND } from "../../shared/page.ts";
import { BUILT_IN_ICON, paintCyan } from "../lib/sanitize/svg-policy.ts";
import type { PageContent } from "./page-content.ts";
import { pageTitle, renderMeta } from "./seo.ts";

/** Updates the title, description, social cards, JSON-LD and icons to refreshed content. */
export function updateHead(content: PageContent): void {
  const { head } = document;
  const canonical = head.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? "";
  const rendered = renderMeta(content, canonical.replace(/\/$/, ""));
  for (const outdated of head.querySelectorAll(DESCRIBING)) outdated.remove();
  const parsed = new DOMParser().parseFromString(rendered, "text/html");
  head.append(...parsed.head.childNodes);
  // The areas have their own title and icon.
  if (document.documentElement.dataset.area === "app") return;
  document.title = pageTitle(content);
  const icon = content.icon ?? BUILT_IN;
  head.querySelector("link[rel=icon]")?.setAttribute("href", icon);
  void setTouchIcon(icon);
}

const DESCRIBING =
  'meta[name=description],meta[property^="og:"],meta[name^="twitter:"],link[rel=canonical],script[type="application/ld+json"]';

const BUILT_IN = `data:image/svg+xml,${encodeURIComponent(paintCyan(BUILT_IN_ICON))}`;

/** Home screens need a picture without transparency, so the icon is drawn as at build time. */
async function setTouchIcon(icon: string): Promise<void> {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = TOUCH_SIZE;
  const context = canvas.getContext("2d");
  const picture = new Image();
  picture.src = icon;
  try {
    await picture.decode();
    if (!context) return;
    context.fillStyle = PAGE_BACKGROUND.dark;
    context.fillRect(0, 0, TOUCH_SIZE, TOUCH_SIZE);
    const size = TOUCH_SIZE - 2 * MARGIN;
    context.drawImage(picture, MARGIN, MARGIN, size, size);
    const link = document.head.querySelector("link[rel=apple-touch-icon]");
    link?.setAttribute("href", canvas.toDataURL());
  } catch {
    // If the icon cannot be drawn, the icon of the build stays.
  }
}

/** Size in pixels, as in server/page/icon-pictures.ts. */
const TOUCH_SIZE = 180;
const MARGIN = 29;
