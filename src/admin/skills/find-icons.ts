import type { IconIndex } from "../../../shared/icon-files.ts";

/**
 * Icons whose title contains the words, best match first: the whole title, its start, the start of a
 * word in it, then any part.
 */
export function findIcons(index: IconIndex, words: string, limit: number): IconIndex {
  const wanted = simplify(words);
  if (wanted === "") return [];
  return index
    .map((icon) => ({ icon, rank: rankOf(icon[1], wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ icon }) => icon);
}

/** Whether two names are the same apart from case, spaces and punctuation: `Next.js` and `nextjs`. */
export function isSameName(one: string, other: string): boolean {
  return simplify(one) === simplify(other);
}

const NO_MATCH = 4;

function rankOf(title: string, wanted: string): number {
  const name = simplify(title);
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (title.split(/[^\p{L}\p{N}]+/u).some((word) => simplify(word).startsWith(wanted))) return 2;
  return name.includes(wanted) ? 3 : NO_MATCH;
}

// "+" and "#" stay: C, C++ and C# are different names.
function simplify(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]/gu, "");
}
