import fc from "fast-check";
import { expect, it } from "vitest";
import { formatCopyText, parseCopyText, type TextRow } from "./copy-text.ts";

const field = fc.option(
  fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({
      unit: fc.constantFrom("\\", "\t", "\n", "\r", "\b", "\v", "N", ".", "n", "é", "🜨"),
    }),
  ),
);

async function read(bytes: Uint8Array, size = 100): Promise<TextRow[]> {
  const rows: TextRow[] = [];
  for await (const row of parseCopyText(cut(bytes, size))) rows.push(row);
  return rows;
}

async function* cut(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

it("COPY text is parsed back to the same rows, wherever the bytes are cut", async () => {
  const rows = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (written, size) => {
      expect(await read(formatCopyText(written), size)).toEqual(written);
    }),
  );
});

it("PostgreSQL's COPY text for NULL, for a backslash and N, and for an empty text is parsed", async () => {
  const rows = await read(Buffer.from("\\N\t\\\\N\t\na\\tb\t\\\\x41\t\\\\.\n"));
  expect(rows).toEqual([
    [null, "\\N", ""],
    ["a\tb", "\\x41", "\\."],
  ]);
});

it("COPY text is refused when the last row has no end", async () => {
  await expect(read(Buffer.from("a\nb"))).rejects.toThrow(/^The archive is damaged/);
});
