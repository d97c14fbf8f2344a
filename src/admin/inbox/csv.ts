import { BYTE_ORDER_MARK, csvLine } from "../shell/csv-line.ts";
import type { Message } from "./message-set.ts";

const COLUMNS = ["Received", "Name", "Email", "Subject", "Message", "Read", "Replied"];

/** The byte order mark and the header line. */
export const csvHead = `${BYTE_ORDER_MARK}${csvLine(COLUMNS)}`;

export function csvLines(messages: readonly Message[]): string {
  return messages
    .map(({ created_at, name, email, subject, message, is_read, replied_at }) =>
      csvLine([
        ...[created_at, name, email, subject, message],
        ...[is_read ? "yes" : "no", replied_at ?? "no"],
      ]),
    )
    .join("");
}
