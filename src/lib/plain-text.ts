import { escapeHtml } from "./escape-html.ts";

/** The text of sanitized HTML, one line per paragraph, line break or list item, which has "- ". */
export function plainText(html: string): string {
  return html
    .replace(/<li\b[^>]*>(\s*<p\b[^>]*>)?/g, "\n- ")
    .replace(/<\/?(?:p|br|ul|ol|li|h\d|blockquote)\b[^>]*>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, entity: keyof typeof ENTITIES) => ENTITIES[entity])
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
    .map((line) => `<p>${escapeHtml(line.trim())}</p>`)
    .join("");
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };
