import { Marked, type Token, type Tokens } from "marked";
import { HIGHLIGHT, parseMarkdown } from "../../../editor/markdown.ts";
import { escapeHtml } from "../../../lib/escape-html.ts";

export interface MarkdownOptions {
  /** A file that `to-markdown.ts` wrote: what is no link there is none here. */
  isOwn: boolean;
  /** The HTML of a picture, by its address in the text. */
  picture: (address: string, alt: string) => string;
}

/**
 * The HTML of a note's Markdown, not sanitized: of an own file as the editor writes it, of another
 * for `toEditorHtml`. Works without a DOM.
 * @returns null where the text is nested too deeply.
 */
export function fromMarkdown(text: string, { isOwn, picture }: MarkdownOptions): string | null {
  const marked = new Marked({
    breaks: true,
    tokenizer: isOwn ? { url: () => undefined } : {},
    extensions: [HIGHLIGHT, embedded(picture)],
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
      list({ ordered, items }) {
        const name = ordered ? "ol" : "ul";
        const isChecklist = items.some(({ task }) => task);
        const inner = items.map((item) => {
          const mark = isChecklist ? ` data-checked="${item.checked === true}"` : "";
          return `<li${mark}>${this.parser.parse(blocksOf(item)) || "<p></p>"}</li>`;
        });
        return isChecklist
          ? `<ul data-type="checklist">${inner.join("")}</ul>`
          : `<${name}>${inner.join("")}</${name}>`;
      },
      checkbox: () => "",
      hr: () => "<p>---</p>",
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        return `<a rel="noopener" href="${escapeHtml(href)}">${inner}</a>`;
      },
      image({ href, tokens }) {
        return picture(href, this.parser.parseInline(tokens, this.parser.textRenderer));
      },
      html: ({ text: html, block }) => withPictures(block ? html.trimEnd() : html, picture),
      br: () => "<br>",
      del({ tokens }) {
        return `<s>${this.parser.parseInline(tokens)}</s>`;
      },
    },
  });
  return parseMarkdown(marked, text);
}

/** The contents of a list item, whose text is a paragraph also in a list without empty lines. */
function blocksOf({ tokens }: Tokens.ListItem): Token[] {
  return tokens.flatMap((token): Token[] => {
    if (token.type === "checkbox") return [];
    return [token.type === "text" ? ({ ...token, type: "paragraph" } as Token) : token];
  });
}

/** Obsidian's `![[picture.png|320]]`. */
function embedded(picture: MarkdownOptions["picture"]) {
  return {
    name: "embedded",
    level: "inline" as const,
    start: (text: string) => text.indexOf("![["),
    tokenizer(text: string) {
      const match = /^!\[\[([^\]|\n]{1,500})(?:\|[^\]\n]{0,500})?\]\]/.exec(text);
      return match ? { type: "embedded", raw: match[0], name: match[1] } : undefined;
    },
    renderer: ({ name, raw }: Tokens.Generic) =>
      IS_PICTURE.test(name) ? picture(name, "") : escapeHtml(raw),
  };
}

export const IS_PICTURE = /\.(?:png|jpe?g|gif|webp|avif|bmp|svg|heic|heif|tiff?)$/i;

/** HTML within Markdown, whose pictures get the same form as others. */
function withPictures(html: string, picture: MarkdownOptions["picture"]): string {
  return html.replace(/<img\b[^>]*>/gi, (tag) => {
    const value = (name: string) =>
      new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i")
        .exec(tag)
        ?.slice(1)
        .find((one) => one !== undefined) ?? "";
    if (value("src")) return picture(value("src"), value("alt"));
    // Of an exported note: its file has its id as its name.
    const own = value("data-file") && picture(value("data-file"), value("alt"));
    return own.startsWith("<img") ? own : tag;
  });
}
