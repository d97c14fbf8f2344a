/** The words of a search: a text matches if it contains each of them as a substring. */
export function searchWords(search: string): string[] {
  return foldText(search).split(/\s+/).filter(Boolean);
}

/** Whether a folded text contains each of the words. */
export function hasWords(folded: string, words: readonly string[]): boolean {
  // A loop instead of `every`, which would create a function for each of ten thousand texts.
  for (const word of words) if (!folded.includes(word)) return false;
  return true;
}

/** Removes case, width and accents, like the database search. */
export function foldText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII, which needs no normalizing.
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase();
  const lower = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "");
  return lower.replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** Letters that do not decompose into a base letter and an accent. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Splits the text into parts that are either a match of one of the words or contain none. */
export function splitMatches(
  text: string,
  words: readonly string[],
): { text: string; isMatch: boolean }[] {
  // For each character of the folded text, its source range in the original text.
  let folded = "";
  const ranges: { from: number; to: number }[] = [];
  let place = 0;
  for (const letter of text) {
    const range = { from: place, to: place + letter.length };
    place = range.to;
    const plain = foldText(letter);
    const before = ranges.at(-1);
    // A combining accent belongs to the letter before it.
    if (plain === "" && before) before.to = place;
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) ranges.push(range);
  }
  const isFound = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    if (word === "") continue;
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      isFound.fill(true, ranges[at]?.from, ranges[at + word.length - 1]?.to);
    }
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  for (let from = 0; from < text.length; ) {
    const isMatch = isFound[from] ?? false;
    const end = isFound.indexOf(!isMatch, from);
    const to = end < 0 ? text.length : end;
    parts.push({ text: text.slice(from, to), isMatch });
    from = to;
  }
  return parts;
}

/**
 * About 200 characters from shortly before the first match, as the database's `private.passage`
 * returns them.
 */
export function passageOf(text: string, words: readonly string[]): string {
  const [start] = splitMatches(text, words);
  const place = !start || start.isMatch ? 0 : start.text.length;
  if (place < 40 || place === text.length) return text.slice(0, 200);
  // Omits a word that would be cut at the start.
  return `…${text.slice(place - 24, place + 176).replace(/^\S{0,20}\s/, "")}`;
}
