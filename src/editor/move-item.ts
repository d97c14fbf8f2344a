import { Extension } from "@tiptap/core";
import { TextSelection } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    moveItem: {
      /** Swaps the list item at the caret with the one before or after it, if there is one. */
      moveItem: (by: -1 | 1) => ReturnType;
    };
  }
}

const ITEMS = ["listItem", "checklistItem"];

/** Alt with an arrow key moves a list item up or down. */
export const MoveItem = Extension.create({
  name: "moveItem",

  addCommands() {
    return {
      moveItem:
        (by) =>
        ({ state: { selection }, tr, dispatch }) => {
          const { $from, anchor, head } = selection;
          let depth = $from.depth;
          while (depth > 0 && !ITEMS.includes($from.node(depth).type.name)) depth -= 1;
          if (depth === 0) return false;
          const item = $from.node(depth);
          const sibling = $from.node(depth - 1).maybeChild($from.index(depth - 1) + by);
          // At the end of its list it stays, and the key has no other effect.
          if (!sibling || !dispatch) return true;
          const start = $from.before(depth);
          const offset = by * sibling.nodeSize;
          tr.delete(start, start + item.nodeSize).insert(start + offset, item);
          const last = tr.doc.content.size;
          const at = (position: number) => Math.min(position + offset, last);
          tr.setSelection(
            TextSelection.between(tr.doc.resolve(at(anchor)), tr.doc.resolve(at(head))),
          );
          return true;
        },
    };
  },

  addKeyboardShortcuts() {
    return {
      "Alt-ArrowUp": () => this.editor.commands.moveItem(-1),
      "Alt-ArrowDown": () => this.editor.commands.moveItem(1),
    };
  },
});
