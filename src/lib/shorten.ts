/** Shortens text longer than `most` characters, with an ellipsis. */
export function shorten(text: string, most: number): string {
  // Counts code points, so that no surrogate pair is split.
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}
