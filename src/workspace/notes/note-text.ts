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

/** The plain text in lines, with the marks of list items and the alternative texts of pictures. */
export function textLines(html: string): string {
  return html
    .replace(/\s+/g, " ")
    .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, (_, alt) =>
      alt ? `<p>[Picture: ${alt}]</p>` : "<p>[Picture]</p>",
    )
    .replace(/<li([^>]*)>(?:<p[^>]*>)?/g, (_, attributes: string) => {
      const [, checked] = /data-checked="(\w+)"/.exec(attributes) ?? [];
      return `\n${checked === undefined ? "•" : checked === "true" ? "☑\ufe0e" : "☐"} `;
    })
    .split(/\n|<(?:p|h[34]|br)\b[^>]*>/)
    .map(plainText)
    .filter(Boolean)
    .join("\n");
}

/** The title, or else the start of the text, to name a note in a sentence. */
export function nameOf(note: Pick<Note, "title" | "content">): string {
  const name = [...(titleOf(note) || plainText(note.content))];
  if (name.length === 0) return "A note without text";
  return `“${name.slice(0, 60).join("")}${name.length > 60 ? "…" : ""}”`;
}

/** A message about "This note", with the note's name instead, for screens that show several. */
export function withName(message: string, note: Pick<Note, "title" | "content">): string {
  // As a text, a name such as "$&" would be a pattern.
  return message.replace(/^This note/, () => nameOf(note));
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
