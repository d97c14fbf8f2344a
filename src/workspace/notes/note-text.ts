import { foldText, hasWords, passageOf } from "../../lib/search/fold-text.ts";
import { type Note, titleOf } from "./note.ts";

/** Whether title, labels and text, as far as loaded, contain every word. */
export function matches(note: Note, words: readonly string[]): boolean {
  return hasWords(searchTextOf(note), words);
}

/**
 * What to show of a note that was found by words below the part that its card shows.
 * @returns null where the card shows all words that the loaded text has.
 */
export function passageBelow(note: Note, words: readonly string[]): string | null {
  if (words.length === 0) return null;
  const text = plainText(note.content);
  const shown = foldText(`${titleOf(note)} ${note.labels.join(" ")} ${text.slice(0, SHOWN)}`);
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

/** The same, which names the pictures as well. */
export function textWithPictures(html: string): string {
  const named = html.replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, (_, alt) =>
    alt ? `<p>[Picture: ${alt}]</p>` : "<p>[Picture]</p>",
  );
  return plainText(named);
}

// Inline elements may be inside a word; others end one. The database search does the same.
const INLINE = /<\/?(?:strong|b|em|i|u|s|mark|a|code)(?:\s[^>]*)?>/gi;

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

const texts = new WeakMap<Note, string>();

/** The places, among the first `count` notes of a list, of those that contain every word. */
export function placesOf(
  notes: readonly Note[],
  count: number,
  [first = "", ...others]: readonly string[],
): ReadonlySet<number> {
  const { all, ends } = joinedTexts(notes, Math.min(count, notes.length));
  const places = new Set<number>();
  if (first === "") return places;
  let place = 0;
  for (let at = all.indexOf(first); at >= 0; at = all.indexOf(first, ends[place])) {
    while ((ends[place] ?? 0) <= at) place += 1;
    if (others.length === 0 || hasWords(all.slice(ends[place - 1] ?? 0, ends[place]), others)) {
      places.add(place);
    }
  }
  return places;
}

/** The folded texts in one, computed once per list: ten thousand would be searched one by one. */
function joinedTexts(notes: readonly Note[], count: number): Joined {
  const known = lists.get(notes);
  if (known && known.ends.length >= count) return known;
  const ends: number[] = [];
  let all = "";
  for (const note of notes.slice(0, count)) {
    all += `${searchTextOf(note)}\0`;
    ends.push(all.length);
  }
  const joined = { all, ends };
  lists.set(notes, joined);
  return joined;
}

interface Joined {
  all: string;
  /** Where each text ends in it. */
  ends: readonly number[];
}

const lists = new WeakMap<readonly Note[], Joined>();

/** Title, labels and text, as far as loaded, folded for searching. */
function searchTextOf(note: Note): string {
  const text =
    texts.get(note) ??
    foldText(`${note.title} ${note.labels.join(" ")} ${plainText(note.content)}`);
  texts.set(note, text);
  return text;
}
