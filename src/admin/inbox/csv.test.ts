import { describe, expect, it } from "vitest";
import { csvHead, csvLines } from "./csv.ts";

const message = {
  id: "1",
  name: "Ada",
  email: "ada@example.org",
  subject: "Hello",
  message: "Hi",
  is_read: true,
  created_at: "2026-11-21T10:00:00+00:00",
};

/** The cells of the first line, as RFC 4180 reads them. */
function cellsOf(csv: string): string[] {
  return [...csv.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(([, cell = ""]) =>
    cell.replaceAll('""', '"'),
  );
}

describe("an export", () => {
  it("starts with the mark of UTF-8 and the names of the columns", () => {
    expect(csvHead).toBe('\ufeff"Received","Name","Email","Subject","Message","Read"\r\n');
  });

  it("has a line for every message", () => {
    expect(csvLines([message, { ...message, is_read: false }])).toBe(
      '"2026-11-21T10:00:00+00:00","Ada","ada@example.org","Hello","Hi","yes"\r\n' +
        '"2026-11-21T10:00:00+00:00","Ada","ada@example.org","Hello","Hi","no"\r\n',
    );
  });

  it.each(['say "hi", twice', "two\r\nlines", "a\nb", ",,,", "日本語 👩‍👩‍👧 ﷺ", "", '"'])(
    "gives back %j",
    (text) => {
      expect(cellsOf(csvLines([{ ...message, message: text }]))[4]).toBe(text);
    },
  );

  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\nx",
    "  =1",
    '=HYPERLINK("https://x","y")',
    "＝1+1",
    "＋1",
    "－1",
    "＠x",
  ])("makes text of what a spreadsheet would run: %j", (text) => {
    for (const column of ["name", "email", "subject", "message"] as const) {
      const cells = cellsOf(csvLines([{ ...message, [column]: text }]));
      expect(cells).toContain(`'${text}`);
    }
  });
});
