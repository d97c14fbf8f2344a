import { Marked } from "marked";

/**
 * Converts pasted Markdown to HTML: headings, lists, checklists, quotations, code, tables and
 * emphasis. HTML in it stays text, and line breaks within a paragraph are kept.
 * @returns null for any other text, and where it is nested too deeply to be read.
 */
export function markdownToHtml(text: string): string | null {
  const plain = text.replace(/\r\n?/g, "\n");
  if (plain.length > LONGEST || plain.startsWith("#!") || isTooDeep(plain)) return null;
  if (!BLOCK.test(plain) && !EMPHASIS.test(plain)) return null;
  try {
    return parser.parse(plain, { async: false });
  } catch {
    return null;
  }
}

/** Maximum length, in characters; longer texts are pasted as plain text. */
const LONGEST = 200_000;

/**
 * Whether lists or quotations are nested so deeply that marked takes seconds for them, or overflows.
 */
export function isTooDeep(text: string): boolean {
  return /^[ \t>*+-]{80,}[^ \t>*+\n-]/m.test(text);
}

const BLOCK = /^(?:\s*(?:[-*+]|\d{1,9}[.)])\s+\S| {0,3}(?:#{1,6}\s+\S|>\s?\S|```|~~~))/m;
const EMPHASIS =
  /\*\*\S[^*\n]{0,500}\*\*|~~\S[^~\n]{0,500}~~|`[^`\n]{1,500}`|\]\((?:https?|mailto):|^\s*\|?\s*:?-+:?\s*\|/m;

const parser = new Marked({
  breaks: true,
  renderer: {
    checkbox: ({ checked }) => `<input type="checkbox"${checked ? " checked" : ""}>`,
  },
  tokenizer: { html: () => undefined, tag: () => undefined },
  extensions: [
    {
      name: "mark",
      level: "inline",
      start: (text) => text.indexOf("=="),
      tokenizer(text) {
        const match = /^==(?=\S)([^=\n]{0,2000}?\S)==/.exec(text);
        if (!match) return undefined;
        const [raw, inner = ""] = match;
        return { type: "mark", raw, tokens: this.lexer.inlineTokens(inner) };
      },
      renderer({ tokens = [] }) {
        return `<mark>${this.parser.parseInline(tokens)}</mark>`;
      },
    },
  ],
});
