import { describe, expect, it } from "vitest";
import { quotedName, shownName, withShownName } from "./shown-name.ts";

describe("a name", () => {
  it.each([
    ["photo\u202egpj.exe", "photo[U+202E]gpj.exe"],
    ["a\u200b\u2066b\u2069\u00ad.txt", "a[U+200B][U+2066]b[U+2069][U+00AD].txt"],
    ["\ufeffa\u200e\u200f\u061cb", "[U+FEFF]a[U+200E][U+200F][U+061C]b"],
    ["a\ufe0fb\u{e0041}\u{e0100}", "a[U+FE0F]b[U+E0041][U+E0100]"],
    ["line\r\nbreak\tand\u2028\u0085", "line[U+000D][U+000A]break[U+0009]and[U+2028][U+0085]"],
    ["דוח\u202egpj.exe", "דוח[U+202E]gpj.exe"],
    ["\u3164\u2800\u034f\u115f", "[U+3164][U+2800][U+034F][U+115F]"],
    ["half\ud83d", "half[U+D83D]"],
    ["no\u200cjoin\u200d.txt", "no[U+200C]join[U+200D].txt"],
    ["کتاب\u200c\u200c.pdf", "کتاب[U+200C][U+200C].pdf"],
    ["😀\u200d.exe", "😀[U+200D].exe"],
    ["🏴\u{e0067}\u{e0062}", "🏴[U+E0067][U+E0062]"],
    ["", ""],
  ])("the name %j is shown as %j", (name, shown) => {
    expect(shownName(name)).toBe(shown);
  });

  it.each([
    ["Persian", "می\u200cخواهم کتاب\u200cها.pdf"],
    ["Hindi and Sinhala", "क\u094d\u200dष शक\u094d\u200cति ශ\u0dca\u200dරී.txt"],
    ["Malayalam", "അവന\u0d4d\u200d.txt"],
    ["Hebrew and Arabic", "דוח שנתי 2024.pdf تقرير.docx"],
    ["Hebrew, as macOS names screenshots", "צילום מסך 2024-01-01 \u200fב-10.00.00.png"],
    ["Thai, Korean and decomposed letters", "ภาษาไทย 한국어 \u1112\u1161\u11ab Cafe\u0301.txt"],
    [
      "emoji",
      "👩\u200d👩\u200d👧\u200d👦 ❤\ufe0f 🏳\ufe0f\u200d🌈 👩🏽\u200d🚒 1\ufe0f\u20e3 🤷\u200d♂\ufe0f.png",
    ],
    ["flags", "🇩🇪 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}.png"],
    ["variants of Chinese characters", "葛\u{e0101}城 辻\ufe00.txt"],
    ["Mongolian", "ᠮᠣᠩᠭᠣᠯ\u180eᠠ.txt"],
    ["wide and narrow spaces", "a\u3000b\u00a0c\u202fd.txt"],
  ])("a name in %s is shown unchanged", (_script, name) => {
    expect(shownName(name)).toBe(name);
  });
});

it("an entry keeps a stored name that is displayed differently", () => {
  const plain = { id: 1, name: "a.txt" };
  expect(withShownName(plain)).toBe(plain);
  expect(withShownName({ id: 1, name: "a\u200b" })).toEqual({
    id: 1,
    name: "a[U+200B]",
    storedName: "a\u200b",
  });
});

it("a name in a sentence does not reverse the words around it", () => {
  expect(quotedName("a.txt")).toBe("“a.txt”");
  expect(quotedName("דוח 1")).toBe("“\u2068דוח 1\u2069”");
});
