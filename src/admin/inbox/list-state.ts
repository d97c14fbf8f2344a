import type { ListedMessage } from "./message-set.ts";
import { holds, type MessageSet } from "./message-set.ts";
import { isSelected, nothing, type Selection, selectFound, withSelected } from "./selection.ts";

/** The current message and the selection of the list. */
export interface ListState {
  /** The current row of the keyboard navigation. */
  currentId: string | null;
  /** Start of a range: the message last opened, or last selected individually. */
  anchorId: string | null;
  selection: Selection;
  /** The search in which the selection was made. */
  search: string;
  /** The last removal with the selections before and after it, in case it fails. */
  removal: { set: MessageSet; before: Selection; after: Selection } | null;
}

export type ListEvent =
  | { type: "move"; id: string }
  | { type: "open"; id: string }
  /** Selects or deselects one message, or selects the range from the anchor. */
  | { type: "select"; id: string; range: boolean }
  /** Selects all search results up to a time; `found` is their number. */
  | { type: "select-all"; until: string; found: number }
  | { type: "clear" }
  | { type: "remove"; set: MessageSet }
  /** A removal failed, so the messages are shown again. */
  | { type: "removal-failed"; set: MessageSet };

/** The list on the screen at the time of an event. */
export interface ListView {
  search: string;
  messages: readonly ListedMessage[];
}

export function initialListState(openId: string | null): ListState {
  return { currentId: openId, anchorId: null, selection: nothing, search: "", removal: null };
}

/** The next state. Pure. */
export function nextListState(state: ListState, event: ListEvent, view: ListView): ListState {
  const selection = selectionIn(state, view.search);
  const select = (next: Selection) => ({ ...state, selection: next, search: view.search });
  switch (event.type) {
    case "move":
      return { ...state, currentId: event.id };
    case "open":
      return { ...state, currentId: event.id, anchorId: event.id };
    case "select":
      return selectOne(state, event, view);
    case "select-all":
      return select(selectFound(view.search, event.until, event.found));
    case "clear":
      return select(nothing);
    case "remove": {
      const after = selectionWithout(selection, event.set, view);
      return {
        ...select(after),
        currentId: currentAfterRemoval(state.currentId, event.set, view),
        removal: { set: event.set, before: selection, after },
      };
    }
    case "removal-failed": {
      const { removal } = state;
      // A selection that the user has changed in the meantime stays.
      const isUnchanged = removal?.set === event.set && state.selection === removal.after;
      return isUnchanged ? { ...state, selection: removal.before, removal: null } : state;
    }
  }
}

/** The selection; empty after a new search, because hidden messages would be affected unnoticed. */
export function selectionIn(state: ListState, search: string): Selection {
  return state.search === search ? state.selection : nothing;
}

/** The selection without these messages. */
function selectionWithout(selection: Selection, set: MessageSet, view: ListView): Selection {
  if (set === selection.set) return nothing;
  const removed = view.messages.filter((message) => holds(set, message, view.search));
  return withSelected(selection, removed, false);
}

function selectOne(
  state: ListState,
  { id, range }: Extract<ListEvent, { type: "select" }>,
  { search, messages }: ListView,
): ListState {
  const selection = selectionIn(state, search);
  const to = messages.findIndex((message) => message.id === id);
  const from = messages.findIndex((message) => message.id === state.anchorId);
  const message = messages[to];
  if (!message) return state;
  const next = { ...state, currentId: id, search };
  if (range && from >= 0) {
    const between = messages.slice(Math.min(from, to), Math.max(from, to) + 1);
    return { ...next, selection: withSelected(selection, between, true) };
  }
  const selected = !isSelected(selection, message, search);
  return { ...next, anchorId: id, selection: withSelected(selection, [message], selected) };
}

/** The current row or, if it is removed, the nearest remaining one, preferably below. */
function currentAfterRemoval(
  currentId: string | null,
  set: MessageSet,
  { search, messages }: ListView,
): string | null {
  const isRemoved = (message: ListedMessage) => holds(set, message, search);
  const at = messages.findIndex(({ id }) => id === currentId);
  const current = messages[at];
  if (!current || !isRemoved(current)) return currentId;
  const next =
    messages.slice(at).find((message) => !isRemoved(message)) ??
    messages.slice(0, at).findLast((message) => !isRemoved(message));
  return next?.id ?? null;
}
