/** Comma-separated words as a list: trimmed, empties dropped; null when none is left. */
export function parseWords(text: string): string[] | null {
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
  return words.length > 0 ? words : null;
}

/** A list of words as the text it is edited as. */
export function formatWords(words: readonly string[] | null): string {
  return words?.join(", ") ?? "";
}
