import { useMemo } from "react";
import { passageOf, searchWords, splitMatches } from "../lib/search/fold-text.ts";

/** Marks the words of a search in a text, ignoring case and accents. */
export function Highlight({ text, search }: { text: string; search: string }) {
  const words = useMemo(() => searchWords(search), [search]);
  let place = 0;
  return splitMatches(text, words).map((part) => {
    const key = place;
    place += part.text.length;
    return part.isMatch ? (
      <mark key={key} className="rounded-xs bg-accent/25 text-inherit">
        {part.text}
      </mark>
    ) : (
      part.text
    );
  });
}

/**
 * The part of a text around the first word of a search, on one line.
 * @returns null when the text has none of the words.
 */
export function matchingPassage(text: string, search: string): string | null {
  const words = searchWords(search);
  if (!splitMatches(text, words).some(({ isMatch }) => isMatch)) return null;
  return passageOf(text, words).replace(/\s+/g, " ");
}
