import fc from "fast-check";
import { escapeHtml } from "../../../lib/escape-html.ts";

/** Texts with all characters that Markdown or HTML could interpret. */
const text = fc
  .oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        "a",
        "Milk and eggs",
        "see https://a.example/x_y?z=1",
        "me@a.example",
        "5 * 3 = 15",
        "x_1 and __init__",
        "- no list",
        "1. no list",
        "# no heading",
        "> no quotation",
        "| a | b |",
        "--- ",
        "[[wiki link]]",
        "![[no picture]]",
        "==",
        "&amp; &#65;",
        "<b>",
        "``",
        "a\u00a0b",
        " ",
        "\\",
        "[ ] no item",
        "~~~",
        "Grüße 👋",
        "مرحبا",
        "\u200b",
      ),
    },
    fc.string({
      unit: fc.constantFrom(..."ab 1.*_#>-[]()~=`\\&<>!|\t\n\"':;/@👋é\u00a0"),
      minLength: 1,
      maxLength: 12,
    }),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  )
  .map((value) => escapeHtml(value.replaceAll("\r", "\n").replaceAll("\0", "")));

const wrap = (tags: string[], inner: string) =>
  tags.reduce((html, tag) => `<${tag}>${html}</${tag.split(" ")[0]}>`, inner);

const inline = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: text },
      fc
        .tuple(
          fc.uniqueArray(fc.constantFrom("strong", "em", "u", "s", "mark", "b", "i"), {
            minLength: 1,
            maxLength: 3,
          }),
          text,
        )
        .map(([tags, inner]) => wrap(tags, inner)),
      text.map((inner) => `<code>${inner}</code>`),
      fc
        .tuple(
          fc.constantFrom(
            "https://a.example/",
            "https://a.example/x_(y)?a=1&amp;b=%3E",
            "mailto:me@a.example",
          ),
          text,
        )
        .map(([href, inner]) => `<a rel="noopener" href="${href}">${inner}</a>`),
      fc.constant('<a rel="noopener" href="https://a.example/">https://a.example/</a>'),
      fc.constant("<br>"),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(""));

/** Pictures with their sizes; the file of the last one no longer exists. */
export const PICTURES = [
  "00000000-0000-4000-8000-00000000000a",
  "00000000-0000-4000-8000-00000000000b",
];

/** The pictures' paths in an export. */
export const PICTURE_PATHS = new Map([["00000000-0000-4000-8000-00000000000a", "Pictures/a.png"]]);

/** @param alt HTML-escaped. */
export const pictureTag = (id: string, alt: string) =>
  `<img data-file="${id}" alt="${alt}" width="640" height="480">`;

const aligned = fc.constantFrom(
  "",
  "",
  "",
  ' style="text-align:center"',
  ' style="text-align:right"',
);

const { block } = fc.letrec<{ block: string; item: string }>((tie) => ({
  item: fc
    .tuple(inline, fc.array(tie("block"), { maxLength: 2, depthIdentifier: "b" }))
    .map(([first, rest]) => `<p>${first}</p>${rest.join("")}`),
  block: fc.oneof(
    { maxDepth: 3, depthIdentifier: "b" },
    fc
      .tuple(fc.constantFrom(...PICTURES), fc.oneof(text, fc.constant("")))
      .map(([picture, alt]) => pictureTag(picture, alt)),
    fc
      .tuple(fc.constantFrom("p", "p", "h3", "h4"), aligned, inline)
      .map(([tag, style, inner]) => `<${tag}${style}>${inner}</${tag}>`),
    fc
      .array(tie("block"), { minLength: 1, maxLength: 3 })
      .map((inner) => `<blockquote>${inner.join("")}</blockquote>`),
    fc
      .tuple(
        fc.constantFrom("ul", "ol", 'ol start="9"'),
        fc.array(tie("item"), { minLength: 1, maxLength: 3 }),
      )
      .map(
        ([tag, items]) =>
          `<${tag}>${items.map((item) => `<li>${item}</li>`).join("")}</${tag.slice(0, 2)}>`,
      ),
    fc
      .array(fc.tuple(fc.boolean(), tie("item")), { minLength: 1, maxLength: 3 })
      .map(
        (items) =>
          `<ul data-type="checklist">${items.map(([checked, item]) => `<li data-checked="${checked}">${item}</li>`).join("")}</ul>`,
      ),
  ),
}));

/** Any note HTML that the editor, an import or the API can have stored. */
export const noteContent = fc.oneof(
  { weight: 9, arbitrary: fc.array(block, { maxLength: 5 }).map((blocks) => blocks.join("")) },
  inline,
);
