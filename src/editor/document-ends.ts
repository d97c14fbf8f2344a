import { type Editor, Extension, type KeyboardShortcutCommand } from "@tiptap/core";
import { AllSelection, Selection } from "@tiptap/pm/state";

/**
 * The keys for the start and the end of a text; where all of it is selected, every key that moves the
 * caret. Browsers leave everything selected in a text that has a checklist, and what is typed next
 * would replace it.
 */
export const DocumentEnds = Extension.create({
  name: "documentEnds",

  addKeyboardShortcuts() {
    const keys: Record<string, KeyboardShortcutCommand> = {};
    for (const [end, always, whenAll] of KEYS) {
      for (const key of always) keys[key] = ({ editor }) => go(editor, end);
      for (const key of whenAll) {
        keys[key] = ({ editor }) =>
          editor.state.selection instanceof AllSelection && go(editor, end);
      }
    }
    return keys;
  },
});

/** The last list is of keys that otherwise stay the browser's. */
const KEYS = [
  ["start", ["Ctrl-Home", "Meta-ArrowUp"], ["Home", "PageUp", "ArrowUp", "ArrowLeft"]],
  ["end", ["Ctrl-End", "Meta-ArrowDown"], ["End", "PageDown", "ArrowDown", "ArrowRight"]],
] as const;

/** To the first or last text: typing would replace a picture there. */
function go(editor: Editor, end: "start" | "end"): boolean {
  return editor.commands.command(({ tr }) => {
    const { doc } = tr;
    const found =
      end === "start"
        ? Selection.findFrom(doc.resolve(0), 1, true)
        : Selection.findFrom(doc.resolve(doc.content.size), -1, true);
    if (found) tr.setSelection(found).scrollIntoView();
    return found !== null;
  });
}
