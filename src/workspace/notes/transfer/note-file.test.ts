// @vitest-environment jsdom
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitizeHtmlInBrowser } from "../../../lib/sanitize/sanitize-html-browser.ts";
import { NOTE_COLORS } from "../note.ts";
import { toFile } from "./export-notes.ts";
import { fromMarkdown } from "./from-markdown.ts";
import { noteContent } from "./note-content.fixture.ts";
import { createNames, FORMAT_VERSION, ownFieldsOf, parseFile } from "./note-file.ts";

const anyText = fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.toWellFormed());

const note = fc.record({
  id: fc.uuid(),
  title: fc.oneof(
    anyText,
    fc.constantFrom("", "yes", "12", "a: b", "---", "# c", "'\"", " x ", "null", "2020-01-01"),
  ),
  content: noteContent,
  color: fc.constantFrom(...NOTE_COLORS.map(({ value }) => value), "#aBc123"),
  is_pinned: fc.boolean(),
  is_archived: fc.boolean(),
  is_trashed: fc.boolean(),
  labels: fc.uniqueArray(
    anyText.map((label) => label.replaceAll("\0", "").trim()).filter(Boolean),
    { maxLength: 4 },
  ),
  remind_at: fc.constantFrom(null, "2027-01-02T03:04:05.678+00:00"),
  updated_at: fc
    .date({ min: new Date(0), noInvalidDate: true })
    .map((date) => date.toISOString().replace("Z", "123+00:00")),
});

describe("a note in a Markdown file", () => {
  it("a note in a Markdown file is read with the same fields and text", () => {
    const normal = (html: string) =>
      new DOMParser().parseFromString(sanitizeHtmlInBrowser(html), "text/html").body.innerHTML;
    fc.assert(
      fc.property(note, ({ content, ...fields }) => {
        const file = parseFile(toFile({ content, ...fields }));
        expect(ownFieldsOf(file)).toEqual({ version: FORMAT_VERSION, ...fields });
        const html = fromMarkdown(file.text, { isOwn: true, picture: () => "" }) ?? "";
        expect(normal(html)).toBe(normal(content));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    [
      "\uFEFF---\r\ntitle: a\r\ntags: [b, c]\r\n---\r\nd\r\n",
      { title: "a", tags: ["b", "c"] },
      "d\n",
    ],
    ["---\n---\nd", {}, "d"],
    ["---\na: b\n...\nd", { a: "b" }, "d"],
    ["---\n\nA line above.\n\n---\nd", {}, "---\n\nA line above.\n\n---\nd"],
    ["---\na: [\n---\nd", {}, "---\na: [\n---\nd"],
    ["d\n---\na: b\n---\n", {}, "d\n---\na: b\n---\n"],
  ])("a note in a Markdown file reads %j", (text, fields, rest) => {
    expect(parseFile(text)).toEqual({ fields, text: rest });
  });

  it("a note in a Markdown file expands a limited number of YAML aliases", () => {
    const levels = Array.from(
      { length: 9 },
      (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`)}]`,
    );
    const text = `---\nl0: &l0 [x]\n${levels.join("\n")}\n---\na`;
    expect(parseFile(text)).toEqual({ fields: {}, text });
  });
});

describe("names of files", () => {
  it("names of exported files are valid on every system, and unique", () => {
    const name = createNames();
    const titles = [
      "a/b:c",
      "A/B:C",
      "a_b_c (1)",
      "a_b_c",
      "..",
      "",
      "con",
      "x".repeat(200),
      "line\nbreak",
      "Grüße. ",
    ];
    expect(titles.map(name)).toEqual([
      "a_b_c",
      "A_B_C (1)",
      "a_b_c (1) (1)",
      "a_b_c (2)",
      "Untitled",
      "Untitled (1)",
      "_con",
      "x".repeat(60),
      "line break",
      "Grüße",
    ]);
  });
});
