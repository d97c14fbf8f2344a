import { sanitizeHtmlInBrowser } from "../../../lib/sanitize/sanitize-html-browser.ts";
import { fromMarkdown } from "./from-markdown.ts";

/** Paths of the picture files in an export, by id. */
export type PicturePaths = ReadonlyMap<string, string>;

interface Style {
  /**
   * How emphasis is written: as Markdown, as HTML tags where Markdown would be ambiguous, or
   * `plain`, without what Markdown cannot express.
   */
  emphasis: "marks" | "tags" | "plain";
  paths: PicturePaths;
}

/**
 * A note's HTML as Markdown. Formats that Markdown lacks, such as alignment, are written as HTML.
 * `fromMarkdown` restores the same note.
 */
export function toExactMarkdown(html: string, paths: PicturePaths = new Map()): string {
  const body = parse(html);
  const whole = markdownOf(body.childNodes, { emphasis: "marks", paths });
  if (isSame(whole, body, paths)) return whole;
  const parts = partsOf(body.childNodes).map((nodes) => {
    const alone = document.createElement("body");
    alone.append(...nodes.map((node) => node.cloneNode(true)));
    const written = (["marks", "tags"] as const).map((emphasis) =>
      markdownOf(nodes, { emphasis, paths }),
    );
    const text = written.find((one) => isSame(one, alone, paths)) ?? asHtml(alone);
    return writtenAs(nameOf(nodes), text);
  });
  const joined = [join(parts, "lines"), join(parts, "blocks")];
  return joined.find((text) => isSame(text, body, paths)) ?? asHtml(body);
}

/** A note as Markdown for other programs; drops alignment and underlining, which Markdown lacks. */
export function toPlainMarkdown(title: string, html: string): string {
  const heading = title.trim() && `# ${escapeText(title.trim())}`;
  const style: Style = { emphasis: "plain", paths: new Map() };
  const text = markdownOf(parse(html).childNodes, style);
  return `${[heading, text].filter(Boolean).join("\n\n")}\n`;
}

// A parsed document executes and loads nothing.
function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(sanitizeHtmlInBrowser(html), "text/html").body;
}

/** @param paths the paths by which the import finds the pictures and measures their sizes. */
function isSame(markdown: string, body: HTMLElement, paths: PicturePaths): boolean {
  const pictures = [...body.querySelectorAll("img")];
  const picture = (address: string, alt: string) => {
    const isShown = (one: HTMLImageElement) =>
      one.alt === alt && paths.get(one.dataset.file ?? "") === address;
    return pictures.find(isShown)?.outerHTML ?? "";
  };
  const html = fromMarkdown(markdown, { isOwn: true, picture });
  return html !== null && parse(html).isEqualNode(body);
}

/** A block as HTML without empty lines, which would end it. The element around it is dropped. */
function asHtml(body: HTMLElement): string {
  return `<div>${oneLine(body.innerHTML)}</div>`;
}

const oneLine = (html: string) => html.replaceAll("\r", "&#13;").replaceAll("\n", "&#10;");

/** Groups the nodes: each block alone, and the inline nodes between blocks together. */
function partsOf(nodes: Iterable<Node>): Node[][] {
  const parts: Node[][] = [];
  let loose: Node[] | null = null;
  for (const node of nodes) {
    if (BLOCKS.test((node as Element).localName ?? "")) {
      parts.push([node]);
      loose = null;
      continue;
    }
    if (!loose) {
      loose = [];
      parts.push(loose);
    }
    loose.push(node);
  }
  return parts;
}

const BLOCKS = /^(?:p|h3|h4|blockquote|ul|ol|img)$/;

/** The element name of a single block; empty for inline nodes. */
function nameOf([node]: Node[]): string {
  const name = (node as Element | undefined)?.localName ?? "";
  return BLOCKS.test(name) ? name : "";
}

function markdownOf(nodes: Iterable<Node>, style: Style): string {
  return join(writtenOf(nodes, style), "lines", style.emphasis === "plain");
}

interface Written {
  name: string;
  text: string;
}

/** An aligned paragraph, or one that Markdown cannot express, is written as HTML. */
const writtenAs = (name: string, text: string): Written => ({
  name: /^<(?:p\s|div>)/.test(text) ? "html" : name,
  text,
});

function writtenOf(nodes: Iterable<Node>, style: Style): Written[] {
  return partsOf(nodes).map((part) => {
    const name = nameOf(part);
    const text = name ? block(part[0] as HTMLElement, style) : line(part, style);
    return writtenAs(name, text);
  });
}

/**
 * How adjacent paragraphs are written: as lines, with an empty line for each empty paragraph between
 * two others; as blocks, where lines would mean something else; or as in list items.
 */
type Paragraphs = "lines" | "blocks" | "items";

function join(parts: readonly Written[], paragraphs: Paragraphs, isPlain = false): string {
  let joined = "";
  let before: Written | undefined;
  for (let at = 0; at < parts.length; at += 1) {
    let empty = 0;
    if (paragraphs === "lines" && isText(before)) while (isEmpty(parts[at + empty])) empty += 1;
    const next = parts[at + empty];
    const isLine = paragraphs === "lines" && isText(before) && isText(next);
    const part = isLine ? next : parts[at];
    if (isLine) at += empty;
    if (!part || (isPlain && part.text === "")) continue;
    const hardBreak = empty === 0 ? "  \n" : "\n".repeat(empty + 1);
    const gap = isLine ? hardBreak : isPlain ? "\n\n" : gapBetween(before, part, paragraphs);
    joined += (before ? gap : "") + part.text;
    before = part;
  }
  return joined;
}

function gapBetween(before: Written | undefined, part: Written, paragraphs: Paragraphs): string {
  const areText = paragraphs === "blocks" && isText(before) && isText(part);
  // Two adjacent lists or quotations would be merged.
  const isContinued =
    before?.name === part.name ? GROUPS.test(part.name) : before && isList(before) && isList(part);
  return areText || isContinued ? "\n\n<!-- -->\n\n" : "\n\n";
}

const isEmpty = (part: Written | undefined) =>
  part?.name === "p" && (part.text === "" || part.text === "<p></p>");
const isText = (part: Written | undefined): part is Written => part?.name === "p" && !isEmpty(part);

const GROUPS = /^(?:blockquote|ul|ol)$/;
const isList = ({ name }: { name: string }) => name === "ul" || name === "ol";

function block(element: HTMLElement, style: Style): string {
  if (style.emphasis !== "plain" && element.hasAttribute("style"))
    return oneLine(element.outerHTML);
  switch (element.localName) {
    case "h3":
      return `### ${line(element.childNodes, style)}`;
    case "h4":
      return `#### ${line(element.childNodes, style)}`;
    case "blockquote":
      return indent(markdownOf(element.childNodes, style), "> ", "> ");
    case "ul":
    case "ol":
      return [...element.children]
        .map((item, index) => listItem(element, item, { index, style }))
        .join("\n");
    case "img":
      return pictureOf(element as HTMLImageElement, style);
    default:
      return line(element.childNodes, style) || (style.emphasis === "plain" ? "" : "<p></p>");
  }
}

/** A picture; as HTML when its file is not exported. */
function pictureOf(image: HTMLImageElement, { emphasis, paths }: Style): string {
  const path = paths.get(image.dataset.file ?? "");
  if (!path && emphasis !== "plain") return oneLine(image.outerHTML);
  return `![${escapeText(image.alt)}](${path ?? ""})`;
}

function listItem(
  list: HTMLElement,
  item: Element,
  { index, style }: { index: number; style: Style },
): string {
  const start = Number(list.getAttribute("start") ?? 1);
  const marker = list.localName === "ol" ? `${start + index}. ` : "- ";
  const checked = item.getAttribute("data-checked");
  const box = checked === null ? "" : checked === "true" ? "[x] " : "[ ] ";
  const written = writtenOf(item.childNodes, style);
  // Markdown requires text after a checkbox.
  if (box && written[0]?.text === "<p></p>") written[0].text = "<!-- -->";
  const [first, second] = written;
  // A list that starts at a number other than 1 cannot interrupt a paragraph.
  const isShort =
    written.length === 2 && first?.name === "p" && /^(?:[-*]|1\.) \S/.test(second?.text ?? "");
  const text = isShort
    ? `${first?.text}\n${second?.text}`
    : join(written, "items", style.emphasis === "plain");
  return indent(`${box}${text}`, marker, " ".repeat(marker.length));
}

function indent(text: string, first: string, others: string): string {
  return text
    .split("\n")
    .map((one, index) => {
      const start = index === 0 ? first : others;
      return one === "" ? start.trimEnd() : start + one;
    })
    .join("\n");
}

function line(nodes: Iterable<Node>, style: Style): string {
  const text = [...nodes].map((node) => inline(node, style)).join("");
  if (style.emphasis === "plain") return text.trim().replace(MARKERS, escapeMarker);
  return text
    .replace(/^\s|\s$/g, (space) => `&#${space.charCodeAt(0)};`)
    .replace(MARKERS, escapeMarker);
}

/** Characters that start another kind of block at the beginning of a line. */
const MARKERS = /^(?:[-+#>=|]|\d{1,9}[.)])/gm;

function escapeMarker(marker: string, at: number, text: string): string {
  const rest = text.slice(at + marker.length);
  if (/^[-+]$/.test(marker) && !/^(?:[\s-]|$)/.test(rest)) return marker;
  if (/^\d/.test(marker))
    return /^(?:\s|$)/.test(rest) ? `${marker.slice(0, -1)}\\${marker.at(-1)}` : marker;
  return `\\${marker}`;
}

const MARKS: Record<string, string> = {
  strong: "**",
  b: "**",
  em: "*",
  i: "*",
  s: "~~",
  mark: "==",
};

function inline(node: Node, style: Style): string {
  if (node instanceof Text)
    return escapeText(node.data, style.emphasis === "marks" ? RISKY : SPECIAL);
  if (!(node instanceof HTMLElement)) return "";
  const { localName } = node;
  if (localName === "br") return style.emphasis === "tags" ? "<br>" : "\\\n";
  if (localName === "code") {
    const code = node.textContent ?? "";
    return codeSpan(style.emphasis === "plain" ? code.replaceAll("\u00a0", " ") : code);
  }
  const text = [...node.childNodes].map((child) => inline(child, style)).join("");
  if (localName === "a") return link(node, text);
  if (style.emphasis !== "plain" && (style.emphasis === "tags" || !MARKS[localName]))
    return `<${localName}>${text}</${localName}>`;
  const mark = MARKS[localName];
  // Marks must touch the words they enclose.
  return mark ? text.replace(/^(\s*)(.*\S)(\s*)$/s, `$1${mark}$2${mark}$3`) : text;
}

function link(element: HTMLElement, text: string): string {
  const href = element.getAttribute("href") ?? "";
  const isBare = element.textContent === href && /^https?:[^\s<>]+$/.test(href);
  return isBare ? `<${href}>` : `[${text}](<${href.replace(/[\\<>]/g, "\\$&")}>)`;
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  const space = /^`|`$|^ .*[^ ].* $/s.test(text) ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

function escapeText(text: string, characters = SPECIAL): string {
  return text.replace(characters, "\\$&").replaceAll("\n", "&#10;").replaceAll("\r", "&#13;");
}

/** Characters that Markdown may interpret, and those that it nearly always interprets. */
const SPECIAL = /[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|=(?==)/gu;
const RISKY = /[\\`*<~]|\](?=[([:])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|=(?==)/gu;
