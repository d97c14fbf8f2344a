import { type Editor, Extension, isMacOS, type KeyboardShortcutCommand } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { AllSelection, Plugin, Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/**
 * Handles the keys that move the caret to positions where browsers lose it: to a checklist item's
 * checkbox, which is not editable, and from a full selection to the end of the text. The next
 * letter would be dropped, become a separate line, or replace the whole text. The browser handles
 * all other moves.
 */
export const CaretKeys = Extension.create({
  name: "caretKeys",

  addKeyboardShortcuts() {
    const keys: Record<string, KeyboardShortcutCommand> = {};
    // On other systems, Alt with an arrow key navigates the browser's history.
    const word = isMacOS() ? "Alt" : "Ctrl";
    for (const [end, line, vertical, side] of ENDS) {
      const fromAll =
        (otherwise: (editor: Editor, end: End) => boolean): KeyboardShortcutCommand =>
        ({ editor }) =>
          leaveAll(editor, end) || otherwise(editor, end);
      for (const key of [`Ctrl-${line}`, `Meta-Arrow${vertical}`])
        keys[key] = ({ editor }) => go(editor.view, textAt(editor.state.doc, end));
      keys[line] = ({ editor }) => leaveAll(editor, end);
      keys[`Arrow${vertical}`] = fromAll(leaveText);
      keys[`Page${vertical}`] = fromAll(leavePage);
      keys[`Arrow${side}`] = fromAll(step);
      keys[`${word}-Arrow${side}`] = fromAll(step);
    }
    return keys;
  },

  addProseMirrorPlugins: () => [new Plugin({ props: { handleDOMEvents: { keydown } } })],

  onCreate() {
    const { state, view } = this.editor;
    const start = textAt(state.doc, "start");
    // With a selected picture, typed text would replace it.
    if (!start || state.selection instanceof TextSelection) return;
    view.dispatch(state.tr.setSelection(start));
  },

  onFocus() {
    const { view } = this.editor;
    // Browsers do not set a caret in a text that begins with a checklist.
    if (!view.dom.contains(getSelection()?.anchorNode ?? null)) view.focus();
  },
});

/**
 * Reports the current selection to the editor before a key acts on it. The browser reports it in a
 * later task; keys pressed before that, such as Ctrl+A, Ctrl+End and a letter, would replace the
 * whole text.
 */
function keydown(_view: EditorView, { key, isComposing }: KeyboardEvent): void {
  // Key events of a touch screen may be part of a composition.
  if (isComposing || key === "Unidentified") return;
  document.dispatchEvent(new Event("selectionchange"));
}

/** The keys that move to each end: by line, vertically and sideways. */
const ENDS = [
  ["start", "Home", "Up", "Left"],
  ["end", "End", "Down", "Right"],
] as const;

type End = (typeof ENDS)[number][0];

function go(view: EditorView, selection: Selection | null): boolean {
  if (selection) view.dispatch(view.state.tr.setSelection(selection).scrollIntoView());
  return selection !== null;
}

function leaveAll(editor: Editor, end: End): boolean {
  const { selection, doc } = editor.state;
  return selection instanceof AllSelection && go(editor.view, textAt(doc, end));
}

/** Moves the caret from the first or last line to the start or end of the text. */
function leaveText(editor: Editor, end: End): boolean {
  const { selection, doc } = editor.state;
  const last = textAt(doc, end);
  const isLast = selection.empty && last?.$head.sameParent(selection.$head);
  const isLeaving = isLast && editor.view.endOfTextblock(end === "start" ? "up" : "down");
  return isLeaving === true && go(editor.view, last);
}

/**
 * Moves the caret by Page Up or Page Down to the end of the text when it is less than a page away.
 */
function leavePage(editor: Editor, end: End): boolean {
  const { selection, doc } = editor.state;
  const last = textAt(doc, end);
  if (!selection.empty || !last) return false;
  const heightAt = (position: number) => editor.view.coordsAtPos(position).top;
  return (
    Math.abs(heightAt(last.head) - heightAt(selection.head)) < innerHeight && go(editor.view, last)
  );
}

/** Moves the caret from the end of a block to the next, where a picture would be selected. */
function step({ view, state }: Editor, end: End): boolean {
  const { $head, empty } = state.selection;
  const { size } = $head.parent.content;
  const isAtEnd = $head.parentOffset === size;
  // In right-to-left lines, left and right are swapped.
  const isLeaving =
    empty &&
    $head.parent.isTextblock &&
    (isAtEnd || $head.parentOffset === 0) &&
    view.endOfTextblock(end === "start" ? "left" : "right");
  if (!isLeaving) return false;
  const isForward = size === 0 ? end === "end" : isAtEnd;
  const beyond = state.doc.resolve(isForward ? $head.after() : $head.before());
  const next = Selection.findFrom(beyond, isForward ? 1 : -1);
  return next === null || (next instanceof TextSelection && go(view, next));
}

/** A text selection in the first or last text block, which replaces no picture; or null. */
function textAt(doc: Node, end: End): Selection | null {
  return end === "start"
    ? Selection.findFrom(doc.resolve(0), 1, true)
    : Selection.findFrom(doc.resolve(doc.content.size), -1, true);
}
