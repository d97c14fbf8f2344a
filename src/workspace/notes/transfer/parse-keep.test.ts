import { describe, expect, it } from "vitest";
import { chosen, keep, read, zipped } from "./note-source.fixture.ts";

describe("Google Keep's Takeout", () => {
  it("Google Keep's Takeout is recognized whatever its folders are called; each note is read once", async () => {
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

  it("Google Keep's Takeout keeps checklists, colors, states, links and emphasis", async () => {
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

  it("a zero date in Google Keep's Takeout is replaced by the creation date, or by none", async () => {
    const { notes } = await read(
      chosen("1.json", keep({ userEditedTimestampUsec: 0 })),
      chosen("2.json", keep({ userEditedTimestampUsec: 0, createdTimestampUsec: 0 })),
    );
    expect(notes.map(({ updated_at }) => updated_at)).toEqual(["2020-02-18T04:26:40.000Z", null]);
  });

  it("Google Keep's Takeout finds pictures whose names have other endings, and names what is lost", async () => {
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

  it("Google Keep's formatted notes keep addresses as links", async () => {
    const { notes } = await read(
      chosen(
        "2.json",
        keep({
          textContent: "Read https://example.org/a?b=1&c today",
          textContentHtml:
            '<p style="x:y"><span>Read https://example.org/a?b=1&amp;c &lt;today&gt;</span></p><p><b>end</b> <a href="https://b.example/">https://b.example/</a></p>',
        }),
      ),
    );
    expect(notes[0]?.content).toBe(
      '<p style="x:y"><span>Read <a rel="noopener" href="https://example.org/a?b=1&#38;c">https://example.org/a?b=1&#38;c</a> &#60;today&#62;</span></p><p><b>end</b> <a href="https://b.example/">https://b.example/</a></p>',
    );
  });

  it.each([
    ["https://b.example/", "https://b.example"],
    ["https://www.b.example/a", "b.example/a"],
    ["https://b.example/%C3%BC", "http://b.example/ü"],
  ])(
    "Google Keep's Takeout does not add the preview of %s below a list or text with %s",
    async (url, written) => {
      const annotations = [{ url, title: "B", source: "WEBLINK" }];
      const listContent = [{ text: `see ${written}`, isChecked: false }];
      const { notes } = await read(
        chosen("1.json", keep({ textContent: undefined, listContent, annotations })),
        chosen("2.json", keep({ textContent: written, annotations })),
        chosen("3.json", keep({ annotations: [...annotations, ...annotations] })),
      );
      const previews = notes.map(({ content }) => content?.split(">B</a>").length);
      expect(previews).toEqual([1, 1, 2]);
    },
  );

  it("Google Keep's Takeout brings each picture whose names differ in the extension only, as Takeout stores them", async () => {
    const attachments = [
      { filePath: "a.jpg", mimetype: "image/jpeg" },
      { filePath: "a.png", mimetype: "image/png" },
      { filePath: "a.webp", mimetype: "image/webp" },
    ];
    const pictures = async (...stored: string[]) => {
      const files = Object.fromEntries(
        stored.map((name, at) => [`Keep/${name}`, new Uint8Array(at)]),
      );
      const { notes } = await read(zipped({ "Keep/a.json": keep({ attachments }), ...files }));
      return notes[0]?.pictures.map(({ path }) => path);
    };
    expect(await pictures("a.jpg", "a.png", "a.webp")).toEqual(["a.jpg", "a.png", "a.webp"]);
    expect(await pictures("a.png", "a.jpeg", "a.webp")).toEqual(["a.jpeg", "a.png", "a.webp"]);
    expect(await pictures("a.webp", "a.gif", "a.jpeg")).toEqual(["a.jpeg", "a.gif", "a.webp"]);
    expect(await pictures("a.png")).toEqual(["a.png"]);
  });

  it("a note of Google Keep's Takeout gets no picture of another note", async () => {
    const attachments = [{ filePath: "a.png", mimetype: "image/png" }];
    const { notes } = await read(
      zipped({ "Keep/a.json": keep({ attachments }), "Other/a.png": new Uint8Array(1) }),
    );
    expect(notes).toMatchObject([{ pictures: [], lost: ["a picture that is not in the export"] }]);
  });

  it("the import of Google Keep's Takeout names people, recordings and shortened parts", async () => {
    const owner = { isOwner: true, type: "WRITER", email: "a@example.org" };
    const other = { isOwner: false, type: "WRITER", email: "b@example.org" };
    const long = "é".repeat(51);
    const { notes } = await read(
      chosen("1.json", keep({ sharees: [owner, other], title: "x".repeat(1001) })),
      chosen("2.json", keep({ sharees: [owner] })),
      chosen("3.json", keep({ labels: [{ name: `${long} a` }, { name: `${long} b` }] })),
      chosen(
        "4.json",
        keep({ labels: Array.from({ length: 52 }, (_, at) => ({ name: `label ${at}` })) }),
      ),
      chosen(
        "5.json",
        keep({
          labels: [{ name: long }, ...Array.from({ length: 50 }, (_, at) => ({ name: `${at}` }))],
        }),
      ),
    );
    expect(notes.map(({ lost }) => lost)).toEqual([
      ["the end of its title", "the people it is shared with"],
      [],
      ["the end of 2 labels"],
      ["2 labels"],
      [`the end of the label “${"é".repeat(50)}…”`, "the label “49”"],
    ]);
    expect(notes[2]?.labels).toEqual(["é".repeat(50)]);
    expect(notes[3]?.labels).toHaveLength(50);
  });
});
