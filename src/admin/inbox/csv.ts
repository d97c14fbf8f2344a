import type { Message } from "./message.ts";

/** Characters that start a formula, including those some spreadsheets normalize to one. */
const SIGN = /[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−‐‑]/;

/** Possible cell separators, whatever the file itself uses: import dialogs let people choose. */
const SEPARATOR = /[,;\t\n\v\f\r\u0085\u2028\u2029]/;

/** Characters that may precede a formula without disabling it. */
const SKIPPED = /[\s"\p{Cf}]/u;

/** The header line of an export. The byte order mark makes spreadsheets read the file as UTF-8. */
export const csvHead = `\ufeff${line(["Received", "Name", "Email", "Subject", "Message", "Read", "Replied"])}`;

/** Messages as CSV lines (RFC 4180). */
export function csvLines(messages: readonly Message[]): string {
  return messages
    .map(({ created_at, name, email, subject, message, is_read, replied_at }) =>
      line([created_at, name, email, subject, message, is_read ? "yes" : "no", replied_at ?? "no"]),
    )
    .join("");
}

function line(cells: string[]): string {
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
