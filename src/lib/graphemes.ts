/** Splits text into what a reader counts as characters, so that no emoji is typed in halves. */
export function graphemes(text: string): string[] {
  // Plain Latin text needs no dictionary, whose loading takes a few milliseconds.
  if (/^[ -~]*$/.test(text)) return [...text];
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text),
    (part) => part.segment,
  );
}
