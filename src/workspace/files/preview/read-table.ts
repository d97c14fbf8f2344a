import { type ParseResult, parse } from "papaparse";

/**
 * Parses the rows of a CSV or TSV file, without empty ones. The separator is the one that splits
 * most rows into equally many cells, or the one named by Excel's first line `sep=;`, which is not a
 * row.
 * @param options.isCut whether only the start of the file was read; an incomplete last row is
 * dropped.
 */
export function readTable(
  text: string,
  { name, isCut }: { name: string; isCut: boolean },
): string[][] {
  const [hint = "", named] = /^"?sep=([^\r\n"]?)"?(?:\r\n?|\n|$)/i.exec(text) ?? [];
  // Line breaks are unified, because the parser uses those of the first rows for all.
  const body = text.slice(hint.length).replace(/\r\n?/g, "\n");
  const delimiter = named || (/\.tsv$/i.test(name) ? "\t" : likelySeparator(body));
  const { data, errors } = parseRows(body, delimiter);
  const isOpen = errors.some(({ code }) => code === "MissingQuotes");
  return isCut && (isOpen || !body.endsWith("\n")) ? data.slice(0, -1) : data;
}

/** The comma comes last, because it also occurs in numbers and sentences. */
const SEPARATORS = ["\t", ";", "|", ","];

/** Number of rows used to detect the separator. */
const SAMPLE = 100;

function likelySeparator(text: string): string {
  let best = { separator: ",", part: 0 };
  for (const separator of SEPARATORS) {
    const counts = parseRows(text, separator, SAMPLE).data.map(({ length }) => length);
    for (const columns of new Set(counts)) {
      const part = counts.filter((count) => count === columns).length / counts.length;
      if (columns > 1 && part > best.part) best = { separator, part };
    }
  }
  return best.separator;
}

const parseRows = (text: string, delimiter: string, preview = 0): ParseResult<string[]> =>
  parse<string[]>(text, { delimiter, preview, newline: "\n", skipEmptyLines: "greedy" });
