import { hasWords } from "./fold-text.ts";

/** A folded text with its signature: see `indexText`. */
export interface IndexedText {
  text: string;
  signature: readonly number[];
}

/**
 * Indexes a text for `TextIndex`. The signature has 512 bits and sets one for each sequence of
 * three characters: a text can contain a word only if its signature contains the word's.
 */
export function indexText(text: string): IndexedText {
  return { text, signature: signatureOf(text) };
}

/**
 * Finds the texts of a list that contain given words. Signatures are compared first, because they
 * are one block of memory: most of ten thousand texts have left the processor's caches between two
 * searches, and loading them takes longer than the rest of a search.
 */
export class TextIndex {
  readonly #texts: readonly IndexedText[];
  readonly #signatures: Uint16Array;

  constructor(texts: readonly IndexedText[]) {
    this.#texts = texts;
    this.#signatures = new Uint16Array(texts.length * SIZE);
    let place = 0;
    for (const { signature } of texts)
      for (const bits of signature) this.#signatures[place++] = bits;
  }

  /** Returns whether the text at an index contains each of the folded words. */
  finder(words: readonly string[]): (index: number) => boolean {
    const wanted = words
      .map(signatureOf)
      .reduce((all, one) => all.map((bits, place) => bits | (one[place] ?? 0)), EMPTY);
    const places = wanted.flatMap((bits, place) => (bits === 0 ? [] : place));
    return (index) => {
      for (const place of places) {
        const bits = wanted[place] ?? 0;
        if (((this.#signatures[index * SIZE + place] ?? 0) & bits) !== bits) return false;
      }
      return hasWords(this.#texts[index]?.text ?? "", words);
    };
  }
}

/** Numbers per signature, with 16 bits each. */
const SIZE = 32;
const EMPTY: readonly number[] = new Array<number>(SIZE).fill(0);

function signatureOf(text: string): number[] {
  const signature = EMPTY.slice();
  // The last three characters, 10 bits each.
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    last = ((last << 10) | (text.charCodeAt(at) & 1023)) & 0x3fffffff;
    if (at < 2) continue;
    const hash = Math.imul(last, 0x9e3779b1) >>> 23;
    signature[hash >>> 4] = (signature[hash >>> 4] ?? 0) | (1 << (hash & 15));
  }
  return signature;
}
