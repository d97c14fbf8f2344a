/**
 * Returns a sentence for each `FOYER_…` variable that no part of Foyer reads, with the most similar
 * known name. Not an error, because other versions may use it.
 * @param known the names that are read.
 */
export function describeUnknownVariables(
  environment: NodeJS.ProcessEnv,
  known: readonly string[],
): string[] {
  const names = [...known, ...OF_OTHER_PROGRAMS].filter((name) => name.startsWith("FOYER_"));
  return Object.keys(environment)
    .filter((name) => name.startsWith("FOYER_") && !names.includes(name))
    .map((name) => {
      const [nearest = ""] = names.sort((a, b) => distance(name, a) - distance(name, b));
      const isLike = distance(name, nearest) <= (name.length - "FOYER_".length) / LIKE;
      return `${name} is not a setting of Foyer and has no effect.${isLike ? ` Is ${nearest} meant?` : ""}`;
    });
}

/** Variables of other commands, the edge functions, compose.yaml and Caddy's configuration. */
const OF_OTHER_PROGRAMS = [
  "FOYER_ALLOWED_ORIGINS",
  "FOYER_ARCHIVE_PASSPHRASE",
  "FOYER_DOMAIN",
  "FOYER_UPSTREAM",
  "FOYER_VERSION",
];

/** At most one in three characters may differ from the intended name. */
const LIKE = 3;

/** Levenshtein's distance: the number of characters to insert, delete or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (character === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
