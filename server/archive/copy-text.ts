import { damagedArchive } from "./archive-error.ts";

/** A row as the text of each column; null for SQL's NULL. */
export type TextRow = readonly (string | null)[];

/**
 * Reads rows in PostgreSQL's COPY text format, cut anywhere. Escapes that PostgreSQL accepts but
 * never writes, octal and hexadecimal ones, are not supported.
 * @throws {ArchiveError} when the last row has no end.
 */
export async function* parseCopyText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextRow> {
  const reader = createRowReader();
  for await (const chunk of chunks) yield* reader.read(chunk);
  if (!reader.isAtEnd()) {
    throw damagedArchive("a row of it has no end.");
  }
}

/** Reads rows from text that arrives in pieces. */
export function createRowReader(): {
  /** The rows that end in this piece. */
  read(chunk: Uint8Array): TextRow[];
  /** Whether the last row has ended. */
  isAtEnd(): boolean;
} {
  let rest: Uint8Array[] = [];
  return {
    read(chunk) {
      // One byte in UTF-8, so no character is cut.
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end === 0) {
        rest.push(chunk);
        return [];
      }
      const lines = Buffer.concat([...rest, chunk.subarray(0, end - 1)]).toString("utf8");
      rest = [chunk.subarray(end)];
      return lines.split("\n").map((line) => line.split("\t").map(unescapeField));
    },
    isAtEnd: () => rest.every((chunk) => chunk.byteLength === 0),
  };
}

const NEWLINE = 0x0a;

/** Rows in PostgreSQL's COPY text format. */
export function formatCopyText(rows: readonly TextRow[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${row.map(escapeField).join("\t")}\n`).join(""));
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\",
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
  "\v": "v",
};

const CHARACTERS = Object.fromEntries(
  Object.entries(ESCAPES).map(([character, letter]) => [letter, character]),
);

function escapeField(field: string | null): string {
  if (field === null) return "\\N";
  return field.replace(/[\\\b\f\n\r\t\v]/g, (character) => `\\${ESCAPES[character]}`);
}

function unescapeField(field: string): string | null {
  if (field === "\\N") return null;
  return field.replace(/\\(.)/gsu, (_, letter: string) => CHARACTERS[letter] ?? letter);
}
