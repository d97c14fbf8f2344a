import { escapeHtml } from "./escape-html.ts";

/** The text of sanitized HTML, by line; list items begin with "- ". */
export function plainText(html: string): string {
  const text = html
    .replace(/<li\b[^>]*>(\s*<p\b[^>]*>)?/g, "\n- ")
    .replace(/<\/?(?:p|br|ul|ol|li|h\d|blockquote)\b[^>]*>/g, "\n")
    .replace(/<[^>]*>/g, "");
  return decodeEntities(text)
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter(Boolean)
    .join("\n");
}

/** Plain text as HTML, one paragraph per line. */
export function paragraphs(text: string): string {
  return text
    .split(/\n+/)
    .filter((line) => line.trim() !== "")
    .map((line) => `<p>${linkedHtml(line.trim())}</p>`)
    .join("");
}

/** Plain text as HTML, with its web addresses as links. */
export function linkedHtml(text: string): string {
  const parts = addressesIn(text).map(escapeHtml);
  return parts.map((one, index) => (index % 2 ? `<a href="${one}">${one}</a>` : one)).join("");
}

/** Splits a text into parts, of which every second one is a web address. */
export function addressesIn(text: string): string[] {
  return text.split(ADDRESS);
}

/** Matches a web address without trailing punctuation, but with balanced brackets. */
const ADDRESS = /(\bhttps?:\/\/(?:\([^\s()<>"]*\)|[^\s()<>"“”„«»])+(?<![.,;:!?'’…*\]]))/gi;

/** Replaces the most common named entities and all numeric ones by characters. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,5})|#(\d{1,6})|(amp|lt|gt|quot|nbsp));/gi,
    (_, hex?: string, decimal?: string, name = "") =>
      ENTITIES[name.toLowerCase()] ?? String.fromCodePoint(Number(hex ? `0x${hex}` : decimal)),
  );
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };
