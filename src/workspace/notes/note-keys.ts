import type { KeyboardEvent } from "react";
import type { PageKey } from "../../ui/hooks/use-page-keys.ts";

/** Enter in a title moves the focus to the text below. */
export function focusText(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const around = event.currentTarget.closest("dialog, section");
  around?.querySelector<HTMLElement>("textarea, [contenteditable=true]")?.focus();
}

/** The keys that cards and editor handle themselves, for the list of shortcuts. */
export const NOTE_KEYS: readonly PageKey[] = [
  { keys: "Arrow keys, J, K", text: "From note to note" },
  { keys: "Enter", text: "Open the note" },
  { keys: "P", text: "Pin or unpin it" },
  { keys: "E", text: "Archive or unarchive it" },
  { keys: "R", text: "Set or change its reminder" },
  { keys: "L", text: "Change its labels" },
  { keys: "X, Shift+arrow keys", text: "Select notes, for these keys to change all of them" },
  { keys: "Ctrl+A", text: "Select all notes" },
  { keys: "Shift+F10", text: "Open the menu of the note" },
  { keys: "C", text: "Copy it as Markdown" },
  { keys: "Delete", text: "Move it to the trash" },
  { keys: "Escape", text: "Close the editor or the new note; select nothing" },
  { keys: "Ctrl+Enter", text: "Close the new note; in a note, tick the item" },
  { keys: "- or 1. and a space", text: "In a note: a list" },
  { keys: "[ ] and a space", text: "In a note: a checklist" },
  { keys: "# or ## and a space", text: "In a note: a heading" },
  { keys: "> and a space", text: "In a note: a quotation" },
  { keys: "**bold** *italic*", text: "In a note: emphasis" },
  { keys: "`code` ~~struck~~", text: "In a note: code, struck out" },
  { keys: "Alt+arrow keys", text: "In a note: move the list item up or down" },
  { keys: "Ctrl+K", text: "In a note: add or edit a link" },
  { keys: "Ctrl+Click", text: "In a note: open the link" },
  { keys: "Ctrl+Shift+V", text: "In a note: paste as plain text" },
  { keys: "==marked==", text: "In a note: highlighted" },
];
