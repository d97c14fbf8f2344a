import { splitMatches } from "../lib/search/fold-text.ts";

/** A text with the matches of a search marked. @param words as `searchWords` returns them. */
export function Highlight({ text, words }: { text: string; words: readonly string[] }) {
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
