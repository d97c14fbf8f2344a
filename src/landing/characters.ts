/**
 * The characters of a document beyond ASCII, each once, after the letter "a", which every document
 * has. Searching these for many ranges takes a thousandth of the time of searching a long page.
 */
export function charactersIn(html: string): string {
  return `a${[...new Set(html.replace(/[\0-\x7f]+/g, ""))].join("")}`;
}
