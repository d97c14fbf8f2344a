import { expect, it } from "vitest";
import { mediaTypeOf } from "./media-type.ts";

it.each([
  ["a.mov", "application/octet-stream", "video/quicktime"],
  ["IMG_1.HEIC", "", "image/heic"],
  ["a.mkv", null, "video/x-matroska"],
  ["notes.md", "", "text/markdown"],
  ["a.apng", "application/octet-stream", "image/apng"],
  ["a.b.docx", "", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["a.png", "IMAGE/PNG; charset=binary", "image/png"],
  ["a.ts", "video/mp2t", "video/mp2t"],
  ["a.mov", "video/mp4", "video/mp4"],
  ["photo[U+202E]gpj.exe", "image/jpeg", "application/octet-stream"],
  ["a.SCR", "image/png", "application/octet-stream"],
  ["exe", "image/png", "image/png"],
  ["a.unknown", "", ""],
  ["a.unknown", "application/octet-stream", "application/octet-stream"],
  ["a.", "", ""],
])("mediaTypeOf returns for the file %s of type %s: %s", (name, mimetype, type) => {
  expect(mediaTypeOf({ name, mimetype })).toBe(type);
});
