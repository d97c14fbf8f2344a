import { describe, expect, it } from "vitest";
import type { ZodType } from "zod";
import {
  optionalLink,
  optionalPicture,
  optionalText,
  requiredLink,
  requiredText,
  wordList,
} from "./field-rules.ts";

const complaint = (schema: ZodType, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message ?? null;

describe("requiredText", () => {
  const schema = requiredText("Please enter a title.", 300);
  it("requiredText trims whitespace", () => expect(schema.parse("  Engineer ")).toBe("Engineer"));
  it.each(["", "  \n "])("requiredText refuses %j", (text) =>
    expect(complaint(schema, text)).toBe("Please enter a title."),
  );
  it("requiredText counts characters as the database does", () => {
    expect(complaint(schema, "🧑".repeat(300))).toBeNull();
    expect(complaint(schema, "a".repeat(301))).toBe("Please use at most 300 characters.");
  });
});

describe("optionalText", () => {
  const schema = optionalText(20_000);
  it("optionalText stores an empty text as null", () => expect(schema.parse("  ")).toBeNull());
  it("optionalText keeps line breaks", () => expect(schema.parse("one\n\ntwo")).toBe("one\n\ntwo"));
  it("optionalText names its limit in the error", () =>
    expect(complaint(schema, "a".repeat(20_001))).toBe("Please use at most 20,000 characters."));
});

const FULL_ADDRESS = "Please enter a full address, such as https://example.com.";

describe("links", () => {
  it.each(["https://example.com", "http://a.b/c?d#e", "HTTPS://EXAMPLE.COM", "mailto:a@b.c"])(
    "a link field accepts %s unchanged",
    (text) => expect(optionalLink().parse(` ${text} `)).toBe(text),
  );
  it.each([
    ["example.com", "https://example.com"],
    ["localhost.example:8080/a?b", "https://localhost.example:8080/a?b"],
    ["me@example.com", "mailto:me@example.com"],
  ])("a link field completes %s to %s", (text, link) => {
    expect(optionalLink().parse(` ${text} `)).toBe(link);
    expect(requiredLink("").parse(text)).toBe(link);
  });
  it.each([
    "example",
    "exa mple.com",
    "https:example.com",
    "https:///example.com",
    "javascript:alert(1)",
    "https://exa mple.com",
    "https://example.com/\u0085",
    "mailto:",
  ])("a link field refuses %j", (text) =>
    expect(complaint(optionalLink(), text)).toBe(FULL_ADDRESS),
  );
  it("an empty link is stored as null", () => expect(optionalLink().parse(" ")).toBeNull());
  it("a missing link is distinguished from an invalid one", () => {
    const schema = requiredLink("Please enter the link.");
    expect(complaint(schema, "")).toBe("Please enter the link.");
    expect(complaint(schema, "x")).toBe(FULL_ADDRESS);
    expect(complaint(schema, `https://a.b/${"c".repeat(2048)}`)).toMatch(/2,048/);
  });
});

describe("pictures", () => {
  it.each(["https://a.b/c.png", "/sample/slipway-800.webp"])("a picture field accepts %s", (text) =>
    expect(optionalPicture().parse(text)).toBe(text),
  );
  it.each([
    "//a.b/c.png",
    "/\\a.b",
    "c.png",
    "data:image/png;base64,AA",
    "https:a.b",
    "mailto:a@b",
  ])("a picture field refuses %j", (text) =>
    expect(complaint(optionalPicture(), text)).toMatch(/^Please enter an address/),
  );
  it("an empty picture is stored as null", () => expect(optionalPicture().parse("")).toBeNull());
});

describe("wordList", () => {
  it("wordList yields a list or null", () => {
    expect(wordList().parse("a, b,")).toEqual(["a", "b"]);
    expect(wordList().parse(" , ")).toBeNull();
  });
  it("wordList enforces its limits", () => {
    expect(complaint(wordList(), Array(100).fill("a").join())).toBeNull();
    expect(complaint(wordList(), Array(101).fill("a").join())).toMatch(/at most 100 .* 101/);
    expect(complaint(wordList(), `ok,${"é".repeat(200)}`)).toBeNull();
    expect(complaint(wordList(), `ok,${"é".repeat(201)}`)).toMatch(/longer than 200 characters/);
  });
});
