/** Splits text into user-perceived characters, so that typing never splits an emoji. */
export function graphemes(text: string): string[] {
  // Plain ASCII text does not need Intl.Segmenter, whose data takes a few milliseconds to load.
  if (/^[ -~]*$/.test(text)) return [...text];
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text),
    (part) => part.segment,
  );
}
