import { describe, expect, it } from "vitest";
import { chosen, keep, read, type TestFiles, zipped } from "./note-source.fixture.ts";

const picture = new Uint8Array(4);
const bear = (values: object) =>
  JSON.stringify({
    "net.shinyfrog.bear": {
      creationDate: "2023-10-11T05:43:33Z",
      modificationDate: "2023-10-11T08:09:57Z",
      ...{ archived: 0, trashed: 0, pinned: 0, ...values },
    },
    creatorIdentifier: "net.shinyfrog.bear",
    version: 2,
  });

describe("archives in an archive", () => {
  it("archives in an archive of Notion are one export", async () => {
    const { notes, left } = await read(
      zipped(
        {
          "Export-1-Part-1.zip": {
            "Export-1/Home 0123456789abcdef0123456789abcdef.md": "# Home\n\n![](Home/p.png)",
            "Export-1/No heading 0123456789abcdef0123456789abcdef.md": "text",
            "Export-1/Home/attached.zip": { "not a note.md": "x" },
          },
          "Export-1/index.html": "<title>Index</title>",
          "Export-1-Part-2.zip": { "Export-1/Home/p.png": picture, "Export-1/DB.csv": "a,b" },
        },
        "export.zip",
      ),
    );
    expect(notes).toMatchObject([
      { title: "Home", pictures: [{ path: "Home/p.png" }], lost: [] },
      { title: "No heading" },
      { title: "Index" },
    ]);
    expect(left).toEqual(["Home/attached.zip", "DB.csv"]);
  });

  it("archives in an archive of Takeout chosen together, or in a folder, are one export", async () => {
    const attachments = [{ filePath: "a.png", mimetype: "image/png" }];
    const one = zipped({ "Takeout/Keep/a.json": keep({ attachments }) }, "1.zip");
    const two = zipped({ "Takeout/Keep/a.png": picture }, "2.zip");
    for (const files of [
      [one, two],
      [one, two].map((zip) => ({ ...zip, path: `Downloads/${zip.path}` })),
    ])
      expect((await read(...files)).notes).toMatchObject([{ pictures: [{ path: "a.png" }] }]);
  });

  it("an archive that is chosen together with notes is not unpacked, whatever it contains", async () => {
    const { notes, left } = await read(
      chosen("vault/a.md", "a"),
      { ...zipped({ "b.md": "x".repeat(3_000_000) }), path: "vault/bomb.zip" },
      chosen("vault/letter.docx", "PK\u0003\u0004"),
    );
    expect(notes).toHaveLength(1);
    expect(left).toEqual(["bomb.zip", "letter.docx"]);
  });

  it("archives in an archive that are damaged are named", async () => {
    const files = { "Part-1.zip": { "a.md": "a" }, "Part-2.zip": "PK\u0003\u0004" };
    await expect(read(zipped(files))).rejects.toThrow(
      "Part-2.zip: This is not a readable zip file.",
    );
  });

  it("archives nested too deeply in an archive are not opened", async () => {
    const deep = [1, 2, 3, 4, 5].reduce<TestFiles>((files) => ({ "a.zip": files }), {
      "a.md": "a",
    });
    await expect(read(zipped(deep))).rejects.toThrow("No notes were found");
  });
});

describe("notes of Bear", () => {
  it("notes of Bear have titles, tags, states and dates, and their own pictures", async () => {
    const { kinds, notes, left } = await read(
      zipped(
        {
          "Bear Notes.bear2bk/tags.json": "{}",
          "Bear Notes.bear2bk/A.textbundle/text.md":
            '# A title\n#Test-Tag #two words# #nested/tag text#no `#code` #1 (#in) https://a.example/#x\n![](assets/p.png)<!-- {"width":3} -->\n\n```\n#fenced\n```\n#项目。',
          "Bear Notes.bear2bk/A.textbundle/info.json": bear({ pinned: 1 }),
          "Bear Notes.bear2bk/A.textbundle/assets/p.png": picture,
          "Bear Notes.bear2bk/B.textbundle/text.md": "First line\n\nrest",
          "Bear Notes.bear2bk/B.textbundle/info.json": bear({ trashed: 1 }),
          "Bear Notes.bear2bk/C.textbundle/text.txt": "- [ ] only a list\n![](assets/p.png)",
          "Bear Notes.bear2bk/C.textbundle/info.json": bear({ archived: 1 }),
          "Bear Notes.bear2bk/Secret.textbundle/text.md": "",
          "Bear Notes.bear2bk/Secret.textbundle/info.json": bear({ encrypted: 1 }),
        },
        "Bear Notes.bear2bk",
      ),
    );
    expect(kinds).toEqual(["Bear"]);
    expect(notes).toMatchObject([
      {
        title: "A title",
        labels: ["Test-Tag", "two words", "nested/tag", "in", "项目"],
        updated_at: "2023-10-11T08:09:57.000Z",
        is_pinned: true,
        pictures: [{ path: "A.textbundle/assets/p.png" }],
      },
      { title: "First line", content: "<p>rest</p>", is_trashed: true, is_pinned: false },
      { title: "C", is_archived: true, lost: ["a picture that is not in the export"] },
      { title: "text.md", problem: "It is encrypted. Decrypt it in Bear and export it again." },
    ]);
    expect(notes[0]?.content).toContain("#two words#");
    expect(left).toEqual([]);
  });

  it.each([
    ["a textbundle of another program", { "N.textbundle/info.json": '{"version":2}' }],
    ["a textbundle without information", {}],
  ])("notes of Bear are distinguished from %s", async (_, files) => {
    const { kinds, notes } = await read(
      zipped({ "N.textbundle/text.markdown": "text #tag", ...files }, "N.textpack"),
    );
    expect(kinds).toEqual(["Markdown"]);
    expect(notes).toMatchObject([{ title: "N", content: "<p>text #tag</p>", labels: [] }]);
  });
});

describe("texts and web pages", () => {
  it("every text file or web page becomes one note", async () => {
    const { kinds, notes } = await read(
      chosen("plain.txt", "Plain note\r\nsecond <line>\r\n\r\n  a   b\tc"),
      chosen(
        "page.html",
        '<html><head><title>A &amp; B &#8217;</title><style>p{}</style></head><body><h1>Page</h1><p>text <img src="p.png"><img src="no.png" alt="alt"></p><script>x()</script></body></html>',
      ),
      chosen("name.htm", "<p>only"),
      chosen("p.png", picture),
    );
    expect(kinds).toEqual(["Text", "Web page"]);
    expect(notes).toMatchObject([
      {
        title: "plain",
        content:
          "<p>Plain note</p><p>second &#60;line&#62;</p><p></p><p>\u00a0 a\u00a0\u00a0 b\u00a0\u00a0\u00a0 c</p>",
        updated_at: "2020-02-03T04:05:06.000Z",
      },
      {
        title: "A & B ’",
        pictures: [{ path: "p.png" }],
        lost: ["a picture that is not in the export"],
      },
      { title: "name", content: "<p>only" },
    ]);
    expect(notes[1]?.content).toMatch(
      /^<h1>Page<\/h1><p>text <img data-file="[^"]+" alt="">alt<\/p>$/,
    );
  });

  it("texts and web pages are read in the encoding that they have or declare", async () => {
    const utf16 = new Uint8Array(
      new Uint16Array([..."Größe"].map((char) => char.charCodeAt(0))).buffer,
    );
    const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
    const { notes } = await read(
      chosen("1.txt", utf16),
      chosen("2.txt", latin("Gr\xf6\xdfe \x80")),
      chosen("3.html", latin('<meta charset="iso-8859-2"><p>\xb1')),
      chosen("4.html", latin('<meta charset="none"><p>\xb1')),
      chosen("5.md", "\u0001 control and unassigned \u{10fffd}"),
      chosen("6.txt", Uint8Array.of(0x61, 0, 0xff, 0, 0, 0)),
    );
    expect(notes.map(({ content, problem }) => content ?? problem)).toEqual([
      "<p>Größe</p>",
      "<p>Größe €</p>",
      '<meta charset="iso-8859-2"><p>ą',
      '<meta charset="none"><p>±',
      "<p>\u0001 control and unassigned \u{10fffd}</p>",
      "It is not a text.",
    ]);
  });

  it("texts and web pages of a Takeout are not notes beside those of Keep", async () => {
    const { kinds, left } = await read(
      zipped({
        "Takeout/archive_browser.html": "<p>x",
        "Takeout/Keep/a.json": keep({}),
        "Takeout/Keep/a.html": "<p>text",
        "Takeout/Keep/Labels.txt": "x",
      }),
    );
    expect([kinds, left]).toEqual([["Google Keep"], []]);
  });

  it("texts and web pages that are larger than a note only by their styles are read", async () => {
    const { notes } = await read(
      chosen("a.html", `<p style="${"x".repeat(1_100_000)}">text</p>`),
      chosen("b.html", `<p>${"x".repeat(1_100_000)}</p>`),
    );
    expect(notes.map(({ problem }) => problem)).toEqual(["", "It is longer than 1.00 MB."]);
  });
});

it("a file that is not a note is named, unless a note shows it", async () => {
  const { left } = await read(
    zipped({
      "a.md": "![](a.png)",
      "a.png": picture,
      "b.png": picture,
      "c.pdf": "x",
      "d.json": "{}",
      ".hidden": "x",
    }),
  );
  expect(left).toEqual(["b.png", "c.pdf", "d.json"]);
});
