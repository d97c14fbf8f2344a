import { foldText } from "../../lib/search/fold-text.ts";
import type { Note } from "./note.ts";

/** Whether title and text, as far as loaded, contain every word. */
export function matches(note: Note, words: readonly string[]): boolean {
  const text = searchTextOf(note);
  return words.every((word) => text.includes(word));
}

/** The plain text of rich text, in one line; for search, previews and labels. */
export function plainText(html: string): string {
  return html
    .replace(INLINE, "")
    .replace(/<[^>]*>?/g, " ")
    .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (_entity, name: string) => ENTITIES[name] ?? " ")
    .replace(/\s+/g, " ")
    .trim();
}

// Inline elements may be inside a word; others end one. The database search does the same.
const INLINE = /<\/?(?:strong|b|em|i|u|s|mark|a|code)(?:\s[^>]*)?>/gi;

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

const texts = new WeakMap<Note, string>();

function searchTextOf(note: Note): string {
  const text = texts.get(note) ?? foldText(`${note.title} ${plainText(note.content)}`);
  texts.set(note, text);
  return text;
}
