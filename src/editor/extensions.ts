import {
  Extension,
  type Extensions,
  getNodeType,
  InputRule,
  type Mark,
  textblockTypeInputRule,
} from "@tiptap/core";
import { Bold } from "@tiptap/extension-bold";
import { Highlight } from "@tiptap/extension-highlight";
import { Italic } from "@tiptap/extension-italic";
import { Strike } from "@tiptap/extension-strike";
import { StarterKit } from "@tiptap/starter-kit";
import { CaretKeys } from "./caret-keys.ts";
import { Checklist, ChecklistItem } from "./checklist.ts";
import { isTypedAddress, toHref } from "./links.ts";
import { MoveItem } from "./move-item.ts";
import { Picture } from "./picture.ts";
import type { PictureSource } from "./picture-view.ts";
import { PunctuatedLinks } from "./punctuated-links.ts";
import { TextAlign } from "./text-align.ts";

/** `#` and `##` make headings too, though the page's own are above those of a text. */
const ShortHeadings = Extension.create({
  name: "shortHeadings",
  addInputRules() {
    const type = getNodeType("heading", this.editor.schema);
    const rule = (find: RegExp, level: number) =>
      textblockTypeInputRule({ find, type, getAttributes: { level } });
    return [rule(/^#\s$/, 3), rule(/^##\s$/, 4)];
  },
});

/**
 * The mark, which signs around a text make of it only if they touch it: `2 * 3 * 4` stays as it is,
 * as in CommonMark.
 */
function ifTouching(mark: Mark): Mark {
  const touches = (match: RegExpMatchArray) => /^\S(?:.*\S)?$/s.test(match.at(-1) ?? "");
  return mark.extend({
    addInputRules() {
      return (this.parent?.() ?? []).map(
        ({ find, handler }) =>
          new InputRule({ find, handler: (on) => (touches(on.match) ? handler(on) : null) }),
      );
    },
  });
}

/**
 * The schema of a text: exactly the elements of `lib/sanitize/html-policy.ts`, so that typed and pasted
 * content is reduced to them, and stored text keeps those without a toolbar button.
 */
export const extensions: Extensions = [
  // Before the kit, whose place in the schema they have.
  ...[Bold, Italic, Strike].map(ifTouching),
  StarterKit.configure({
    bold: false,
    italic: false,
    strike: false,
    codeBlock: false,
    horizontalRule: false,
    gapcursor: false,
    // It would add a paragraph to an unedited text.
    trailingNode: false,
    heading: { levels: [3, 4] },
    link: {
      openOnClick: false,
      autolink: true,
      defaultProtocol: "https",
      shouldAutoLink: isTypedAddress,
      // Also called for typed text, which may lack its scheme.
      isAllowedUri: (address) => toHref(address) !== null,
      HTMLAttributes: { target: null, rel: "noopener" },
    },
  }),
  ShortHeadings,
  CaretKeys,
  MoveItem,
  PunctuatedLinks,
  ifTouching(Highlight),
  TextAlign,
];

/** The same with checklists. */
export const extensionsWithChecklists: Extensions = [...extensions, Checklist, ChecklistItem];

/** The same with pictures as well. */
export const extensionsWithPictures = (source: PictureSource): Extensions => [
  ...extensionsWithChecklists,
  Picture.configure({ source }),
];
