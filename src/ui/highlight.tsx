import { useMemo } from "react";

/** A text in which the words of a search are marked, whatever their case. */
export function Highlight({ text, search }: { text: string; search: string }) {
  const pattern = useMemo(() => patternOf(search), [search]);
  if (!pattern) return text;
  // Splitting by a group puts the matches at the odd places.
  return text.split(pattern).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
      <mark key={index} className="rounded-xs bg-accent/25 text-inherit">
        {part}
      </mark>
    ),
  );
}

/**
 * The part of a text around the first word of a search, on one line.
 * @returns null when the text has none of the words.
 */
export function passageOf(text: string, search: string): string | null {
  const at = text.search(patternOf(search) ?? /$^/);
  if (at < 0) return null;
  const start = at <= LEAD ? 0 : at - LEAD;
  const passage = text.slice(start, start + PASSAGE).replace(/\s+/g, " ");
  return `${start > 0 ? "…" : ""}${passage}${start + PASSAGE < text.length ? "…" : ""}`;
}

/** Characters of a passage, and before the word in it. */
const PASSAGE = 160;
const LEAD = 40;

/** Matches the words, the longest first; null without any. */
function patternOf(search: string): RegExp | null {
  const words = search.split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  words.sort((one, other) => other.length - one.length);
  return new RegExp(`(${words.map(escapePattern).join("|")})`, "iu");
}

const escapePattern = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
