import { Extension, type Extensions, getNodeType, textblockTypeInputRule } from "@tiptap/core";
import { Highlight } from "@tiptap/extension-highlight";
import { StarterKit } from "@tiptap/starter-kit";
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
 * The schema of a text: exactly the elements of `lib/sanitize/html-policy.ts`, so that typed and pasted
 * content is reduced to them, and stored text keeps those without a toolbar button.
 */
export const extensions: Extensions = [
  StarterKit.configure({
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
  MoveItem,
  PunctuatedLinks,
  Highlight,
  TextAlign,
];

/** The same with checklists. */
export const extensionsWithChecklists: Extensions = [...extensions, Checklist, ChecklistItem];

/** The same with pictures as well. */
export const extensionsWithPictures = (source: PictureSource): Extensions => [
  ...extensionsWithChecklists,
  Picture.configure({ source }),
];
