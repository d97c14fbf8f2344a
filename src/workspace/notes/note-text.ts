import { foldText, passageOf } from "../../lib/search/fold-text.ts";
import { type Note, titleOf } from "./note.ts";

/** Whether title and text, as far as loaded, contain every word. */
export function matches(note: Note, words: readonly string[]): boolean {
  const text = searchTextOf(note);
  return words.every((word) => text.includes(word));
}

/**
 * What to show of a note that was found by words below the part that its card shows.
 * @returns null where the card shows all words that the loaded text has.
 */
export function passageBelow(note: Note, words: readonly string[]): string | null {
  if (words.length === 0) return null;
  const text = plainText(note.content);
  const shown = foldText(`${titleOf(note)} ${text.slice(0, SHOWN)}`);
  const hidden = words.filter((word) => !shown.includes(word));
  const isLoaded = hidden.some((word) => foldText(text).includes(word));
  return isLoaded ? passageOf(text, hidden) : null;
}

/** Characters that a card shows at least, as paragraphs. */
const SHOWN = 200;

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

/** The texts to search of the first `count` notes of a list, computed once per list. */
export function searchTextsOf(notes: readonly Note[], count: number): readonly string[] {
  let known = lists.get(notes);
  if (!known || known.length < Math.min(count, notes.length)) {
    known = notes.slice(0, count).map(searchTextOf);
    lists.set(notes, known);
  }
  return known;
}

const lists = new WeakMap<readonly Note[], readonly string[]>();

/** Title and text, as far as loaded, folded for searching. */
function searchTextOf(note: Note): string {
  const text = texts.get(note) ?? foldText(`${note.title} ${plainText(note.content)}`);
  texts.set(note, text);
  return text;
}
