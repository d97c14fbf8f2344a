import { describe, expect, it } from "vitest";
import { decodeBytes, decodeText, detectEncoding, ENCODINGS } from "./decode-text.ts";
import { encodeText } from "./encode-text.ts";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const utf16 = (text: string, mark = "") => new Uint8Array(Buffer.from(mark + text, "utf16le"));
const swapped = (text: string, mark = "") =>
  new Uint8Array(Buffer.from(mark + text, "utf16le").swap16());

/** A text in an encoding, as written by Python's codecs. */
const LEGACY: [encoding: string, text: string, hex: string][] = [
  ["windows-1252", "Größe – 10 € für „Käse“", "4772f6df6520962031302080206 6fc722084 4be4736593"],
  [
    "windows-1252",
    "prénom,nom\nÉlodie,Lefèvre",
    "7072e96e6f6d2c6e6f6d0ac96c6f6469652c4c6566e8767265",
  ],
  ["windows-1252", "äöü ÄÖÜ ß é à", "e4f6fc20c4d6dc20df20e920e0"],
  ["windows-1252", "Café", "436166e9"],
  ["windows-1252", "rock’n’roll “A” “B”", "726f636b926e92726f6c6c2093419420934294"],
  ["windows-1252", "São João; coração", "53e36f204a6fe36f3b20636f7261e7e36f"],
  [
    "shift_jis",
    "名前,住所\r\n山田太郎,東京都",
    "96bc914f2c8f5a8f8a0d0a8e52936391be98592c938c8b9e9373",
  ],
  ["shift_jis", "これはテストです。", "82b182ea82cd8365835883678 2c582b78142"],
  ["euc-jp", "これは、名前と住所です", "a4b3a4eca4cfa1a2ccbec1b0a4c8bdbbbdeaa4c7a4b9"],
  [
    "gb18030",
    "姓名,地址\r\n张三,北京市朝阳区",
    "d0d5c3fb2cb5d8d6b70d0ad5c5c8fd2cb1b1bea9cad0b3afd1f4c7f8",
  ],
  ["big5", "中文文字檔案，第二行。", "a4a4a4e5a4e5a672c0c9aed7a141b2c4a447a6e6a143"],
  ["euc-kr", "이름,주소\r\n김철수", "c0ccb8a72cc1d6bcd20d0ab1e8c3b6bcf6"],
  ["windows-1251", "Имя;Город\nИван;Москва", "c8ecff3bc3eef0eee40ac8e2e0ed3bcceef1eae2e0"],
  ["koi8-r", "Съешь ещё этих булок", "f3dfc5dbd820c5dda320dcd4c9c820c2d5cccfcb"],
  ["ibm866", "Привет, мир и друзья", "8fe0a8a2a5e22c20aca8e020a820a4e0e3a7ecef"],
  ["windows-1253", "Ξεσκεπάζω την ψυχή", "cee5f3eae5f0dce6f920f4e7ed20f8f5f7de"],
];

describe("the encoding of a text", () => {
  it.each(LEGACY)("the encoding of a text is %s for %s", (encoding, text, hex) => {
    expect(detectEncoding(bytes(hex))).toEqual({ encoding, hasMark: false });
    expect(decodeText(bytes(hex))).toBe(text);
  });

  it.each([
    ["utf-8", true, new TextEncoder().encode("\ufeffGrüße")],
    ["utf-8", false, new TextEncoder().encode("Grüße")],
    ["utf-16le", true, utf16("Grüße", "\ufeff")],
    ["utf-16be", true, swapped("Grüße", "\ufeff")],
    ["utf-16le", false, utf16("Grüße\r\n")],
    ["utf-16be", false, swapped("Grüße\r\n")],
    ["utf-16le", false, utf16("Привет, мир\r\n")],
    ["utf-16be", false, swapped("日本語 テキスト\n")],
  ])("the encoding of a text is %s, with its mark: %s", (encoding, hasMark, content) => {
    expect(detectEncoding(content)).toEqual({ encoding, hasMark });
    expect(decodeText(content)).toMatch(/^(?:Grüße|Привет, мир|日本語 テキスト)\s*$/);
  });

  it("the encoding of a text stays UTF-8 for a log with one damaged character, and for a text cut within a character", () => {
    const log = [...new TextEncoder().encode("Grüße, Käse, Öl, Tür ".repeat(3)), 0xfc, 0x20];
    expect(detectEncoding(Uint8Array.from(log)).encoding).toBe("utf-8");
    const cut = new TextEncoder().encode("naïve 日").slice(0, -1);
    expect(decodeBytes(cut, detectEncoding(cut).encoding, true)).toBe("naïve ");
  });

  it.each([
    ["a picture", bytes("89504e470d0a1a0a0000000d49484452000000")],
    ["zero bytes", new Uint8Array(8)],
    ["a program", bytes("7f454c4602010100000000000000000003003e00")],
  ])("%s is not decoded as text", (_name, content) => {
    expect(decodeText(content)).toBeNull();
  });
});

describe("encoding a text", () => {
  it.each(LEGACY)("encoding a text in %s restores its bytes: %s", (encoding, text, hex) => {
    expect(encodeText(text, { encoding, hasMark: false })).toEqual(bytes(hex));
  });

  it("encoding a text keeps its encoding and byte order mark", () => {
    for (const encoding of ["utf-8", "utf-16le", "utf-16be"]) {
      const saved = encodeText("ü😀", { encoding, hasMark: true });
      expect(detectEncoding(saved)).toEqual({ encoding, hasMark: true });
      expect(decodeText(saved)).toBe("ü😀");
    }
  });

  it("encoding a text is refused with the first character that the encoding lacks", () => {
    const western = { encoding: "windows-1252", hasMark: false };
    expect(() => encodeText("10 € → 11 ₹", western)).toThrow("“→” cannot be saved in windows-1252");
  });

  it("every offered encoding is one that all browsers support", () => {
    for (const [encoding = ""] of ENCODINGS.map((label) => label.toLowerCase().split(" "))) {
      expect(new TextDecoder(encoding).encoding).toBe(encoding);
    }
  });
});
