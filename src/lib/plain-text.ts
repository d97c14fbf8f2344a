import { findAddresses } from "./addresses.ts";
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

/** Plain text as HTML, with its addresses as links. */
export function linkedHtml(text: string): string {
  const parts = splitAtAddresses(text).map(({ text: part, href }) => {
    const html = escapeHtml(part);
    return href ? `<a href="${escapeHtml(href)}">${html}</a>` : html;
  });
  return parts.join("");
}

/** HTML with the addresses in its texts as links, except in code. */
export function linkAddresses(html: string): string {
  return html.replace(/<(a|code|pre)\b.*?<\/\1>|<[^>]*>|[^<]*[.:@][^<]*/gs, (part) =>
    part.startsWith("<") ? part : linkedHtml(decodeEntities(part)),
  );
}

/** Divides a text into its web and email addresses, which have links, and the texts around them. */
export function splitAtAddresses(text: string): { text: string; href?: string }[] {
  let end = 0;
  const parts = findAddresses(text).flatMap(({ text: address, index, href }) => {
    if (PRODUCT_NAME.test(address)) return [];
    const before = text.slice(end, index);
    end = index + address.length;
    return [{ text: before }, { text: address, href }];
  });
  return [...parts, { text: text.slice(end) }].filter((part) => part.text !== "");
}

/** Matches names such as ASP.NET and Socket.IO, which are no links unless they were typed as such. */
const PRODUCT_NAME = /^[^/:@]+(?<!^www\..+)\.(?:net|io)$/i;

/** Replaces the most common named entities and all numeric ones by characters. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,5})|#(\d{1,6})|(amp|lt|gt|quot|nbsp));/gi,
    (_, hex?: string, decimal?: string, name = "") =>
      ENTITIES[name.toLowerCase()] ?? String.fromCodePoint(Number(hex ? `0x${hex}` : decimal)),
  );
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };
