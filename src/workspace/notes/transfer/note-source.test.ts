import { strToU8, type Zippable, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { IMPORT_MAX_BYTES, IMPORT_MAX_NOTES } from "./limits.ts";
import { type ChosenFile, NoteSource } from "./note-source.ts";

const lastModified = Date.parse("2020-02-03T04:05:06Z");

function chosen(name: string, content: string | Uint8Array): ChosenFile {
  const bytes = typeof content === "string" ? strToU8(content) : content;
  return { file: new Blob([bytes as Uint8Array<ArrayBuffer>]), path: name, lastModified };
}

const zipped = (files: Record<string, string | Uint8Array>) =>
  chosen(
    "takeout.zip",
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === "string" ? strToU8(content) : content,
        ]),
      ) as Zippable,
    ),
  );

async function read(...files: ChosenFile[]) {
  const source = await NoteSource.open(files);
  const progress: number[] = [];
  const { signal } = new AbortController();
  const found = await source.scan({ signal, onProgress: (part) => progress.push(part) });
  const contents = await source.read(
    found.notes.filter(({ problem }) => !problem).map(({ place }) => place),
  );
  return {
    ...found,
    notes: found.notes.map((note) => ({
      ...note,
      content: note.problem ? null : contents.shift(),
    })),
  };
}

const keep = (values: object) =>
  JSON.stringify({
    color: "DEFAULT",
    isTrashed: false,
    isPinned: false,
    isArchived: false,
    textContent: "text",
    title: "",
    userEditedTimestampUsec: 1583000000123456,
    createdTimestampUsec: 1582000000000000,
    ...values,
  });

describe("Google Keep's Takeout", () => {
  it("is recognized whatever its folders are called; each note is read once", async () => {
    const { kinds, notes } = await read(
      zipped({
        "Takeout/archive_browser.html": "<html>",
        "Takeout/Notizen/Einkauf.html": "<p>Milch</p>",
        "Takeout/Notizen/Einkauf.json": `\uFEFF${keep({ title: "Einkauf", isPinned: true, labels: [{ name: "Zu Hause" }, { name: "Zu Hause" }] })}`,
        "Takeout/Notizen/Labels.txt": "Zu Hause",
        "Takeout/YouTube/history.json": '[{"title": "a video"}]',
        "Takeout/Notizen/x.json": '{"broken": ',
      }),
    );
    expect(kinds).toEqual(["Google Keep"]);
    expect(notes).toMatchObject([
      {
        title: "Einkauf",
        content: "<p>text</p>",
        is_pinned: true,
        labels: ["Zu Hause"],
        updated_at: "2020-02-29T18:13:20.123Z",
        problem: "",
      },
      { title: "x.json", problem: "It is damaged." },
    ]);
  });

  it("keeps checklists, colors, states, links and emphasis", async () => {
    const rich = '<p dir="ltr"><span style="font-weight:700">bold</span></p>';
    const { notes } = await read(
      chosen(
        "1.json",
        keep({
          listContent: [
            { text: "a <b>", isChecked: true },
            { text: "", isChecked: false },
          ],
          textContent: undefined,
        }),
      ),
      chosen(
        "2.json",
        keep({
          color: "CERULEAN",
          isArchived: true,
          textContent: "a\r\n\nsee https://a.example/x.",
        }),
      ),
      chosen(
        "3.json",
        keep({
          color: "TEAL",
          isTrashed: true,
          annotations: [{ url: "https://b.example/", title: "B" }],
        }),
      ),
      chosen("4.json", keep({ textContentHtml: rich })),
      chosen("5.json", keep({ color: "NEW", textContentHtml: '<p dir="ltr">text</p>' })),
    );
    expect(notes.map(({ content, isForeign }) => [content, isForeign])).toEqual([
      [
        '<ul data-type="checklist"><li data-checked="true"><p>a &#60;b&#62;</p></li><li data-checked="false"><p></p></li></ul>',
        false,
      ],
      [
        '<p>a</p><p></p><p>see <a rel="noopener" href="https://a.example/x">https://a.example/x</a>.</p>',
        false,
      ],
      ['<p>text</p><p><a rel="noopener" href="https://b.example/">B</a></p>', false],
      [rich, true],
      ["<p>text</p>", false],
    ]);
    expect(
      notes.map(({ color, is_archived, is_trashed }) => [color, is_archived, is_trashed]),
    ).toEqual([
      ["#1F2937", false, false],
      ["#1e3045", true, false],
      ["#1d3a3a", false, true],
      ["#1F2937", false, false],
      ["#1F2937", false, false],
    ]);
  });

  it("falls back to the creation for a date of zero, and to none", async () => {
    const { notes } = await read(
      chosen("1.json", keep({ userEditedTimestampUsec: 0 })),
      chosen("2.json", keep({ userEditedTimestampUsec: 0, createdTimestampUsec: 0 })),
    );
    expect(notes.map(({ updated_at }) => updated_at)).toEqual(["2020-02-18T04:26:40.000Z", null]);
  });

  it("finds pictures whose names have other endings, and names what is lost", async () => {
    const attachments = [
      { filePath: "abc.jpeg", mimetype: "image/jpeg" },
      { filePath: "missing.png", mimetype: "image/png" },
      { filePath: "voice.3gp", mimetype: "audio/3gp" },
    ];
    const { notes } = await read(
      zipped({ "Keep/a.json": keep({ attachments }), "Keep/abc.jpg": new Uint8Array(9) }),
    );
    expect(notes).toMatchObject([
      {
        pictures: [{ path: "abc.jpg" }],
        lost: ["a picture that is not in the export", "an attachment that is no picture"],
      },
    ]);
    expect(notes[0]?.content).toBe(
      `<img data-file="${notes[0]?.pictures[0]?.id}" alt=""><p>text</p>`,
    );
  });
});

describe("Markdown files", () => {
  it("are read with front matter, headings, names, pictures and dates", async () => {
    const { kinds, notes } = await read(
      zipped({
        "vault/.obsidian/app.json": "{}",
        "__MACOSX/vault/._a.md": "x",
        "vault/day/a.md":
          "\uFEFF---\r\ntitle: 'A: b'\r\ntags: '#home, work'\r\ndate: 2021-05-06\r\n---\r\n# A: b\r\n\r\nsee [[b]] ![p](../img/p%201.png)\r\n",
        "vault/b.markdown": "# Heading\n\ntext",
        "vault/c.md": "",
        "vault/img/p 1.png": new Uint8Array(3),
      }),
    );
    expect(kinds).toEqual(["Markdown"]);
    expect(notes).toMatchObject([
      {
        title: "A: b",
        labels: ["home", "work"],
        updated_at: "2021-05-06T00:00:00.000Z",
        path: "day/a.md",
        pictures: [{ path: "img/p 1.png" }],
      },
      { title: "Heading", content: "<p>text</p>" },
      { title: "c", content: "" },
    ]);
    expect(notes[0]?.content).toContain("see [[b]] <img data-file=");
  });

  it("have the same ids in a zip and in a folder with any name", async () => {
    const files = { "a.md": "a", "b/a.md": "a" };
    const inZip = await read(zipped({ "one/a.md": "a", "one/b/a.md": "a" }));
    const inFolder = await read(
      ...Object.entries(files).map(([name, text]) => chosen(`two/${name}`, text)),
    );
    const ids = inZip.notes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(inFolder.notes.map(({ id }) => id)).toEqual(ids);
    expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe("an answer of memos' API", () => {
  it("is read in its versions", async () => {
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

  it("is the same notes, with their ids", async () => {
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

  it("brings its pictures with their ids, also those within HTML", async () => {
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

  it("of a newer version is refused", async () => {
    await expect(read(chosen("a.md", file(2)))).rejects.toThrow("newer Foyer");
  });
});

describe("what is refused", () => {
  const text = (length: number) => "x".repeat(length);

  it.each([
    ["no notes", () => [chosen("a.txt", "x")], "No notes were found"],
    ["a zip that is none", () => [chosen("a.zip", "PK\u0003\u0004")], "not a readable zip"],
    ["a zip that grows", () => [zipped({ "a.md": text(3_000_000) })], "grow more than 100 times"],
    [
      "too many bytes",
      () => [{ ...chosen("a.zip", "PK"), file: { size: IMPORT_MAX_BYTES + 1 } as Blob }],
      "At most 2.00 GB",
    ],
    [
      "too many notes",
      () => Array.from({ length: IMPORT_MAX_NOTES + 1 }, (_, at) => chosen(`${at}.md`, "")),
      "more than 20,000 notes",
    ],
  ])("%s", async (_, files, message) => {
    await expect(read(...files())).rejects.toThrow(message);
  });

  it("a note over 1 MiB or without text, whatever its encoding, without the others", async () => {
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
