import { describe, expect, it } from "vitest";
import { chosen, read, zipped } from "./note-source.fixture.ts";

describe("Markdown files", () => {
  it("Markdown files are read with front matter, headings, names, pictures and dates", async () => {
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

  it("Markdown files of an export that were given too many labels say which are left out", async () => {
    const labels = Array.from({ length: 51 }, (_, index) => `l${index}`);
    const head = "foyer: 2\nid: 5f8a0e4e-0d0c-4c43-8f6b-3f0a1d0c9b11\ntitle: a";
    const { notes } = await read(
      chosen("a.md", `---\n${head}\nlabels: [${labels.join(", ")}]\n---\ntext`),
    );
    expect(notes).toMatchObject([
      { title: "a", labels: labels.slice(0, 50), lost: ["the label “l50”"] },
    ]);
  });

  it("Markdown files have the same ids in a zip and in a folder with any name", async () => {
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

  it.each([
    ["title: 2024\ntags: 2024", "2024", ["2024"]],
    [
      'title: 007\ntags:\n  - 2024\n  - "#idea"\n  - project/alpha',
      "007",
      ["2024", "idea", "project/alpha"],
    ],
    ["title: 1.10\ntag: 1_000, 0x1f, 1e3", "1.10", ["1_000", "0x1f", "1e3"]],
    [
      "title: 2024-05-06\nkeywords: [yes, No, null, ~, 12:30:00]",
      "2024-05-06",
      ["yes", "No", "null", "~", "12:30:00"],
    ],
    ["Title: no\nTAGS: [Work, 'to read']", "no", ["Work", "to read"]],
    ["title: #1 song\ntags: #idea #work", "#1 song", ["idea", "work"]],
    ["title: a\ntags: [#idea, #work/home]\nlabel: x", "a", ["idea", "work/home", "x"]],
    ["title: a\ntags: [#idea, '#to read',#x]", "a", ["idea", "to read", "x"]],
    ["title: a\ntags:\n- #idea\n- to read", "a", ["idea", "to read"]],
    ["title: a\nTags: to read, Work;x", "a", ["to read", "Work", "x"]],
    ["title: a: b [c]\ntags: [d]", "a: b [c]", ["d"]],
    ["title: @home & *co*\ntags: d", "@home & *co*", ["d"]],
    ["title:\ntags:", "x", []],
  ])(
    "an imported Markdown file has the title and labels of %j as they are written",
    async (fields, title, labels) => {
      const { notes } = await read(chosen("x.md", `---\n${fields}\n---\ntext`));
      expect(notes).toMatchObject([{ title, labels, content: "<p>text</p>", lost: [] }]);
    },
  );

  it("the import of Markdown names linked files and properties that notes do not have", async () => {
    const text = `---
rating: 5
aliases: [a]
source: https://a.example
empty:
updated: 2021-05-06
---
[report](files/report%201.pdf) [other](../b.md#x) [page](https://b.example) [top](#top) ![[c.mp3]]
<video src="d.mp4"></video> <iframe src="https://e.example/x"></iframe>
![e](data:image/png;base64,AA==)`;
    const { notes } = await read(chosen("x.md", text));
    expect(notes[0]?.lost).toEqual([
      "the property rating",
      "the property aliases",
      "the property source",
      "the file report 1.pdf",
      "links to other notes",
      "the file c.mp3",
      "the file d.mp4",
      "a picture within the text",
    ]);
    expect(notes[0]?.content).toContain('<a rel="noopener" href="https://e.example/x">');
  });

  it("an imported Markdown file shows the note's own picture or none", async () => {
    const picture = new Uint8Array(1);
    const own = "a picture that is not in the export";
    const { notes } = await read(
      zipped({
        "A/one.md": "![](p.png)",
        "A/two.md": "![](two/p.png) ![](../assets/q.png)",
        "A/three.md": "![](q%25.png) ![](/B/p.png) ![](B/p.png) ![](U\u0308.png) ![](R%231.PNG?x)",
        "A/four.md": "![[p.png]] ![[q.png]] ![[B/p.png]] ![[missing/p.png]]",
        "A/q%.png": picture,
        "A/\u00dc.png": picture,
        "A/r#1.png": picture,
        "B/one.md": "![](p.png)",
        "B/p.png": picture,
        "B/x/q.png": picture,
        "C/q.png": picture,
      }),
    );
    expect(
      notes.map(({ path, pictures, lost }) => [path, pictures.map((one) => one.path), lost]),
    ).toEqual([
      ["A/one.md", [], [own]],
      ["A/two.md", [], [own, own]],
      ["A/three.md", ["A/q%.png", "B/p.png", "A/\u00dc.png", "A/r#1.png"], [own]],
      ["A/four.md", ["B/p.png", "B/p.png"], [own, own]],
      ["B/one.md", ["B/p.png"], []],
    ]);
  });

  it("Markdown files of an Obsidian vault find their pictures by name, in links as well", async () => {
    const { notes } = await read(
      zipped({
        "V/.obsidian/app.json": "{}",
        "V/a.md": "![](Pasted%20image.png) ![x](./sub/Pasted%20image.png) ![y](no/y.png)",
        "V/files/Pasted image.png": new Uint8Array(1),
        "V/b/y.png": new Uint8Array(1),
      }),
    );
    expect(notes[0]?.pictures.map(({ path }) => path)).toEqual(["files/Pasted image.png"]);
    expect(notes[0]?.lost).toHaveLength(2);
  });
});
