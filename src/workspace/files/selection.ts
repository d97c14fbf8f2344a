/** What is chosen in a list, and where a range chosen with Shift begins. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const nothing: Selection = { ids: new Set(), anchor: null };

/** Just this one. */
export const only = (id: string): Selection => ({ ids: new Set([id]), anchor: id });

/** This one as well, or not any more. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Everything from the anchor to here, in the order it is shown in. */
export function rangeTo(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = shown.indexOf(selection.anchor ?? id);
  const to = shown.indexOf(id);
  if (from < 0 || to < 0) return only(id);
  const ids = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set(ids), anchor: shown[from] ?? id };
}

export const all = (shown: readonly string[]): Selection => ({
  ids: new Set(shown),
  anchor: shown[0] ?? null,
});

/** Without what is not shown any more; the same object when that is nothing. */
export function stillShown(selection: Selection, shown: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection;
  const there = new Set(shown);
  if ([...selection.ids].every((id) => there.has(id))) return selection;
  return { ...selection, ids: new Set([...selection.ids].filter((id) => there.has(id))) };
}
