import { Extension } from "@tiptap/core";
import { ALIGNMENTS } from "../lib/sanitize/html-policy.ts";

export type Alignment = "left" | "center" | "right";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    textAlign: {
      /** Aligns every block in the selection. Left is the default and is not written. */
      setTextAlign: (alignment: Alignment) => ReturnType;
    };
  }
}

/** Text alignment of blocks, written as `style="text-align: …"` unless left. */
export const TextAlign = Extension.create({
  name: "textAlign",

  addGlobalAttributes() {
    return [
      {
        types: [...TEXT_BLOCKS, ...CONTAINERS],
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => toStored(element.style.textAlign),
            renderHTML: ({ textAlign }) => (textAlign ? { style: `text-align:${textAlign}` } : {}),
          },
        },
      },
    ];
  },

  addCommands() {
    return {
      setTextAlign:
        (alignment) =>
        ({ state, tr, dispatch }) => {
          for (const { $from, $to } of state.selection.ranges) {
            state.doc.nodesBetween($from.pos, $to.pos, ({ type, attrs }, position) => {
              if (!(NAME in attrs)) return;
              // The element around the text must not be aligned as well.
              const value = TEXT_BLOCKS.includes(type.name) ? toStored(alignment) : null;
              if (dispatch && attrs.textAlign !== value) {
                tr.setNodeAttribute(position, NAME, value);
              }
            });
          }
          return true;
        },
    };
  },

  addKeyboardShortcuts() {
    return {
      "Mod-Shift-l": () => this.editor.commands.setTextAlign("left"),
      "Mod-Shift-e": () => this.editor.commands.setTextAlign("center"),
      "Mod-Shift-r": () => this.editor.commands.setTextAlign("right"),
    };
  },
});

const NAME = "textAlign";
const TEXT_BLOCKS = ["paragraph", "heading"];
const CONTAINERS = ["listItem", "blockquote"];

function toStored(alignment: string): string | null {
  return alignment !== "left" && ALIGNMENTS.includes(alignment) ? alignment : null;
}
