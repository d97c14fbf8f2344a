import { Extension } from "@tiptap/core";
import { TextSelection, type Transaction } from "@tiptap/pm/state";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    moveItem: {
      /** Swaps the list item at the caret with its previous or next sibling, if there is one. */
      moveItem: (by: -1 | 1) => ReturnType;
    };
  }
}

/**
 * Moves a node among its siblings, at most to the first or last place.
 * @returns by how much its position changed.
 */
export function moveNode(tr: Transaction, position: number, by: number): number {
  const $at = tr.doc.resolve(position);
  const { parent, nodeAfter: node } = $at;
  const index = $at.index();
  const to = Math.min(Math.max(index + by, 0), parent.childCount - 1);
  const step = Math.sign(to - index);
  let offset = 0;
  for (let at = index; at !== to; at += step) offset += step * parent.child(at + step).nodeSize;
  if (node && offset !== 0) {
    tr.delete(position, position + node.nodeSize).insert(position + offset, node);
  }
  return offset;
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
          if (!dispatch) return true;
          // At the end of its list the item stays, and the key does nothing else.
          const offset = moveNode(tr, $from.before(depth), by);
          if (offset === 0) return true;
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
