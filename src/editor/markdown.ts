import {
  Marked,
  type MarkedExtension,
  type Token,
  type TokenizerAndRendererExtension,
  type Tokens,
} from "marked";
import { findAddresses } from "../lib/addresses.ts";

/**
 * Converts pasted Markdown to HTML: headings, lists, checklists, quotations, code, tables and
 * emphasis. HTML in the text is escaped, and line breaks within a paragraph are kept.
 * @param isNote whether paragraphs have no gap between them (`LINES`).
 * @returns null for text without Markdown, and for text that is nested too deeply.
 */
export function markdownToHtml(text: string, isNote = false): string | null {
  // Checklists are copied as `[ ] milk`; other programs write `•` and `☐`.
  const plain = text
    .replace(/\r\n?/g, "\n")
    .replace(/^([ \t]*)([•◦▪☐☑☒])[ \t]+/gm, (_, indent, mark) => indent + (MARKS[mark] ?? "- "))
    .replace(/^[ \t]*(?=\[[ xX]\][ \t])/gm, "$&- ");
  if (plain.startsWith("#!")) return null;
  return BLOCK.test(plain) || EMPHASIS.test(plain)
    ? parseMarkdown(isNote ? noteParser : parser, plain)
    : null;
}

/**
 * The HTML of Markdown, not sanitized.
 * @returns null when the text is nested too deeply: marked takes seconds for nested lists and
 * quotations, and overflows the stack with the latter.
 */
export function parseMarkdown(marked: Marked, text: string): string | null {
  if (/^(?:[ \t>*+-]{80,}[^ \t>*+\n-]|(?:[ \t]*>){80})/m.test(text)) return null;
  try {
    return marked.parse(text, { async: false });
  } catch {
    return null;
  }
}

const MARKS: Record<string, string> = { "☐": "- [ ] ", "☑": "- [x] ", "☒": "- [x] " };

const BLOCK = /^(?:\s*(?:[-*+]|(?:0|[1-9]\d{0,8})[.)])\s+\S| {0,3}(?:#{1,6}\s+\S|>\s?\S|```|~~~))/m;
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

/**
 * Lists in the editor's form, as an extension of marked. An item whose number is not the next one
 * starts a new list, unless all numbers are equal; so does an item with a checkbox after one
 * without. Numbers with leading zeros make no list.
 */
export const LISTS: MarkedExtension = {
  tokenizer: { list: (text) => (/^ {0,3}0\d/.test(text) ? undefined : false) },
  renderer: {
    checkbox: () => "",
    list({ ordered, items }) {
      const written = items.map(({ raw }) => Number.parseInt(raw, 10));
      const isCounted = written.every((number) => number === written[0]);
      const lists = items.map((item, at) => {
        const number = isCounted ? (written[0] ?? 1) + at : (written[at] ?? 1);
        const start = number === 1 ? "<ol>" : `<ol start="${number}">`;
        const mark = item.task ? ` data-checked="${item.checked === true}"` : "";
        return {
          key: item.task ? "task" : ordered ? number - at : "bullet",
          begin: item.task ? '<ul data-type="checklist">' : ordered ? start : "<ul>",
          item: `<li${mark}>${this.parser.parse(blocksOf(item)) || "<p></p>"}</li>`,
        };
      });
      return lists
        .map(({ key, begin, item }, at) => {
          const end = lists[at + 1]?.key === key ? "" : `</${begin.slice(1, 3)}>`;
          return `${lists[at - 1]?.key === key ? "" : begin}${item}${end}`;
        })
        .join("");
    },
  },
};

/** The contents of a list item; its text is wrapped in a paragraph even in a tight list. */
function blocksOf({ tokens }: Tokens.ListItem): Token[] {
  return tokens.flatMap((token): Token[] => {
    if (token.type === "checkbox") return [];
    return [token.type === "text" ? ({ ...token, type: "paragraph" } as Token) : token];
  });
}

/**
 * Text in lines, as an extension of marked, for notes, whose paragraphs have no gaps between them:
 * each line is a paragraph, and so is each empty line between paragraphs. A backslash at the end of
 * a line and a line break within a list item stay line breaks.
 */
export const LINES: MarkedExtension = { hooks: { processAllTokens: inLines } };

function inLines(tokens: Token[]): Token[] {
  const isText = (token: Token | undefined) =>
    token?.type === "paragraph" && !token.tokens?.every(({ type }) => PICTURE.test(type));
  return tokens.flatMap((token, at): Token[] => {
    if (token.type === "space" && isText(tokens[at - 1]) && isText(tokens[at + 1]))
      return Array(emptyLinesIn(token)).fill(paragraphOf([]));
    if (token.type === "paragraph") return splitLines(token.tokens ?? []).map(paragraphOf);
    const isContainer = token.type === "blockquote" || token.type === "callout";
    return [isContainer ? ({ ...token, tokens: inLines(token.tokens ?? []) } as Token) : token];
  });
}

/** A picture is a block of its own. */
const PICTURE = /^(?:image|embedded)$/;

function splitLines(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === "br" && !token.raw.startsWith("\\")) lines.push([]);
    else lines.at(-1)?.push(token);
  }
  return lines;
}

const paragraphOf = (tokens: Token[]): Token => ({ type: "paragraph", raw: "", text: "", tokens });

const emptyLinesIn = ({ raw }: Token) => raw.split("\n").length - 2;

/** Ends bare addresses at the same position as `findAddresses`, as an extension of marked. */
export const ADDRESSES: MarkedExtension = {
  tokenizer: {
    url(text) {
      const [raw = ""] = /^(?:https?:\/\/|www\.|[\w.+-]{1,64}@)\S+/i.exec(text) ?? [];
      const [found] = findAddresses(raw);
      if (found?.index !== 0) return undefined;
      const { text: address, href } = found;
      const tokens = [{ type: "text" as const, raw: address, text: address, escaped: false }];
      return { type: "link", raw: address, text: address, href, tokens };
    },
  },
};

const options: MarkedExtension = {
  breaks: true,
  // One empty line separates blocks; further empty lines are kept as content.
  renderer: {
    space(token) {
      const lines = emptyLinesIn(token);
      return lines > 1 ? "<p></p>".repeat(lines) : "";
    },
  },
  tokenizer: { html: () => undefined, tag: () => undefined },
  extensions: [HIGHLIGHT],
};
const parser = new Marked(LISTS, ADDRESSES, options);
const noteParser = new Marked(LISTS, ADDRESSES, LINES, options);
