import type { KeyboardEvent } from "react";
import { all, nothing, only, rangeTo, type Selection, toggle } from "../../ui/selection.ts";
import type { Note } from "./note.ts";
import type { NoteActions } from "./use-note-actions.ts";
import { neighborOf, type Step, type WallSection } from "./wall-order.ts";

interface KeyDeps {
  sections: readonly WallSection[];
  columnOf: Parameters<typeof neighborOf>[3];
  actions: NoteActions;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Notes that an action on this note applies to. */
  withSelection: (note: Note) => readonly Note[];
  focusNote: (id: string) => void;
  /** Moves the focus from these notes, which leave the view. */
  focusBeyond: (notes: readonly Note[]) => void;
}

/** Arrow keys move between cards; letters act on the focused one, or on the selection with it. */
export function onGridKey(event: KeyboardEvent<HTMLElement>, deps: KeyDeps): void {
  const { sections, columnOf, actions, selection, onSelect, focusNote, focusBeyond } = deps;
  const { target, key, shiftKey, altKey } = event;
  if (!(target instanceof HTMLElement) || altKey || target.matches("input, a")) return;
  const id = target.closest<HTMLElement>("[data-note]")?.dataset.note;
  const shown = sections.flatMap(({ places }) => places.flatMap(({ note }) => note ?? []));
  const note = shown.find((one) => one.id === id);
  if (!note) return;
  const ids = () => shown.map((one) => one.id);
  const some = deps.withSelection(note);
  const step = STEPS[key];
  if (event.ctrlKey || event.metaKey) {
    if (key !== "a") return;
    onSelect(all(ids()));
  } else if (step) {
    const next = neighborOf(sections, note.id, step, columnOf);
    if (next) focusNote(next.id);
    if (next && shiftKey)
      onSelect(rangeTo(selection.ids.size > 0 ? selection : only(note.id), next.id, ids()));
  } else if (key === "x") onSelect(toggle(selection, note.id));
  else if (key === "Escape" && selection.ids.size > 0) onSelect(nothing);
  else if (key === "p") {
    const is_pinned = !some.every((one) => one.is_pinned);
    actions.change(some, () => ({ is_pinned }), is_pinned ? "pinned" : "unpinned");
  } else if (key === "r") actions.ask("reminder", some);
  else if (key === "l") actions.ask("labels", some);
  else if (key === "c") actions.copy(note);
  else if (["e", "Delete", "#"].includes(key)) {
    focusBeyond(some);
    if (key === "e") actions.archive(some);
    else actions.remove(some);
  } else return;
  event.preventDefault();
}

const STEPS: Record<string, Step> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  ArrowDown: "down",
  ArrowUp: "up",
  j: "next",
  k: "previous",
};
