import { expect, it } from "vitest";
import { decodeText, encodeText } from "./edited-text.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer;

it.each(["", "a", "a\nb\n", "a\r\nb", "a\rb\r", "\ufeffa\r\n", "😀\n\n\u00e9 e\u0301", "\ufeff"])(
  "a text is saved with the bytes it was read from: %j",
  async (text) => {
    const edited = decodeText(bytesOf(text));
    expect(edited?.text).not.toMatch(/[\r\ufeff]/);
    if (!edited) throw new Error("It was not read as a text.");
    const saved = await encodeText(edited, "text/plain").arrayBuffer();
    expect(new Uint8Array(saved)).toEqual(new Uint8Array(bytesOf(text)));
  },
);

it("a text with several kinds of line ends gets the most frequent one", async () => {
  const edited = decodeText(bytesOf("a\r\nb\nc\r\n"));
  expect(edited).toEqual({ text: "a\nb\nc\n", newline: "\r\n", hasMark: false });
});

it.each([
  ["Latin-1", [0xe9]],
  ["UTF-16", [0xff, 0xfe, 0x61, 0]],
  ["a zero byte", [0x61, 0]],
  ["a character cut in two", [0xf0, 0x9f, 0x98]],
])("%s is no text that can be edited", (_name, bytes) => {
  expect(decodeText(new Uint8Array(bytes).buffer)).toBeNull();
});
