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
  replied_at: null,
};

/** The cells of the first line, parsed by RFC 4180. */
function cellsOf(csv: string): string[] {
  return [...csv.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(([, cell = ""]) =>
    cell.replaceAll('""', '"'),
  );
}

describe("an export", () => {
  it("an export starts with a byte order mark and the column names", () => {
    expect(csvHead).toBe(
      '\ufeff"Received","Name","Email","Subject","Message","Read","Replied"\r\n',
    );
  });

  it("an export has one line per message", () => {
    const replied = { ...message, replied_at: "2026-11-21T11:00:00+00:00" };
    expect(csvLines([replied, { ...message, is_read: false }])).toBe(
      '"2026-11-21T10:00:00+00:00","Ada","ada@example.org","Hello","Hi","yes","2026-11-21T11:00:00+00:00"\r\n' +
        '"2026-11-21T10:00:00+00:00","Ada","ada@example.org","Hello","Hi","no","no"\r\n',
    );
  });

  it.each(['say "hi", twice', "two\r\nlines", "a\nb", ",,,", "日本語 👩‍👩‍👧 ﷺ", "", '"'])(
    "an export round-trips %j",
    (text) => {
      expect(cellsOf(csvLines([{ ...message, message: text }]))[4]).toBe(text);
    },
  );

  it.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "\t'=1"],
    ["\r=1", "\r'=1"],
    ["  =1", "  '=1"],
    ["\u200b=1", "\u200b'=1"],
    ['=HYPERLINK("https://x","y")', `'=HYPERLINK("https://x","y")`],
    ["＝1+1", "'＝1+1"],
    ["＋1", "'＋1"],
    ["－1", "'－1"],
    ["＠x", "'＠x"],
    ["﹦1", "'﹦1"],
    ["−1", "'−1"],
    ["x;=1+1", "x;'=1+1"],
    ["x\t=1+1", "x\t'=1+1"],
    ["x,@SUM(A1)", "x,'@SUM(A1)"],
    ["x\n=1+1", "x\n'=1+1"],
    ["x\r\n-1", "x\r\n'-1"],
    ["x\u2028=1", "x\u2028'=1"],
    ['x";"=1', `x";"'=1`],
    ["x; ＝1;+2", "x; '＝1;'+2"],
  ])("an export neutralizes a formula: %j", (text, defused) => {
    for (const column of ["name", "email", "subject", "message"] as const) {
      const cells = cellsOf(csvLines([{ ...message, [column]: text }]));
      expect(cells).toContain(defused);
    }
  });

  it.each(["1+1 = 2", "a-b", "ada@example.org", "x; y = 2", "12:00+01:00"])(
    "an export leaves formula characters inside a cell unchanged: %j",
    (text) => {
      expect(cellsOf(csvLines([{ ...message, message: text }]))[4]).toBe(text);
    },
  );
});
