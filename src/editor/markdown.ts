/**
 * Converts pasted Markdown to HTML: headings, lists, checklists, quotations, code, tables and
 * emphasis. Null for any other text. Line breaks within a paragraph are kept.
 */
export function markdownToHtml(text: string): string | null {
  const plain = text.replace(/\r\n?/g, "\n");
  if (plain.length > LONGEST || plain.startsWith("#!")) return null;
  const isMarkdown = plain.split("\n").some((line) => BLOCK.test(line)) || EMPHASIS.test(plain);
  return isMarkdown ? blocks(plain.split("\n"), 0) : null;
}

/** Maximum length, in characters; longer texts are pasted as plain text. */
const LONGEST = 200_000;

const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(\S.*)$/;
const HEADING = /^ {0,3}(#{1,6})\s+(\S.*?)(?:\s+#+)?\s*$/;
const QUOTE = /^ {0,3}>\s?(.*)$/;
const FENCE = /^ {0,3}(```+|~~~+)/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const DELIMITERS = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const BLOCK = new RegExp(
  [ITEM, HEADING, /^ {0,3}>\s?\S/, FENCE].map(({ source }) => `(?:${source})`).join("|"),
);
const EMPHASIS =
  /\*\*\S[^*\n]{0,500}\*\*|~~\S[^~\n]{0,500}~~|`[^`\n]{1,500}`|\]\((?:https?|mailto):|^\s*\|?\s*:?-+:?\s*\|/m;

function blocks(lines: readonly string[], depth: number): string {
  const html: string[] = [];
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0) html.push(`<p>${paragraph.map(inline).join("<br>")}</p>`);
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    const heading = HEADING.exec(line);
    const read = depth < DEEPEST ? container(lines, at, depth + 1) : null;
    if (read) {
      flush();
      html.push(read.html);
      at = read.next;
      continue;
    }
    at += 1;
    if (heading) {
      flush();
      const level = heading[1]?.length ?? 1;
      html.push(`<h${level}>${inline(heading[2] ?? "")}</h${level}>`);
    } else if (paragraph.length === 1 && /^\s*(?:=+|-{2,})\s*$/.test(line)) {
      const level = line.includes("=") ? 1 : 2;
      html.push(`<h${level}>${inline(paragraph[0] ?? "")}</h${level}>`);
      paragraph = [];
    } else if (line.trim() === "" || RULE.test(line)) flush();
    else paragraph.push(line.trim());
  }
  flush();
  return html.join("");
}

/** Maximum nesting depth; deeper lists and quotations are read as text. */
const DEEPEST = 12;

/** Parses a multi-line block that starts at this line. */
function container(lines: readonly string[], at: number, depth: number): Read | null {
  const line = lines[at] ?? "";
  if (FENCE.test(line)) return code(lines, at);
  if (QUOTE.test(line)) return quotation(lines, at, depth);
  if (ITEM.test(line) && !RULE.test(line)) return list(lines, at, depth);
  return table(lines, at);
}

interface Read {
  html: string;
  /** Index of the first line after it. */
  next: number;
}

function code(lines: readonly string[], from: number): Read {
  const fence = FENCE.exec(lines[from] ?? "")?.[1] ?? "";
  let end = from + 1;
  while (end < lines.length && !lines[end]?.trimStart().startsWith(fence)) end += 1;
  const text = lines
    .slice(from + 1, end)
    .map(escapeHtml)
    .join("\n");
  return { html: `<pre>\n${text}</pre>`, next: end + 1 };
}

function quotation(lines: readonly string[], from: number, depth: number): Read {
  const inner: string[] = [];
  let at = from;
  for (; QUOTE.test(lines[at] ?? ""); at += 1) inner.push(QUOTE.exec(lines[at] ?? "")?.[1] ?? "");
  return { html: `<blockquote>${blocks(inner, depth)}</blockquote>`, next: at };
}

function list(lines: readonly string[], from: number, depth: number): Read {
  const first = markerOf(lines[from]);
  const items: string[] = [];
  let at = from;
  for (;;) {
    const marker = markerOf(lines[at]);
    if (!first || !marker || !isSameList(first, marker)) break;
    const inner = [marker.text];
    at += 1;
    // Deeper indented lines belong to the item, even after an empty line.
    while (at < lines.length && isInItem(lines, at, first.indent)) {
      inner.push(withoutIndent(lines[at] ?? "", first.indent + 2));
      at += 1;
    }
    items.push(`<li>${blocks(inner, depth)}</li>`);
    // An empty line between two items does not end the list.
    if (lines[at]?.trim() === "" && markerOf(lines[at + 1])) at += 1;
  }
  const name = first?.isOrdered ? "ol" : "ul";
  return { html: `<${name}>${items.join("")}</${name}>`, next: at };
}

/** The start of a list item. */
interface Marker {
  /** Number of characters before the bullet or number. */
  indent: number;
  isOrdered: boolean;
  /** The first line of the item's content. */
  text: string;
}

function markerOf(line = ""): Marker | null {
  const match = ITEM.exec(line);
  if (!match) return null;
  const [, indent = "", bullet = "", text = ""] = match;
  return { indent: indent.length, isOrdered: /\d/.test(bullet), text };
}

/** One more space of indentation does not begin a nested list. */
function isSameList(first: Marker, { indent, isOrdered }: Marker): boolean {
  return indent >= first.indent && indent <= first.indent + 1 && isOrdered === first.isOrdered;
}

function isInItem(lines: readonly string[], at: number, indent: number): boolean {
  const line = lines[at] ?? "";
  const next = line.trim() === "" ? (lines[at + 1] ?? "") : line;
  return next.trim() !== "" && (/^\s*/.exec(next)?.[0].length ?? 0) > indent + 1;
}

const withoutIndent = (line: string, most: number) =>
  line.replace(new RegExp(`^\\s{0,${most}}`), "");

function table(lines: readonly string[], from: number): Read | null {
  const delimiters = lines[from + 1] ?? "";
  if (!lines[from]?.includes("|") || !delimiters.includes("|") || !DELIMITERS.test(delimiters)) {
    return null;
  }
  let next = from + 2;
  while (lines[next]?.includes("|")) next += 1;
  const rows = [lines[from] ?? "", ...lines.slice(from + 2, next)].map((row, index) => {
    const name = index === 0 ? "th" : "td";
    return `<tr>${cellsOf(row)
      .map((cell) => `<${name}>${inline(cell)}</${name}>`)
      .join("")}</tr>`;
  });
  return { html: `<table>${rows.join("")}</table>`, next };
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll("\\|", "|").trim());
}

// Lengths are bounded to prevent excessive backtracking.
const INLINE = new RegExp(
  [
    /\\([\\`*_{}[\]()#+\-.!~=|<>])/,
    /(`{1,3})([^`\n]{1,2000})\2(?!`)/,
    /!\[([^\]\n]{0,500})\]\(<?((?:[^()\s>]|\([^()\s>]{0,500}\)){1,2000})>?(?:\s"[^"\n]{0,500}")?\)/,
    /\[([^[\]\n]{1,1000})\]\(<?((?:[^()\s>]|\([^()\s>]{0,500}\)){1,2000})>?(?:\s"[^"\n]{0,500}")?\)/,
    /<((?:https?:\/\/|mailto:)[^>\s]{1,2000})>/,
    /\*\*(?=\S)([^\n]{0,2000}?\S)\*\*/,
    /(?<!\w)__(?=\S)([^\n]{0,2000}?\S)__(?!\w)/,
    /\*(?=[^\s*])([^*\n]{0,2000}?[^\s*])\*/,
    /(?<!\w)_(?=[^\s_])([^_\n]{0,2000}?[^\s_])_(?!\w)/,
    /~~(?=\S)([^\n]{0,2000}?\S)~~/,
    /==(?=\S)([^=\n]{0,2000}?\S)==/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

function inline(text: string): string {
  let html = "";
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    html += escapeHtml(text.slice(from, match.index)) + element(match);
    from = match.index + match[0].length;
  }
  return html + escapeHtml(text.slice(from));
}

function element(match: RegExpMatchArray): string {
  const [, escaped, , code, alt, source, label, target, address, ...marks] = match;
  if (escaped !== undefined) return escapeHtml(escaped);
  if (code !== undefined) return `<code>${escapeHtml(code)}</code>`;
  if (source !== undefined)
    return `<img alt="${escapeHtml(alt ?? "")}" src="${escapeHtml(source)}">`;
  if (label !== undefined) return `<a href="${escapeHtml(target ?? "")}">${inline(label)}</a>`;
  if (address !== undefined) return `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
  const index = marks.findIndex((mark) => mark !== undefined);
  const name = MARKS[index] ?? "span";
  return `<${name}>${inline(marks[index] ?? "")}</${name}>`;
}

const MARKS = ["strong", "strong", "em", "em", "s", "mark"];

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
