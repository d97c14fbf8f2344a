/** The first characters of a CSV file, which make spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * A line of a CSV file (RFC 4180). Text that a spreadsheet would evaluate as a formula is prefixed
 * with an apostrophe.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(text: string): string {
  return `"${defuse(text).replaceAll('"', '""')}"`;
}

/** Prefixes formulas with an apostrophe, at the start and after every separator. */
function defuse(text: string): string {
  let defused = "";
  let atStart = true;
  for (const character of text) {
    if (atStart && SIGN.test(character)) defused += "'";
    if (SEPARATOR.test(character)) atStart = true;
    else if (!SKIPPED.test(character)) atStart = false;
    defused += character;
  }
  return defused;
}

/** Characters that start a formula, including those some spreadsheets normalize to one. */
const SIGN = /[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−‐‑]/;

/** Possible cell separators of any file, because import dialogs let people choose. */
const SEPARATOR = /[,;\t\n\v\f\r\u0085\u2028\u2029]/;

/** Characters that may precede a formula without disabling it. */
const SKIPPED = /[\s"\p{Cf}]/u;
