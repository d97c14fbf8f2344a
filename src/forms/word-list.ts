/** Splits comma-separated words, trimmed and without empty ones; null when none remain. */
export function parseWords(text: string): string[] | null {
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  return words.length > 0 ? words : null;
}

/** Joins a list of words for editing. */
export function formatWords(words: readonly string[] | null): string {
  return words?.join(", ") ?? "";
}
