import { type Editor, InputRule, mergeAttributes, wrappingInputRule } from "@tiptap/core";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { canJoin } from "@tiptap/pm/transform";
import { dragItem } from "./drag-item.ts";
import { moveNode } from "./move-item.ts";
import { sinkBy } from "./sink-ticked.ts";

declare module "@tiptap/core" {
  interface Commands<ReturnType> {
    checklist: {
      /** Converts the selected blocks to checklist items, or back to paragraphs. */
      toggleChecklist: () => ReturnType;
    };
  }
}

/** A checklist. `[ ]` and a space at the start of a line creates one. */
export const Checklist = TaskList.extend({
  name: "checklist",

  // Takes precedence over the plain list, which matches the same element.
  parseHTML: () => [{ tag: 'ul[data-type="checklist"]', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => [
    "ul",
    mergeAttributes(HTMLAttributes, { "data-type": "checklist" }),
    0,
  ],

  addCommands() {
    return {
      toggleChecklist:
        () =>
        ({ commands }) =>
          commands.toggleList(this.name, ITEM),
    };
  },

  addKeyboardShortcuts() {
    return { "Mod-Shift-9": () => this.editor.commands.toggleChecklist() };
  },
}).configure({ itemTypeName: "checklistItem" });

const ITEM = "checklistItem";

/** A checklist item; toggled by its checkbox or with Ctrl+Enter at the caret. */
export const ChecklistItem = TaskItem.extend({
  name: ITEM,

  parseHTML: () => [{ tag: "li[data-checked]", priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ["li", HTMLAttributes, 0],

  addKeyboardShortcuts() {
    return {
      ...this.parent?.(),
      // Joined to the item before. The first item becomes a paragraph by default, but with nested
      // items the default would select the block above.
      Backspace: () => {
        const { empty, $from } = this.editor.state.selection;
        const item = $from.depth - 1;
        const isAtStart =
          empty &&
          $from.parentOffset === 0 &&
          $from.node(item)?.type === this.type &&
          $from.index(item) === 0;
        if (!isAtStart) return false;
        if ($from.index(item - 1) > 0) return this.editor.commands.joinTextblockBackward();
        return $from.node(item).childCount > 1 && this.editor.commands.liftListItem(this.name);
      },
      "Mod-Enter": () => {
        if (!this.editor.isActive(this.name)) return false;
        const { $from } = this.editor.state.selection;
        let depth = $from.depth;
        while ($from.node(depth).type !== this.type) depth -= 1;
        return tick(this.editor, $from.before(depth), $from.node(depth).attrs.checked !== true);
      },
    };
  },

  addInputRules() {
    const { find, handler } = wrappingInputRule({
      find: /^\s*\[([ xX]?)\]\s$/,
      type: this.type,
      getAttributes: ([, mark]) => ({ checked: mark?.toLowerCase() === "x" }),
    });
    return [
      new InputRule({
        find,
        handler: (props) => {
          if (handler(props) === null) return null;
          const { tr } = props.state;
          const start = props.range.from - 1;
          // The input rule only joins nodes of its own type, which are items here.
          const before = tr.doc.resolve(start).nodeBefore;
          if (before?.type.name === "checklist" && canJoin(tr.doc, start)) tr.join(start);
        },
      }),
    ];
  },

  addNodeView() {
    return ({ node, getPos, editor }) => {
      const dom = document.createElement("li");
      const label = document.createElement("label");
      const box = document.createElement("input");
      const contentDOM = document.createElement("div");
      box.type = "checkbox";
      // Touch needs a larger target than the checkbox.
      label.className = "tick";
      label.contentEditable = "false";
      label.append(box);
      const handle = document.createElement("span");
      handle.dataset.dragHandle = "";
      handle.contentEditable = "false";
      handle.title = "Drag to move";
      dom.append(label, contentDOM, handle);
      box.addEventListener("change", () => {
        const position = getPos();
        if (position !== undefined) tick(editor, position, box.checked);
      });
      dragItem(handle, dom, (by) => {
        const position = getPos();
        if (position === undefined) return;
        editor.commands.command(({ tr }) => moveNode(tr, position, by) !== 0);
      });
      const show = (shown: typeof node) => {
        const checked = shown.attrs.checked === true;
        dom.dataset.checked = String(checked);
        box.checked = checked;
        box.setAttribute("aria-label", shown.firstChild?.textContent || "Empty item");
      };
      show(node);
      return {
        dom,
        contentDOM,
        update(updated) {
          if (updated.type !== node.type) return false;
          show(updated);
          return true;
        },
        // The editor ignores events of the checkbox.
        stopEvent: ({ target }) => target !== dom && !contentDOM.contains(target as HTMLElement),
        ignoreMutation: ({ target }) => !contentDOM.contains(target),
      };
    };
  },
}).configure({ nested: true });

/** Checks or unchecks the item at a position, and moves it next to the items of the same state. */
function tick(editor: Editor, position: number, checked: boolean): boolean {
  return editor.commands.command(({ tr }) => {
    tr.setNodeAttribute(position, "checked", checked);
    const $at = tr.doc.resolve(position);
    const ticked = $at.parent.children.map(({ attrs }) => attrs.checked === true);
    moveNode(tr, position, sinkBy(ticked, $at.index()));
    return true;
  });
}
