/** A description as its text and its list: the lines at its end that start with "- ". */
export interface SplitDescription {
  summary: string;
  highlights: string[];
}

/** Splits a description; one with lists between its paragraphs stays whole. */
export function splitBullets(description: string): SplitDescription {
  const lines = description.split("\n");
  const first = lines.findIndex((line) => line.startsWith(BULLET));
  if (first < 0) return { summary: description, highlights: [] };
  const split = {
    summary: lines.slice(0, first).join("\n"),
    highlights: lines.slice(first).map((line) => line.replace(BULLET, "")),
  };
  return joinBullets(split) === description ? split : { summary: description, highlights: [] };
}

/** The description of a text and a list. */
export function joinBullets({ summary, highlights }: SplitDescription): string {
  const list = highlights.map((text) => `${BULLET}${text.replaceAll("\n", " ")}`);
  return [...(summary ? [summary] : []), ...list].join("\n");
}

const BULLET = "- ";
