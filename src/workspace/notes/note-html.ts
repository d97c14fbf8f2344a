import { sinkBy } from "../../editor/sink-ticked.ts";
import { sanitizeHtmlInBrowser } from "../../lib/sanitize/sanitize-html-browser.ts";

/**
 * Checks or unchecks the n-th checklist item of the rich text, and moves it to the others of its
 * state unless that is turned off.
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

/** Converts a note to Markdown; drops alignment and highlighting, which Markdown lacks. */
export function toMarkdown(title: string, html: string): string {
  const heading = title.trim() && `# ${escapeText(title.trim())}`;
  return `${[heading, ...blocksOf(parse(html))].filter(Boolean).join("\n\n")}\n`;
}

// A parsed document runs and loads nothing.
function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(sanitizeHtmlInBrowser(html), "text/html").body;
}

function blocksOf(parent: Node): string[] {
  const blocks: string[] = [];
  let loose = "";
  for (const child of parent.childNodes) {
    const block = child instanceof HTMLElement ? blockOf(child) : null;
    if (block === null) {
      loose += inline(child);
      continue;
    }
    blocks.push(loose.trim(), block);
    loose = "";
  }
  return [...blocks, loose.trim()].filter(Boolean);
}

function blockOf(element: HTMLElement): string | null {
  switch (element.localName) {
    case "p":
      return inlineOf(element);
    case "h3":
      return `### ${inlineOf(element)}`;
    case "h4":
      return `#### ${inlineOf(element)}`;
    case "blockquote":
      return indent(blocksOf(element).join("\n\n"), "> ", "> ");
    case "ul":
    case "ol":
      return [...element.children].map((item, index) => listItem(element, item, index)).join("\n");
    default:
      return null;
  }
}

function listItem(list: HTMLElement, item: Element, index: number): string {
  const marker = list.localName === "ol" ? `${index + 1}. ` : "- ";
  const checked = item.getAttribute("data-checked");
  const box = checked === null ? "" : checked === "true" ? "[x] " : "[ ] ";
  const text = blocksOf(item).join("\n");
  return indent(`${box}${text}`, marker, " ".repeat(marker.length));
}

function indent(text: string, first: string, others: string): string {
  return text
    .split("\n")
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join("\n");
}

function inlineOf(element: Node): string {
  return [...element.childNodes].map(inline).join("").trim();
}

const MARKS: Record<string, string> = { strong: "**", b: "**", em: "*", i: "*", s: "~~" };

function inline(node: Node): string {
  if (node instanceof Text) return escapeText(node.data);
  if (!(node instanceof HTMLElement)) return "";
  const { localName } = node;
  if (localName === "br") return "  \n";
  // Its file has no address of its own.
  if (localName === "img") return `![${escapeText(node.getAttribute("alt") ?? "")}]()`;
  if (localName === "code") return codeSpan(node.textContent ?? "");
  const text = [...node.childNodes].map(inline).join("");
  if (localName === "a") return `[${text}](<${node.getAttribute("href") ?? ""}>)`;
  const mark = MARKS[localName];
  // Markdown marks must touch the words they enclose.
  return mark ? text.replace(/^(\s*)(.*\S)(\s*)$/s, `$1${mark}$2${mark}$3`) : text;
}

function codeSpan(text: string): string {
  const fence = "`".repeat(
    Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1,
  );
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>~]/g, "\\$&").replace(/^(\s*)([#+-]|\d+\.)(?=\s)/, "$1\\$2");
}
