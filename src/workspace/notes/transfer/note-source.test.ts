import { describe, expect, it } from "vitest";
import { IMPORT_MAX_BYTES, IMPORT_MAX_NOTES } from "./limits.ts";
import { chosen, read, zipped } from "./note-source.fixture.ts";

describe("an answer of memos' API", () => {
  it("answers of the old and the new version of memos' API are read", async () => {
    const { kinds, notes } = await read(
      chosen(
        "new.json",
        JSON.stringify({
          memos: [
            {
              name: "memos/1",
              state: "ARCHIVED",
              createTime: "2024-01-02T03:04:05Z",
              updateTime: "2024-02-02T03:04:05Z",
              content: "# T\n- [x] a #tag",
              tags: ["tag"],
              pinned: true,
              attachments: [{ name: "x" }],
            },
          ],
        }),
      ),
      chosen(
        "old.json",
        JSON.stringify([
          { id: 7, rowStatus: "NORMAL", createdTs: 1700000000, updatedTs: 0, content: "b" },
        ]),
      ),
    );
    expect(kinds).toEqual(["memos"]);
    expect(notes).toMatchObject([
      {
        title: "T",
        is_archived: true,
        is_pinned: true,
        labels: ["tag"],
        updated_at: "2024-02-02T03:04:05.000Z",
        lost: ["an attachment"],
        content: '<ul data-type="checklist"><li data-checked="true"><p>a #tag</p></li></ul>',
      },
      { title: "Untitled Note", updated_at: "2023-11-14T22:13:20.000Z", content: "<p>b</p>" },
    ]);
  });
});

describe("an export of a Foyer", () => {
  const file = (version: number, trashed = "") => `---
foyer: ${version}
id: "01234567-89ab-cdef-0123-456789abcdef"
title: "A"
color: "Red"
pinned: true
${trashed}labels:
  - "#1"
  - "two words"
updated: "2026-11-26T10:00:00.123456+00:00"
---

<p style="text-align:center">a</p>

<u>https://b.example</u>
`;

  it("an export of a Foyer is the same notes, with their ids", async () => {
    const { kinds, notes } = await read(
      zipped({ "A.md": file(1), "Trash/A.md": file(1, "trashed: true\n") }),
    );
    expect(kinds).toEqual(["Foyer export"]);
    expect(notes).toMatchObject([
      {
        id: "01234567-89ab-cdef-0123-456789abcdef",
        title: "A",
        content: '<p style="text-align:center">a</p><p><u>https://b.example</u></p>',
        color: "#452121",
        is_pinned: true,
        is_archived: false,
        is_trashed: false,
        isForeign: false,
        labels: ["#1", "two words"],
        updated_at: "2026-11-26T10:00:00.123456+00:00",
      },
      { is_trashed: true },
    ]);
  });

  it("an export of a Foyer brings its pictures with their ids, also those within HTML", async () => {
    const [one, two] = ["a", "b"].map((end) => `00000000-0000-4000-8000-00000000000${end}`);
    const text = `![A](../Pictures/${one}.png)\n\n<div><ul><li><p>x</p><img data-file="${two}" alt="B" width="4" height="3"></li></ul></div>\n`;
    const { notes } = await read(
      zipped({
        "Archive/A.md": file(1).replace(/---\n\n[\s\S]*$/, `---\n\n${text}`),
        [`Pictures/${one}.png`]: new Uint8Array(3),
        [`Pictures/${two}.jpg`]: new Uint8Array(4),
      }),
    );
    expect(notes[0]?.pictures.map(({ id, size }) => [id, size])).toEqual([
      [one, 3],
      [two, 4],
    ]);
    expect(notes[0]?.content).toBe(
      `<img data-file="${one}" alt="A"><div><ul><li><p>x</p><img data-file="${two}" alt="B"></li></ul></div>`,
    );
  });

  it("an export of a Foyer of a newer version is refused", async () => {
    await expect(read(chosen("a.md", file(3)))).rejects.toThrow("newer Foyer");
  });

  it("an export of a Foyer has empty lines since its second version; before, they had ended paragraphs", async () => {
    const text = (version: number) => file(version).replace(/---\n\n[\s\S]*$/, "---\n\na\n\nb\n");
    const contents = await Promise.all(
      [1, 2].map(async (version) => (await read(chosen("a.md", text(version)))).notes[0]?.content),
    );
    expect(contents).toEqual(["<p>a</p><p>b</p>", "<p>a</p><p></p><p>b</p>"]);
  });
});

describe("what is refused", () => {
  const text = (length: number) => "x".repeat(length);

  it.each([
    ["no notes", () => [chosen("a.pdf", "x")], "No notes were found"],
    ["a zip that is none", () => [chosen("a.zip", "PK\u0003\u0004")], "not a readable zip"],
    ["a zip that grows", () => [zipped({ "a.md": text(3_000_000) })], "grow more than 100 times"],
    [
      "too many bytes",
      () => [{ ...chosen("a.zip", "PK"), file: { size: IMPORT_MAX_BYTES + 1 } as Blob }],
      "At most 2.00 GB",
    ],
    [
      "too many notes",
      () => {
        const note = chosen("0.txt", "");
        return Array.from({ length: IMPORT_MAX_NOTES + 1 }, (_, at) => ({
          ...note,
          path: `${at}.txt`,
        }));
      },
      "more than 20,000 notes",
    ],
  ])("an import is refused for %s", async (_, files, message) => {
    await expect(read(...files())).rejects.toThrow(message);
  });

  it("a note over 1 MiB or without text is refused alone, whatever its encoding", async () => {
    const most = 1024 * 1024 - "<p></p>".length;
    const { notes } = await read(
      chosen("1.md", text(most)),
      chosen("2.md", text(most + 1)),
      chosen("3.md", text(9_000_000)),
      chosen("4.md", new Uint8Array([0xff, 0xfe, 0x61, 0x00])),
      chosen("5.md", new Uint8Array([0x4a, 0xf6, 0x72, 0x67])),
      chosen("6.md", new Uint8Array([0x61, 0x00, 0xff])),
    );
    expect(notes.map(({ problem }) => problem)).toEqual([
      "",
      "It is longer than 1.00 MB.",
      "It is longer than 1.00 MB.",
      "",
      "",
      "It is not a text.",
    ]);
    expect(notes[3]?.content).toBe("<p>a</p>");
    expect(notes[4]?.content).toBe("<p>Jörg</p>");
  });
});
