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
import { closeHistory } from "@tiptap/pm/history";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { StarterKit } from "@tiptap/starter-kit";
import { isTypedAddress, toHref } from "../lib/addresses.ts";
import { AutoLinks } from "./auto-links.ts";
import { CaretKeys } from "./caret-keys.ts";
import { Checklist, ChecklistItem } from "./checklist.ts";
import { MoveItem } from "./move-item.ts";
import { Picture } from "./picture.ts";
import type { PictureSource } from "./picture-view.ts";
import { TextAlign } from "./text-align.ts";

/** `#` and `##` also create headings, although the first two levels are reserved for the page. */
const ShortHeadings = Extension.create({
  name: "shortHeadings",
  addInputRules() {
    const type = getNodeType("heading", this.editor.schema);
    const rule = (find: RegExp, level: number) =>
      textblockTypeInputRule({ find, type, getAttributes: { level } });
    return [rule(/^#\s$/, 3), rule(/^##\s$/, 4)];
  },
});

/** Makes each paste, drop and cut an undo step of its own, separate from adjacent typing. */
const UndoSteps = Extension.create({
  name: "undoSteps",
  addProseMirrorPlugins() {
    const begin = (view: EditorView) => view.dispatch(closeHistory(view.state.tr));
    return [
      new Plugin({
        props: { handleDOMEvents: { paste: begin, drop: begin, cut: begin } },
        appendTransaction: (all, _before, { tr }) =>
          all.some((one) => one.getMeta("uiEvent")) ? closeHistory(tr) : null,
      }),
    ];
  },
});

/** The extension, limited to input rule matches that are accepted. */
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

/** Emphasis markers must touch their text, as in CommonMark: `2 * 3 * 4` stays as it is. */
const touches = (match: string[]) => /^\S(?:.*\S)?$/s.test(match.at(-1) ?? "");

/** Numbers with leading zeros, or more digits than Markdown allows, stay text. */
const isListNumber = ([, number = ""]: string[]) => /^(?:0|[1-9]\d{0,8})$/.test(number);

/**
 * The schema: exactly the elements of `lib/sanitize/html-policy.ts`. Typed and pasted content is
 * reduced to them, and stored text keeps elements that have no toolbar button.
 */
export const extensions: Extensions = [
  // Registered before the kit, to keep the kit's order of marks in the schema.
  ...[Bold, Italic, Strike].map((mark) => onlyIf(mark, touches)),
  // The list's own plugin would convert pasted lines to lists, including lines that must stay text.
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
      // Also called for typed text, which may lack its scheme.
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

export const extensionsWithChecklists: Extensions = [...extensions, Checklist, ChecklistItem];

export const extensionsWithPictures = (source: PictureSource): Extensions => [
  ...extensionsWithChecklists,
  Picture.configure({ source }),
];
