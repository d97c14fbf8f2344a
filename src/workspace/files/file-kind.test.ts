import { expect, it } from "vitest";
import { kindOf } from "./file-kind.ts";

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
  ["application/zip", "generic"],
  ["", "generic"],
  [null, "generic"],
])("%s is %s", (mimetype, kind) => {
  expect(kindOf({ is_folder: false, mimetype })).toBe(kind);
});

it("a folder is a folder regardless of its media type", () => {
  expect(kindOf({ is_folder: true, mimetype: "image/png" })).toBe("folder");
});
