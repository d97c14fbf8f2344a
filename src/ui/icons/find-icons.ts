import type { IconIndex } from "../../../shared/icon-files.ts";

/**
 * Icons with a name that contains the words, best match first: the whole name, its start, the start
 * of a word in it, then any part.
 */
export function findIcons(index: IconIndex, words: string, limit: number): IconIndex {
  const wanted = simplify(words);
  if (wanted === "") return [];
  return index
    .map((icon) => ({ icon, rank: Math.min(...icon.slice(1).map((name) => rankOf(name, wanted))) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ icon }) => icon);
}

/** Whether two names are the same apart from case, spaces and punctuation: `Next.js` and `nextjs`. */
export function isSameName(one: string, other: string): boolean {
  return simplify(one) === simplify(other);
}

/** The icon with exactly this name. */
export function iconNamed(name: string, index: IconIndex): IconIndex[number] | undefined {
  const wanted = simplify(name);
  if (wanted === "") return undefined;
  const named = (from: number, to?: number) =>
    index.find((icon) => icon.slice(from, to).some((one) => simplify(one) === wanted));
  return named(1, 2) ?? named(2);
}

const NO_MATCH = 4;

function rankOf(name: string, wanted: string): number {
  const simple = simplify(name);
  if (simple === wanted) return 0;
  if (simple.startsWith(wanted)) return 1;
  if (name.split(/[^\p{L}\p{N}]+/u).some((word) => simplify(word).startsWith(wanted))) return 2;
  return simple.includes(wanted) ? 3 : NO_MATCH;
}

// "+" and "#" are kept, because C, C++ and C# are different names.
function simplify(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+#]/gu, "");
}
