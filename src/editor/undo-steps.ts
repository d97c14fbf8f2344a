import { Extension } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** Makes each paste, drop and cut an undo step of its own, separate from adjacent typing. */
export const UndoSteps = Extension.create({
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
