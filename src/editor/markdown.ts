import { Marked, type TokenizerAndRendererExtension } from "marked";

/**
 * Converts pasted Markdown to HTML: headings, lists, checklists, quotations, code, tables and
 * emphasis. HTML in it stays text, and line breaks within a paragraph are kept.
 * @returns null for any other text, and where it is nested too deeply to be read.
 */
export function markdownToHtml(text: string): string | null {
  const plain = text.replace(/\r\n?/g, "\n");
  if (plain.length > LONGEST || plain.startsWith("#!")) return null;
  return BLOCK.test(plain) || EMPHASIS.test(plain) ? parseMarkdown(parser, plain) : null;
}

/**
 * The HTML of Markdown, not sanitized.
 * @returns null where it is nested too deeply: marked takes seconds for such lists, and overflows
 *   with quotations.
 */
export function parseMarkdown(marked: Marked, text: string): string | null {
  if (/^[ \t>*+-]{80,}[^ \t>*+\n-]/m.test(text)) return null;
  try {
    return marked.parse(text, { async: false });
  } catch {
    return null;
  }
}

/** Maximum length, in characters; longer texts are pasted as plain text. */
const LONGEST = 200_000;

const BLOCK = /^(?:\s*(?:[-*+]|\d{1,9}[.)])\s+\S| {0,3}(?:#{1,6}\s+\S|>\s?\S|```|~~~))/m;
const EMPHASIS =
  /\*\*\S[^*\n]{0,500}\*\*|~~\S[^~\n]{0,500}~~|`[^`\n]{1,500}`|\]\((?:https?|mailto):|^\s*\|?\s*:?-+:?\s*\|/m;

/** `==text==`, as an extension of marked. */
export const HIGHLIGHT: TokenizerAndRendererExtension = {
  name: "mark",
  level: "inline",
  start: (text) => text.indexOf("=="),
  tokenizer(text) {
    const match = /^==(?=\S)((?:\\.|[^=\n\\]){0,2000}?\S)==/.exec(text);
    if (!match) return undefined;
    const [raw, inner = ""] = match;
    return { type: "mark", raw, tokens: this.lexer.inlineTokens(inner) };
  },
  renderer({ tokens = [] }) {
    return `<mark>${this.parser.parseInline(tokens)}</mark>`;
  },
};

const parser = new Marked({
  breaks: true,
  renderer: {
    checkbox: ({ checked }) => `<input type="checkbox"${checked ? " checked" : ""}>`,
  },
  tokenizer: { html: () => undefined, tag: () => undefined },
  extensions: [HIGHLIGHT],
});
