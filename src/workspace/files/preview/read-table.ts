import { type ParseResult, parse } from "papaparse";

/**
 * The rows of a CSV or TSV file, without empty ones, split at what splits most of them alike. Excel's
 * first line `sep=;` is no row, and decides.
 * @param options.isCut whether only the start of the file was read; a row that was cut is left out.
 */
export function readTable(
  text: string,
  { name, isCut }: { name: string; isCut: boolean },
): string[][] {
  const [hint = "", named] = /^"?sep=([^\r\n"]?)"?(?:\r\n?|\n|$)/i.exec(text) ?? [];
  // One kind of line ends: the parser takes that of the first rows for all.
  const body = text.slice(hint.length).replace(/\r\n?/g, "\n");
  const delimiter = named || (/\.tsv$/i.test(name) ? "\t" : likelySeparator(body));
  const { data, errors } = parseRows(body, delimiter);
  const isOpen = errors.some(({ code }) => code === "MissingQuotes");
  return isCut && (isOpen || !body.endsWith("\n")) ? data.slice(0, -1) : data;
}

/** A comma comes last: it is also in numbers and sentences. */
const SEPARATORS = ["\t", ";", "|", ","];

/** Rows that are looked at. */
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
