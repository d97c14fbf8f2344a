import type { KeyboardEvent } from "react";
import { all, nothing, only, rangeTo, type Selection, toggle } from "../../ui/selection.ts";
import type { Note } from "./note.ts";
import type { CardMenu } from "./use-card-selection.ts";
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
  onMenu: (menu: CardMenu) => void;
  focusNote: (id: string) => void;
  /** Moves the focus from these notes, which leave the view. */
  focusBeyond: (notes: readonly Note[]) => void;
}

/** Arrow keys move between cards; letters act on the focused one, or on the selection with it. */
export function onGridKey(event: KeyboardEvent<HTMLElement>, deps: KeyDeps): void {
  const { sections, columnOf, selection, onSelect, focusNote } = deps;
  const { target, key, shiftKey, altKey } = event;
  if (!(target instanceof HTMLElement) || altKey || target.matches("input, a")) return;
  const id = target.closest<HTMLElement>("[data-note]")?.dataset.note;
  const shown = sections.flatMap(({ places }) => places.flatMap(({ note }) => note ?? []));
  const note = shown.find((one) => one.id === id);
  if (!note) return;
  const ids = () => shown.map((one) => one.id);
  const step = STEPS[key];
  if (event.ctrlKey || event.metaKey) {
    if (key !== "a") return;
    onSelect(all(ids()));
  } else if (step) {
    const next = neighborOf(sections, note.id, step, columnOf);
    if (next) focusNote(next.id);
    if (next && shiftKey)
      onSelect(rangeTo(selection.ids.size > 0 ? selection : only(note.id), next.id, ids()));
  } else {
    const command = commandOf(shiftKey && key === "F10" ? "ContextMenu" : key, note, target, deps);
    if (!command) return;
    command();
  }
  event.preventDefault();
}

function commandOf(key: string, note: Note, card: HTMLElement, deps: KeyDeps) {
  const { actions, selection, onSelect, onMenu, focusBeyond } = deps;
  const some = deps.withSelection(note);
  const leave = (act: (notes: readonly Note[]) => void) => () => {
    focusBeyond(some);
    act(some);
  };
  const is_pinned = !some.every((one) => one.is_pinned);
  const commands: Record<string, () => void> = {
    x: () => onSelect(toggle(selection, note.id)),
    p: () => actions.change(some, () => ({ is_pinned }), is_pinned ? "pinned" : "unpinned"),
    r: () => actions.ask("reminder", some),
    l: () => actions.ask("labels", some),
    c: () => actions.copy(note),
    e: leave(actions.archive),
    Delete: leave(actions.remove),
    "#": leave(actions.remove),
    // Some systems have no key that the browser reports as a right click.
    ContextMenu() {
      const { left, top } = card.getBoundingClientRect();
      onMenu({ note, anchor: card, at: { x: left + 16, y: top + 40 } });
    },
    ...(selection.ids.size > 0 && { Escape: () => onSelect(nothing) }),
  };
  return commands[key];
}

const STEPS: Record<string, Step> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  ArrowDown: "down",
  ArrowUp: "up",
  j: "next",
  k: "previous",
};
