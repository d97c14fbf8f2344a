/** Matches the font faces of minified styles. */
export const FONT_FACES = /@font-face\{[^}]*\}/g;

/** The family of a minified font face; only names with digits have quotes. */
export function familyOf(face: string): string {
  return /font-family:"?([^";}]*)/.exec(face)?.[1] ?? "";
}
