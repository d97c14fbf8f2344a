import { sinkBy } from "../../editor/sink-ticked.ts";
import { sanitizeHtmlInBrowser } from "../../lib/sanitize/sanitize-html-browser.ts";

/**
 * Checks or unchecks the n-th checklist item of the rich text, and moves it next to the items of
 * the same state unless that setting is off.
 */
export function tickItem(html: string, index: number, checked: boolean): string {
  const body = parse(html);
  const item = body.querySelectorAll<HTMLElement>("li[data-checked]")[index];
  if (!item) return body.innerHTML;
  item.dataset.checked = String(checked);
  const siblings = [...(item.parentElement?.children ?? [])] as HTMLElement[];
  const ticked = siblings.map(({ dataset }) => dataset.checked === "true");
  const by = sinkBy(ticked, siblings.indexOf(item));
  const next = siblings[siblings.indexOf(item) + by];
  if (by > 0) next?.after(item);
  if (by < 0) next?.before(item);
  return body.innerHTML;
}

/** Converts plain text to rich text: a paragraph per line. */
export function toHtml(text: string): string {
  if (text.trim() === "") return "";
  const body = document.createElement("div");
  for (const line of text.split("\n")) {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    body.append(paragraph);
  }
  return body.innerHTML;
}

// A parsed document executes and loads nothing.
function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(sanitizeHtmlInBrowser(html), "text/html").body;
}
