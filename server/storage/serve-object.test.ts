import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../tests/support/content/any-text.ts";
import { attachment, passiveType } from "./serve-object.ts";

describe("the name of a download", () => {
  it.each([
    ["report.pdf", `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ["a b.txt", `attachment; filename="a b.txt"; filename*=UTF-8''a%20b.txt`],
    ["é.txt", `attachment; filename="_.txt"; filename*=UTF-8''%C3%A9.txt`],
    ["../etc/passwd", `attachment; filename=".._etc_passwd"; filename*=UTF-8''.._etc_passwd`],
  ])("the name of a download is quoted and encoded: %j", (name, header) => {
    expect(attachment(name)).toBe(header);
  });

  it("the name of a download is truncated between characters", () => {
    const name = `x${"😀".repeat(300)}`;
    expect(attachment(name)).toContain(`UTF-8''x${"%F0%9F%98%80".repeat(254)}`);
  });

  it("the name of a download is a valid header for any name", () => {
    fc.assert(
      fc.property(anyText(), (name) => {
        const header = attachment(name);
        expect(() => new Headers({ "content-disposition": header })).not.toThrow();
        expect(header).toMatch(
          /^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/,
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe("the content type of a served object", () => {
  it.each([
    "image/png",
    "audio/mpeg",
    "video/mp4",
    "application/pdf",
    "text/plain",
    "text/plain;charset=utf-8",
  ])("the content type of a served object is unchanged for %s", (type) => {
    expect(passiveType(type)).toBe(type);
  });

  it.each([
    ["Image/PNG", "image/png"],
    ["image/png;charset=utf-8", "image/png"],
    ["text/plain; charset=utf-8; x=<script>", "text/plain;charset=utf-8"],
  ])("the content type of a served object is normalized from %s", (stored, served) => {
    expect(passiveType(stored)).toBe(served);
  });

  it.each([
    "text/html",
    "application/xhtml+xml",
    "image/svg+xml",
    "audio/x+xml",
    "video/mp4+xml",
    "application/javascript",
    "text/css",
    "text/xml",
    "application/json",
    "multipart/x-mixed-replace",
    "text/plain,text/html",
    "*/*",
    "",
  ])("the content type of a served object is octet-stream for %s", (type) => {
    expect(passiveType(type)).toBe("application/octet-stream");
  });
});
