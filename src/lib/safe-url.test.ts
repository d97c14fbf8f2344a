import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../tests/support/content/any-text.ts";
import { mailHref, safeHref, safePicture } from "./safe-url.ts";

const hostile = fc.oneof(
  fc.string(),
  anyText(),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc
    .tuple(
      fc.constantFrom("", " ", "\t", "\u0000", "\u00a0", "\n"),
      fc.constantFrom(..."javascript JaVaScRiPt java\tscript data vbscript file blob".split(" ")),
      fc.constantFrom(":", ":\n", "&colon;", "\t:", "%3a", "://"),
      fc.string(),
    )
    .map((parts) => parts.join("")),
  fc
    .tuple(fc.constantFrom("//", "\\\\", "/\\", "https:", "mailto:"), fc.string())
    .map((p) => p.join("")),
);

describe("safeHref", () => {
  it("safeHref never returns an unsafe scheme, over 2,000 values", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const href = safeHref(text);
        if (href === null) return true;
        // Resolved against a page, as in a browser, the link must have one of the three schemes.
        return /^(https?|mailto):$/.test(new URL(href, "https://example.com/").protocol);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["https://example.com", "https://example.com/"],
    ["  http://example.com/a?b#c ", "http://example.com/a?b#c"],
    ["mailto:a@example.com", "mailto:a@example.com"],
  ])("safeHref keeps %j", (text, href) => expect(safeHref(text)).toBe(href));

  it.each([
    null,
    undefined,
    "",
    "example.com",
    "//example.com",
    "/path",
    "https://exa\tmple.com",
    "mailto:",
    "ftp://example.com",
  ])("safeHref refuses %j", (text) => expect(safeHref(text)).toBeNull());
});

describe("mailHref", () => {
  it("mailHref links one address", () =>
    expect(mailHref("a.b@example.com")).toBe("mailto:a.b@example.com"));
  it.each(["", "none", "a@b,c@d", "a@b\nbcc:c@d", null])("mailHref refuses %j", (text) =>
    expect(mailHref(text)).toBeNull(),
  );
});

describe("safePicture", () => {
  it("safePicture returns only http(s) URLs or paths of this site, over 2,000 values", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const src = safePicture(text);
        if (src === null) return true;
        const { protocol, host } = new URL(src, "https://example.com/");
        return src.startsWith("/") ? host === "example.com" : /^https?:$/.test(protocol);
      }),
      { numRuns: 2_000 },
    );
  });

  it("safePicture keeps a path of this site", () =>
    expect(safePicture("/sample/a-800.webp")).toBe("/sample/a-800.webp"));
  it.each([
    "//evil.example/a.png",
    "/\\evil.example",
    "mailto:a@b.c",
    "data:image/png;base64,AA",
    "",
  ])("safePicture refuses %j", (text) => expect(safePicture(text)).toBeNull());
});
