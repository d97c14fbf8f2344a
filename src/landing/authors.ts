import type { TimelineEntry } from "./page-content.ts";

/** Splits a publication's authors around the first of the names, also as "Lovelace, A.". */
export function authorsIn(text: string, names: (string | undefined)[]): TimelineEntry["authors"] {
  if (text === "") return [];
  const spellings = names.flatMap((name = "") => spellingsOf(name.trim().split(/\s+/)));
  if (spellings.length === 0) return [{ text, isOwner: false }];
  const owner = new RegExp(`(?<!\\p{L})(${spellings.join("|")})(?![\\p{L}\\p{M}])`, "u");
  const parts = text.split(owner).map((part, index) => ({ text: part, isOwner: index % 2 === 1 }));
  return parts.filter((part) => part.text !== "");
}

/** Regular expressions for a name, in full and with initials. */
function spellingsOf(words: string[]): string[] {
  const [first = "", ...others] = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  if (others.length === 0) return first ? [first] : [];
  const initial = /^\\?./su.exec(first)?.[0];
  const given = `(?:${first}|${initial}\\.?)(?:[\\s-]*\\p{Lu}\\.)*`;
  // The family name may have several words.
  const families = new Set([others.join("\\s+"), others.at(-1) ?? ""]);
  const short = [...families].flatMap((name) => [`${given}\\s+${name}`, `${name},?\\s+${given}`]);
  return [[first, ...others].join("\\s+"), ...short];
}
