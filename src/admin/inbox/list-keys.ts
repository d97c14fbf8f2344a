/** Command of a key in the message list. */
export type ListCommand =
  | "select all"
  | "clear selection"
  | "close message"
  | "open"
  | "select"
  | "toggle read"
  | "toggle replied"
  | "delete selected"
  | "delete current";

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

interface ListContext {
  hasSelection: boolean;
  /** Whether a message is open beside the list. */
  isOpen: boolean;
  /** Whether there is a current row. */
  hasCurrent: boolean;
}

/**
 * The command of a key; null if it has none. The list itself handles keys that move between rows.
 */
export function listCommandOf(event: Key, context: ListContext): ListCommand | null {
  const key = event.key.toLowerCase();
  const { hasSelection, isOpen, hasCurrent } = context;
  if ((event.ctrlKey || event.metaKey) && key === "a") return "select all";
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  if (key === "escape" && hasSelection) return "clear selection";
  if (key === "escape" && isOpen) return "close message";
  if (!hasCurrent) return null;
  if (key === "enter") return "open";
  if (key === "x") return "select";
  if (key === "u") return "toggle read";
  if (key === "r") return "toggle replied";
  if (key !== "delete" && key !== "backspace") return null;
  return hasSelection ? "delete selected" : "delete current";
}
