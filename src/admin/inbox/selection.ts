import type { ListedMessage } from "./message-set.ts";
import { holds, type MessageSet } from "./message-set.ts";

/** The messages selected for a bulk action. */
export interface Selection {
  set: MessageSet;
  /** Number of search results at the time all were selected. */
  found: number;
}

export const nothing: Selection = { set: { kind: "some", ids: [] }, found: 0 };

/**
 * Number of selected messages.
 *
 * @param foundNow the current number of search results; lower than when all were selected once some
 *   are deleted.
 */
export function sizeOf({ set, found }: Selection, foundNow = found): number {
  if (set.kind === "some") return set.ids.length;
  return Math.max(Math.min(found, foundNow) - set.except.length, 0);
}

/** Selects all search results up to a time, loaded or not. */
export function selectFound(search: string, until: string, found: number): Selection {
  return { set: { kind: "found", search, until, except: [] }, found };
}

/** The selection with these messages added or removed. */
export function withSelected(
  selection: Selection,
  messages: readonly ListedMessage[],
  selected: boolean,
): Selection {
  const { set } = selection;
  const ids = messages.map(({ id }) => id);
  if (set.kind === "some") {
    return {
      ...selection,
      set: { kind: "some", ids: selected ? add(set.ids, ids) : drop(set.ids, ids) },
    };
  }
  const inReach = messages.filter((message) => holds(set, message, set.search)).map(({ id }) => id);
  const except = selected ? drop(set.except, ids) : add(set.except, inReach);
  return except.length >= selection.found ? nothing : { ...selection, set: { ...set, except } };
}

export function isSelected({ set }: Selection, message: ListedMessage, search: string): boolean {
  return holds(set, message, search);
}

const add = (ids: readonly string[], more: readonly string[]) => [...new Set([...ids, ...more])];

function drop(ids: readonly string[], some: readonly string[]): string[] {
  const gone = new Set(some);
  return ids.filter((id) => !gone.has(id));
}
