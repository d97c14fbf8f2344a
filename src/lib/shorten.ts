/** The text, or its first characters and an ellipsis when it is longer than `most`. */
export function shorten(text: string, most: number): string {
  // Counts code points, so that no surrogate pair is split.
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join("")}…` : text;
}
