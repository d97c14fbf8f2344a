import { TextAlign as Base } from "@tiptap/extension-text-align";
import { ALIGNMENTS } from "../lib/sanitize/html-policy.ts";

const TEXT_BLOCKS = ["paragraph", "heading"];
const WRITTEN = ALIGNMENTS.filter((alignment) => alignment !== "left");

/** Text alignment of blocks, written as `style="text-align: …"` unless left. */
export const TextAlign = Base.extend({
  addCommands() {
    return {
      ...this.parent?.(),
      setTextAlign:
        (alignment) =>
        ({ state, tr, dispatch }) => {
          for (const { $from, $to } of state.selection.ranges) {
            state.doc.nodesBetween($from.pos, $to.pos, ({ type, attrs }, position) => {
              if (!("textAlign" in attrs)) return;
              // The element around the text must not be aligned as well. Left is not written.
              const isStored = TEXT_BLOCKS.includes(type.name) && WRITTEN.includes(alignment);
              const value = isStored ? alignment : null;
              if (dispatch && attrs.textAlign !== value) {
                tr.setNodeAttribute(position, "textAlign", value);
              }
            });
          }
          return true;
        },
    };
  },
}).configure({
  types: [...TEXT_BLOCKS, "listItem", "blockquote"],
  alignments: WRITTEN,
});
