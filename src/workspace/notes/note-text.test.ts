import { describe, expect, it } from "vitest";
import { searchWords } from "../../lib/search/fold-text.ts";
import { anyNote } from "./note.fixture.ts";
import {
  matches,
  nameOf,
  passageBelow,
  plainText,
  searchTexts,
  textLines,
  withName,
} from "./note-text.ts";

const note = (title: string, content: string) => anyNote("a", { title, content });
const finds = (search: string, title: string, content = "") =>
  matches(note(title, content), searchWords(search));

describe("plain text", () => {
  it.each([
    ["<p>one</p><p>two</p>", "one two"],
    ["bo<strong>ld</strong>", "bold"],
    ["a &amp; b &lt;c&gt; &quot;d&quot;&nbsp;e", 'a & b <c> "d" e'],
    ["&amp;lt;", "&lt;"],
    ["<p>cut in <stro", "cut in"],
    ["", ""],
  ])("plain text of %s is %s", (html, text) => {
    expect(plainText(html)).toBe(text);
  });
});

describe("a note's text in lines", () => {
  const picture = '<img data-file="a" alt="A boat" width="64" height="48">';
  const list =
    '<ul data-type="checklist"><li data-checked="false"><p>milk <b>fresh</b></p></li><li data-checked="true"><p>eggs</p></li></ul>';
  it.each([
    ["<p>one<br>two</p><p></p><p>three\nfour</p>", "one\ntwo\nthree four"],
    [`<p>To buy</p>${list}<p>end</p>`, "To buy\n☐ milk fresh\n☑\ufe0e eggs\nend"],
    ["<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>", "• a\n• b"],
    [`<p>a</p>${picture}<p>b</p>`, "a\n[Picture: A boat]\nb"],
    [picture.replace("A boat", ""), "[Picture]"],
    ["<h3>cut</h3><p>in <stro", "cut\nin"],
    ["", ""],
  ])("a note's text in lines of %s is %j", (html, text) => expect(textLines(html)).toBe(text));
});

it("a note is named by its title, or else by the start of its text", () => {
  expect(nameOf(note("Plan", "<p>text</p>"))).toBe("“Plan”");
  expect(nameOf(note("Untitled Note", `<p>${"👋".repeat(70)}</p>`))).toBe(`“${"👋".repeat(60)}…”`);
  expect(nameOf(note("", ""))).toBe("A note without text");
});

it("a message names its note, whatever characters the name has", () => {
  const message = "This note is full. This note stays.";
  expect(withName(message, note("Plan $& $1", ""))).toBe("“Plan $& $1” is full. This note stays.");
});

describe("searching", () => {
  it("the search requires every word, anywhere in title and text, ignoring case and width", () => {
    expect(finds("TEXT alp", "Alpha", "<p>some text</p>")).toBe(true);
    expect(finds("ｔｅｘｔ", "", "<p>Text</p>")).toBe(true);
    expect(finds("alpha beta", "Alpha")).toBe(false);
    expect(finds("  ", "Alpha")).toBe(true);
  });

  it("the search of notes finds labels", () => {
    const labeled = anyNote("a", { title: "Alpha", labels: ["Jardín", "to do"] });
    expect(matches(labeled, searchWords("alpha jardin"))).toBe(true);
    expect(matches(labeled, searchWords("work"))).toBe(false);
    expect(passageBelow(labeled, ["jardin"])).toBeNull();
  });

  it("the search has one text per note of a list, in the list's order", () => {
    const list = [
      anyNote("a", { title: "Ä" }),
      anyNote("b", { content: "<b>B</b>", labels: ["Ç"] }),
    ];
    const isFound = searchTexts(list).finder(["c"]);
    expect([isFound(0), isFound(1)]).toEqual([false, true]);
    expect(searchTexts(list)).toBe(searchTexts(list));
  });

  it("the search of notes ignores accents", () => {
    expect(finds("cafe muller", "Café Müller")).toBe(true);
    expect(finds("CAFÉ", "cafe\u0301")).toBe(true);
    expect(finds("strasse lodz smorrebrod", "Straße Łódź Smørrebrød")).toBe(true);
    expect(finds("muller", "Miller")).toBe(false);
  });

  it("the search of notes does not match markup", () => {
    expect(finds("strong", "a", "<strong>b</strong>")).toBe(false);
    expect(finds("checklist", "a", '<ul data-type="checklist"></ul>')).toBe(false);
  });
});

describe("the passage of a note that was found", () => {
  const filler = "filler ".repeat(60);
  const passage = (search: string, title: string, content: string) =>
    passageBelow(note(title, content), searchWords(search));

  it("the passage of a found note shows the match outside the card's excerpt", () => {
    expect(passage("needle", "a", `<p>${filler}a Nee<b>dle</b> here</p>`)).toMatch(
      /^…filler filler (filler )?a Needle here$/,
    );
    expect(passage("alpha needle", "Alpha", `<p>${filler}needle</p>`)).toMatch(/needle$/);
  });

  it.each([
    ["filler", "a"],
    ["alpha", "Alpha"],
    ["elsewhere", "a"],
    ["", "a"],
    // The placeholder title "Untitled Note" must not match.
    ["untitled", "Untitled Note"],
  ])(
    "the passage of a note that was found is not needed for %j in a note with the title %j",
    (search, title) => {
      expect(passage(search, title, `<p>${filler}</p>`)).toBeNull();
    },
  );
});
