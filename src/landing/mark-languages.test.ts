import { describe, expect, it } from "vitest";
import { markLanguages } from "./mark-languages.ts";

describe("markLanguages", () => {
  it.each([
    ["Русский", "ru"],
    ["Україна", "uk"],
    ["Ελλάδα", "el"],
    ["مرحبا", "ar"],
    ["گفت‌وگو", "fa"],
    ["پاکستان میں", "ur"],
    ["שלום", "he"],
    ["नमस्ते", "hi"],
    ["สวัสดี", "th"],
    ["한국어", "ko"],
    ["ひらがな", "ja"],
    ["中文", "zh"],
  ])("markLanguages marks %s as %s on an English page", (text, language) => {
    expect(markLanguages(`<p>${text} 2024</p>`, "en")).toBe(
      `<p lang="${language}">${text} 2024</p>`,
    );
  });

  it("markLanguages keeps texts in the script of the page's language, and texts without letters", () => {
    const html = '<p class="a">Größe <b>2019 – 2023</b><br>+49 ★</p><img alt="سلام">';
    expect(markLanguages(html, "de")).toBe(html);
    expect(markLanguages("<p>سلام دنیا <i>۱۲</i></p>", "ar")).toBe("<p>سلام دنیا <i>۱۲</i></p>");
  });

  it("markLanguages marks only what differs from the element around it", () => {
    expect(
      markLanguages("<ul><li>سلام <b>React</b> و <b>Go</b></li><li>Rust</li></ul>", "fa"),
    ).toBe(
      '<ul><li>سلام <b lang="en">React</b> و <b lang="en">Go</b></li><li lang="en">Rust</li></ul>',
    );
    expect(markLanguages("<p>日本語で <a href=x>GitHub</a> を使う</p>", "en")).toBe(
      '<p lang="ja">日本語で <a lang="en" href=x>GitHub</a> を使う</p>',
    );
  });

  it("markLanguages takes Han characters for Japanese if the page has kana", () => {
    expect(markLanguages("<h1>山田太郎</h1><p>こんにちは</p>", "en")).toContain('<h1 lang="ja">');
    expect(markLanguages("<h1>山田太郎</h1><p>Hello</p>", "en")).toContain('<h1 lang="zh">');
  });

  it("markLanguages marks a typed text as a whole", () => {
    const typed = '<span class="typed"><span><span>س</span><span>ا</span></span></span>';
    expect(markLanguages(`<p>${typed} x</p>`, "en")).toBe(
      `<p>${typed.replace("<span", '<span lang="ar"')} x</p>`,
    );
  });
});
