import { foldText, hasWords, passageOf } from "../../lib/search/fold-text.ts";
import { type IndexedText, indexText, TextIndex } from "../../lib/search/text-index.ts";
import { type Note, titleOf } from "./note.ts";

/** Whether the title, labels and loaded text contain every word. */
export function matches(note: Note, words: readonly string[]): boolean {
  return hasWords(searchTextOf(note).text, words);
}

/**
 * The passage that shows the searched words when they are below the visible part of a card.
 * @returns null when the card already shows all words found in the loaded text.
 */
export function passageBelow(note: Note, words: readonly string[]): string | null {
  if (words.length === 0) return null;
  const text = plainText(note.content);
  const shown = foldText(`${titleOf(note)} ${note.labels.join(" ")} ${text.slice(0, SHOWN)}`);
  const hidden = words.filter((word) => !shown.includes(word));
  const isLoaded = hidden.some((word) => foldText(text).includes(word));
  return isLoaded ? passageOf(text, hidden) : null;
}

/** Minimum number of characters that a card shows. */
const SHOWN = 200;

/** The plain text of rich text, in one line, for search, previews and labels. */
export function plainText(html: string): string {
  return html
    .replace(INLINE, "")
    .replace(/<[^>]*>?/g, " ")
    .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (_entity, name: string) => ENTITIES[name] ?? " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The plain text, including the alternative texts of pictures. */
export function textWithPictures(html: string): string {
  const named = html.replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, (_, alt) =>
    alt ? `<p>[Picture: ${alt}]</p>` : "<p>[Picture]</p>",
  );
  return plainText(named);
}

// Inline elements may be inside a word, as in the database's search; all others end the word.
const INLINE = /<\/?(?:strong|b|em|i|u|s|mark|a|code)(?:\s[^>]*)?>/gi;

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

const texts = new WeakMap<Note, IndexedText>();

/** The folded texts of the notes, looked up once per list. */
export function searchTexts(notes: readonly Note[]): TextIndex {
  const known = lists.get(notes) ?? new TextIndex(notes.map(searchTextOf));
  lists.set(notes, known);
  return known;
}

const lists = new WeakMap<readonly Note[], TextIndex>();

/** Folds new texts ahead of a search, because ten thousand at once block this thread. */
export function prepareSearch(notes: readonly Note[]): void {
  for (const note of notes) searchTextOf(note);
}

/** Title, labels and loaded text, folded for searching. */
function searchTextOf(note: Note): IndexedText {
  const text =
    texts.get(note) ??
    indexText(foldText(`${note.title} ${note.labels.join(" ")} ${plainText(note.content)}`));
  texts.set(note, text);
  return text;
}
