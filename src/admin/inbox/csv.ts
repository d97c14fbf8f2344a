import type { Message } from "./messages-api.ts";

/** The first line of an export. The mark before it tells spreadsheets that the file is UTF-8. */
export const csvHead = `\ufeff${line(["Received", "Name", "Email", "Subject", "Message", "Read"])}`;

/** Messages as lines of a table (RFC 4180). */
export function csvLines(messages: readonly Message[]): string {
  return messages
    .map(({ created_at, name, email, subject, message, is_read }) =>
      line([created_at, name, email, subject, message, is_read ? "yes" : "no"]),
    )
    .join("");
}

function line(cells: string[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(text: string): string {
  return `"${defuse(text).replaceAll('"', '""')}"`;
}

/** Spreadsheets run what begins like a formula; an apostrophe in front makes it text. */
function defuse(text: string): string {
  return /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/.test(text) ? `'${text}` : text;
}
