import {
  type AnyExtension,
  Extension,
  type Extensions,
  getNodeType,
  InputRule,
  type Mark,
  type Node,
  textblockTypeInputRule,
} from "@tiptap/core";
import { Bold } from "@tiptap/extension-bold";
import { Highlight } from "@tiptap/extension-highlight";
import { Italic } from "@tiptap/extension-italic";
import { OrderedList } from "@tiptap/extension-list";
import { Strike } from "@tiptap/extension-strike";
import { StarterKit } from "@tiptap/starter-kit";
import { AutoLinks } from "./auto-links.ts";
import { CaretKeys } from "./caret-keys.ts";
import { Checklist, ChecklistItem } from "./checklist.ts";
import { isTypedAddress, toHref } from "./links.ts";
import { MoveItem } from "./move-item.ts";
import { Picture } from "./picture.ts";
import type { PictureSource } from "./picture-view.ts";
import { TextAlign } from "./text-align.ts";
import { UndoSteps } from "./undo-steps.ts";

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

/** The extension, whose signs have an effect only where the match is accepted. */
function onlyIf(extension: Mark | Node, accepts: (match: string[]) => boolean): AnyExtension {
  return (extension as Node).extend({
    addInputRules() {
      return (this.parent?.() ?? []).map(
        ({ find, handler }) =>
          new InputRule({ find, handler: (on) => (accepts(on.match) ? handler(on) : null) }),
      );
    },
  });
}

/** Signs around a text touch it: `2 * 3 * 4` stays as it is, as in CommonMark. */
const touches = (match: string[]) => /^\S(?:.*\S)?$/s.test(match.at(-1) ?? "");

/** Other numbers stay text: with leading zeros, or more digits than Markdown allows. */
const isListNumber = ([, number = ""]: string[]) => /^(?:0|[1-9]\d{0,8})$/.test(number);

/**
 * The schema of a text: exactly the elements of `lib/sanitize/html-policy.ts`, so that typed and pasted
 * content is reduced to them, and stored text keeps those without a toolbar button.
 */
export const extensions: Extensions = [
  // Before the kit, whose place in the schema they have.
  ...[Bold, Italic, Strike].map((mark) => onlyIf(mark, touches)),
  // The list's own plugin would make lists of pasted lines, including those that are to stay text.
  onlyIf(OrderedList.extend({ addProseMirrorPlugins: () => [] }), isListNumber),
  StarterKit.configure({
    bold: false,
    italic: false,
    strike: false,
    codeBlock: false,
    orderedList: false,
    horizontalRule: false,
    gapcursor: false,
    // A trailing node would add a paragraph to an unedited text.
    trailingNode: false,
    heading: { levels: [3, 4] },
    link: {
      openOnClick: false,
      autolink: false,
      defaultProtocol: "https",
      shouldAutoLink: isTypedAddress,
      // Called for typed text as well, which may lack its scheme.
      isAllowedUri: (address) => toHref(address) !== null,
      HTMLAttributes: { target: null, rel: "noopener" },
    },
  }),
  ShortHeadings,
  CaretKeys,
  MoveItem,
  AutoLinks,
  onlyIf(Highlight, touches),
  TextAlign,
  UndoSteps,
];

/** Extensions with checklists. */
export const extensionsWithChecklists: Extensions = [...extensions, Checklist, ChecklistItem];

/** Extensions with checklists and pictures. */
export const extensionsWithPictures = (source: PictureSource): Extensions => [
  ...extensionsWithChecklists,
  Picture.configure({ source }),
];
