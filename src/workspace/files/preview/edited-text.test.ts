import { expect, it } from "vitest";
import { readText, writeText } from "./edited-text.ts";

const bufferOf = (bytes: Iterable<number>) => Uint8Array.from(bytes).buffer;
const utf8 = (text: string) => new TextEncoder().encode(text);

it.each([
  ...["", "a", "a\nb\n", "a\r\nb", "a\rb\r", "\ufeffa\r\n", "😀\n\n\u00e9 e\u0301", "\ufeff"].map(
    utf8,
  ),
  [0x47, 0x72, 0xfc, 0xdf, 0x65, 13, 10, 0x80],
  [0xff, 0xfe, 0x61, 0, 13, 0, 10, 0],
  [0xfe, 0xff, 0, 0xfc, 0, 10],
  [0x96, 0xbc, 0x91, 0x4f, 13, 10, 0x8e, 0x52, 0x93, 0x63],
])("a text is saved with the bytes it was read from: %j", async (...bytes) => {
  const content = bufferOf(
    bytes.flatMap((part) => (typeof part === "number" ? [part] : [...part])),
  );
  const edited = readText(content);
  expect(edited?.text).not.toMatch(/[\r\ufeff]/);
  if (!edited) throw new Error("It was not read as a text.");
  expect(await writeText(edited, "text/plain").arrayBuffer()).toEqual(content);
});

it("a text with several kinds of line ends gets the most frequent one", () => {
  expect(readText(bufferOf(utf8("a\r\nb\nc\r\n")))).toEqual({
    text: "a\nb\nc\n",
    newline: "\r\n",
    encoding: "utf-8",
    hasMark: false,
  });
});

it("a text is read and saved in the encoding that is chosen", async () => {
  const content = bufferOf([0xb3, 0xf3, 0x64, 0x9f]);
  const edited = readText(content, "windows-1250");
  expect(edited?.text).toBe("łódź");
  if (edited) expect(await writeText(edited, "").arrayBuffer()).toEqual(content);
});

it.each([
  ["a zero byte", [0x61, 0, 0x61]],
  ["a character cut in two", [0xf0, 0x9f, 0x98], "utf-8"],
  ["what cannot be written again", [0x81, 0x30, 0x81, 0x30], "gb18030"],
])("%s cannot be edited as text", (_name, bytes, chosen?: string) => {
  expect(readText(bufferOf(bytes), chosen)).toBeNull();
});
