import { Marked, type TokenizerAndRendererExtension, type Tokens } from "marked";
import { ADDRESSES, HIGHLIGHT, LINES, LISTS, parseMarkdown } from "../../../editor/markdown.ts";
import { escapeHtml } from "../../../lib/escape-html.ts";
import { decodeEntities } from "../../../lib/plain-text.ts";
import { IS_PICTURE } from "./find-pictures.ts";

export interface LinkedFiles {
  /**
   * The HTML of a picture, given its address in the text.
   * @param isName whether the picture may be in any folder.
   */
  picture: (address: string, alt: string, isName?: boolean) => string;
  /** Receives the address of every link. */
  onLink?: (address: string) => void;
}

export interface MarkdownOptions extends LinkedFiles {
  /** Whether `to-markdown.ts` wrote the file, so that unmarked text is never a link. */
  isOwn: boolean;
  /** Whether an empty line only ends a paragraph, as in the first version of Foyer's files. */
  hasGaps?: boolean | undefined;
}

/**
 * The HTML of a note's Markdown, not sanitized: for Foyer's own files in the editor's form, for all
 * other files as input for `toEditorHtml`. Works without a DOM.
 * @returns null when the text is nested too deeply.
 */
export function fromMarkdown(text: string, options: MarkdownOptions): string | null {
  const { isOwn, hasGaps = false, picture, onLink = () => {} } = options;
  const addresses = isOwn ? { tokenizer: { url: () => undefined } } : ADDRESSES;
  const marked = new Marked(LISTS, addresses, hasGaps ? {} : LINES, {
    breaks: true,
    extensions: [HIGHLIGHT, CALLOUT, embedded(options)],
    renderer: {
      space: () => "",
      paragraph({ tokens }) {
        // A picture is a block of its own.
        const isPicture = tokens.length > 0 && tokens.every(({ type }) => type === "image");
        if (isPicture) return this.parser.parseInline(tokens);
        return `<p>${this.parser.parseInline(tokens)}</p>`;
      },
      heading({ depth, tokens }) {
        return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      blockquote({ tokens }) {
        return `<blockquote>${this.parser.parse(tokens) || "<p></p>"}</blockquote>`;
      },
      hr: () => "<p>---</p>",
      link({ href, tokens }) {
        onLink(href);
        const inner = this.parser.parseInline(tokens);
        return `<a rel="noopener" href="${escapeHtml(href)}">${inner}</a>`;
      },
      image({ href, tokens }) {
        return picture(href, this.parser.parseInline(tokens, this.parser.textRenderer));
      },
      html: ({ text: html, block }) => withPictures(block ? html.trimEnd() : html, options),
      br: () => "<br>",
      del({ tokens }) {
        return `<s>${this.parser.parseInline(tokens)}</s>`;
      },
    },
  });
  return parseMarkdown(marked, text);
}

/** Notion's callout, whose text is Markdown within HTML. */
const CALLOUT: TokenizerAndRendererExtension = {
  name: "callout",
  level: "block",
  tokenizer(text) {
    const [raw, indent = "", inner = ""] =
      /^( {0,3})<aside\b[^>]{0,500}>([\s\S]{0,50000}?)<\/aside>[ \t]*(?:\n|$)/.exec(text) ?? [];
    if (!raw) return undefined;
    const block = inner.replaceAll(`\n${indent}`, "\n").trim();
    return { type: "callout", raw, tokens: this.lexer.blockTokens(block) };
  },
  renderer({ tokens = [] }) {
    return `<blockquote>${this.parser.parse(tokens)}</blockquote>`;
  },
};

/** Obsidian's `![[picture.png|320]]`. */
function embedded({ picture, onLink }: LinkedFiles) {
  return {
    name: "embedded",
    level: "inline" as const,
    start: (text: string) => text.indexOf("![["),
    tokenizer(text: string) {
      const match = /^!\[\[([^\]|\n]{1,500})(?:\|[^\]\n]{0,500})?\]\]/.exec(text);
      return match ? { type: "embedded", raw: match[0], name: match[1] } : undefined;
    },
    renderer({ name, raw }: Tokens.Generic) {
      if (IS_PICTURE.test(name)) return picture(name, "", true);
      onLink?.(name);
      return escapeHtml(raw);
    },
  };
}

/**
 * Converts the pictures in HTML to the same form as those in Markdown, and media players to links.
 */
export function withPictures(html: string, { picture, onLink }: LinkedFiles): string {
  return html.replace(LINKING_TAG, (tag, element) => {
    const values = new Map(
      [...tag.matchAll(ATTRIBUTE)].map(([, name = "", ...forms]) => [
        name.toLowerCase(),
        decodeEntities(forms.find((form) => form !== undefined) ?? ""),
      ]),
    );
    const value = (name: string) => values.get(name) ?? "";
    if (/^a$/i.test(element)) onLink?.(value("href"));
    if (value("src")) return picture(value("src"), value("alt"));
    // An exported note refers to its pictures by id.
    const own = value("data-file") && picture(value("data-file"), value("alt"));
    return own.startsWith("<img") ? own : tag;
  });
}

/** A quoted value may contain ">". */
const LINKING_TAG =
  /<(img|a|iframe|video|audio|embed|source)\b(?:[^>=]|=(?!\s*["'])|=\s*"[^"]*"|=\s*'[^']*')*>/gi;

const ATTRIBUTE = /(?<=[\s"'/])([^\s=>/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
