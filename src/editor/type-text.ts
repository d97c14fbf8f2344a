import type { Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";
import { linesToSlice } from "./pasted-lines.ts";

/**
 * Replaces the content with plain text as if it had been typed: Markdown, lists and addresses are
 * converted as during typing. A long text becomes a paragraph per line.
 * @param caret number of characters before the caret; null without the focus.
 */
export function typeText(editor: Editor, text: string, caret: number | null): void {
  const { view } = editor;
  /** The caret's position, set once the text before it is inserted. */
  let position: number | null = null;
  const follow = ({ transaction }: { transaction: Transaction }) => {
    transaction.setMeta("preventUpdate", true);
    position &&= transaction.mapping.map(position, -1);
  };
  editor.on("beforeTransaction", follow);
  const isLong = text.length > LONGEST;
  // Undo must not restore the replaced content.
  editor
    .chain()
    .setMeta("addToHistory", false)
    .setContent(isLong ? linesToSlice(text, editor.schema, []).content : "")
    .run();
  if (!isLong) type();
  else if (caret !== null) position = caret + text.slice(0, caret).split("\n").length;
  editor.off("beforeTransaction", follow);
  editor.emit("update", { editor, transaction: editor.state.tr, appendedTransactions: [] });
  if (caret === null) return;
  // At the end, the caret is already in place; setting it would drop the stored marks.
  if (position) editor.commands.setTextSelection(position);
  view.focus();

  function type(): void {
    let offset = 0;
    for (const char of text) {
      if (offset === caret) position = view.state.selection.from;
      offset += char.length;
      if (char !== "\n") insert(char);
      else {
        pressEnter();
        // A line with its own list marker does not continue the previous list.
        const isNested = view.state.selection.$from.depth > 1;
        if (isNested && MARKER.test(text.slice(offset))) pressEnter();
      }
    }
  }

  function insert(char: string): void {
    const { from } = view.state.selection;
    const insertion = () => view.state.tr.insertText(char, from);
    const isHandled = view.someProp("handleTextInput", (handle) =>
      handle(view, from, from, char, insertion),
    );
    if (!isHandled) view.dispatch(insertion());
  }

  function pressEnter(): void {
    const event = new KeyboardEvent("keydown", { key: "Enter" });
    view.someProp("handleKeyDown", (handle) => handle(view, event));
  }
}

/** Maximum characters. Each takes up to 0.3 ms, and a longer text was pasted rather than typed. */
const LONGEST = 2_000;

const MARKER = /^[ \t]*(?:[-+*>]|#{1,4}|\d+\.|\[[ xX]?\])[ \t]/;
