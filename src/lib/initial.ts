import { graphemes } from "./graphemes.ts";

/** The first letter or digit of a name, in upper case; empty when it has none. */
export function initialOf(name: string): string {
  const first = graphemes(name).find((character) => /[\p{L}\p{N}]/u.test(character));
  return first?.toUpperCase() ?? "";
}
