import type { Note } from "./note.ts";

/** The words of a search: every one of them has to be in a note, as a part of any word there. */
export function searchWords(search: string): string[] {
  return fold(search).split(/\s+/).filter(Boolean);
}

/** Whether title and text, as far as they are here, hold every word. */
export function matches(note: Note, words: readonly string[]): boolean {
  const text = searchTextOf(note);
  return words.every((word) => text.includes(word));
}

/** The text of rich text, in one line; for searching, previews and names. */
export function plainText(html: string): string {
  return html
    .replace(INLINE, "")
    .replace(/<[^>]*>?/g, " ")
    .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (_entity, name: string) => ENTITIES[name] ?? " ")
    .replace(/\s+/g, " ")
    .trim();
}

// Emphasis may stand inside a word; any other element ends one. The database searches the same way.
const INLINE = /<\/?(?:strong|b|em|i|u|s|mark|a|code)(?:\s[^>]*)?>/gi;

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

const texts = new WeakMap<Note, string>();

function searchTextOf(note: Note): string {
  const text = texts.get(note) ?? fold(`${note.title} ${plainText(note.content)}`);
  texts.set(note, text);
  return text;
}

const fold = (text: string) => text.normalize("NFKC").toLowerCase();
