// @vitest-environment jsdom
import { expect, it } from "vitest";
import { sanitizeDocumentInBrowser } from "./sanitize-document-browser.ts";

it.each([
  [
    '<li><input type="checkbox" checked onclick="hit()" name="a"> b</li>',
    '<li><input type="checkbox" checked="" disabled="" aria-label="b"> b</li>',
  ],
  ['<input value="a"><input type="image" src="https://example.com/a.png">', ""],
  ['<ol start="4"><li>a</li></ol>', '<ol start="4"><li>a</li></ol>'],
  ['<td align="right">a</td>', "a"],
])("%s becomes %s in a document", (html, left) => {
  expect(sanitizeDocumentInBrowser(html)).toBe(left);
});
