import { expect, it } from "vitest";
import { kindOf, previewKindOf, textFormatOf } from "./file-kind.ts";

it.each([
  ["image/png", "image"],
  ["image/svg+xml", "image"],
  ["application/pdf", "pdf"],
  ["text/plain;charset=utf-8", "text"],
  ["text/markdown", "text"],
  ["text/javascript", "code"],
  ["application/javascript", "code"],
  ["application/json", "code"],
  ["text/css", "code"],
  ["TEXT/HTML; charset=utf-8", "code"],
  ["audio/mpeg", "audio"],
  ["video/mp4", "video"],
  ["video/mp2t", "code"],
  ["application/zip", "archive"],
  ["application/x-7z-compressed", "archive"],
  ["application/x-tar", "archive"],
  ["text/csv", "spreadsheet"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "spreadsheet"],
  ["application/vnd.oasis.opendocument.presentation", "presentation"],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "document"],
  ["application/octet-stream", "generic"],
  ["", "generic"],
  [null, "generic"],
])("kindOf returns for the media type %s the kind %s", (mimetype, kind) => {
  expect(kindOf({ name: "a", is_folder: false, mimetype })).toBe(kind);
});

it("a folder is a folder regardless of its media type", () => {
  expect(kindOf({ name: "a", is_folder: true, mimetype: "image/png" })).toBe("folder");
});

it.each([
  ["a.png", "image/png", "image"],
  ["a.svg", "image/svg+xml", "svg"],
  ["a.heic", "image/heic", "image"],
  ["a.mov", "application/octet-stream", "video"],
  ["a.apng", "", "image"],
  ["a.jpg.exe", "image/jpeg", null],
  ["a.pdf", "application/pdf", "pdf"],
  ["a.mp3", "audio/mpeg", "audio"],
  ["a.webm", "video/webm", "video"],
  ["a.ts", "video/mp2t", "text"],
  ["page.html", "text/html", "text"],
  ["notes", "text/plain; charset=utf-8", "text"],
  ["data", "application/json", "text"],
  ["README.md", "", "text"],
  ["a.zip", "application/zip", "zip"],
  ["a.zip", "application/x-zip-compressed", "zip"],
  ["a.bin", null, null],
  ["LICENSE", "", "maybe text"],
  [".profile", "application/octet-stream", "maybe text"],
  ["core", "application/x-core", null],
  ["a", "application/x-sh", "text"],
  ["a", "application/ld+json", "text"],
  ["a", "application/rss+xml", "text"],
  ["a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", null],
  ["a.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", null],
  ["a.pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation", null],
  ["a.odt", "application/vnd.oasis.opendocument.text", null],
  ["a.db", "application/vnd.sqlite3", null],
  ["a.db", "application/x-sqlite3", null],
])("previewKindOf returns for the file %s of type %s: %s", (name, mimetype, kind) => {
  expect(previewKindOf({ name, mimetype })).toBe(kind);
});

it.each([
  ["README.MD", "markdown"],
  ["a.tsv", "table"],
  ["a.tsx", "code"],
  ["page.html", "code"],
  ["Dockerfile", "code"],
  ["a.txt", "plain"],
  ["LICENSE", "plain"],
])("the text %s is shown as %s", (name, format) => {
  expect(textFormatOf(name)).toBe(format);
});
