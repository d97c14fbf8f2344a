/**
 * Valid and invalid values for columns that contain a link: http, https or mailto, without control
 * characters.
 */
export const links = {
  taken: [
    "https://example.org",
    "http://localhost:3000/a?b=c#d",
    "HTTPS://EXAMPLE.ORG/%20",
    "mailto:me@example.org?subject=Hello there",
    "https://例え.jp/道",
  ],
  refused: [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    " https://example.org",
    "java\tscript:alert(1)",
    "https://example.org/\nx",
    "https://example.org/\u0001x",
    "https://example.org/\u0085x",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://example.org",
    "//example.org",
    "/about",
    "example.org",
    "https://",
    "https:///x",
    "https:example.org",
    "mailto:",
    `https://example.org/${"x".repeat(2048)}`,
  ],
} as const;

/**
 * Valid and invalid values for columns that contain a picture's URL: http(s), or a path on this
 * site.
 */
export const pictures = {
  taken: ["https://example.org/a.png", "http://example.org/a b.png", "/sample/a-800.webp", "/a"],
  refused: [
    "//example.org/a.png",
    "/\\example.org/a.png",
    "/\t/example.org/a.png",
    "/a\\b.png",
    "/",
    "\\a.png",
    "a.png",
    "./a.png",
    "mailto:me@example.org",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "javascript:alert(1)",
    "blob:https://example.org/1",
    `/${"x".repeat(2048)}`,
  ],
} as const;

/** Valid and invalid values for lists of words: at most 100, each of 1 to 200 characters. */
export const wordLists = {
  taken: [null, [], ["TypeScript"], Array.from({ length: 100 }, () => "x".repeat(200))],
  refused: [[""], ["x", null], ["x".repeat(201)], Array.from({ length: 101 }, () => "x")],
} as const;

/** A text of this many multi-byte characters. */
export function longText(length: number): string {
  return "ü".repeat(length);
}
