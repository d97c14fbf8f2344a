import { useMemo, useState } from "react";

/** The selected ids and the anchor of Shift ranges. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
  /** Whether everything was selected while more files were loading; these are selected too. */
  growing?: boolean;
}

export const nothing: Selection = { ids: new Set(), anchor: null };

export const only = (id: string): Selection => ({ ids: new Set([id]), anchor: id });

/** Selects or deselects this item. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Selects everything from the anchor to this item, in display order. */
export function rangeTo(selection: Selection, id: string, shown: readonly string[]): Selection {
  const from = shown.indexOf(selection.anchor ?? id);
  const to = shown.indexOf(id);
  if (from < 0 || to < 0) return only(id);
  const ids = shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: new Set(ids), anchor: shown[from] ?? id };
}

/** @param growing whether more are loading. */
export const all = (shown: readonly string[], growing = false): Selection => ({
  ids: new Set(shown),
  anchor: shown[0] ?? null,
  growing,
});

/** Removes ids that are no longer shown; returns the same object when nothing changes. */
export function stillShown(selection: Selection, shown: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection;
  const there = new Set(shown);
  if ([...selection.ids].every((id) => there.has(id))) return selection;
  return { ...selection, ids: new Set([...selection.ids].filter((id) => there.has(id))) };
}

/** The selection at a place; reset at another place, and limited to shown items. */
export function useSelection<Item extends { id: string }>(
  placeKey: string,
  items: readonly Item[],
  loading = false,
) {
  const [chosen, setChosen] = useState({ placeKey, selection: nothing });
  // Reset at once, because the user may return to this place.
  if (chosen.placeKey !== placeKey) setChosen({ placeKey, selection: nothing });
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const isHere = chosen.placeKey === placeKey;
  const isGrowing = isHere && chosen.selection.growing === true;
  // Items that are added later are not selected.
  if (isGrowing && !loading) setChosen({ placeKey, selection: all(ids) });
  const selection = isGrowing
    ? all(ids, true)
    : isHere
      ? stillShown(chosen.selection, ids)
      : nothing;
  const { size } = selection.ids;
  const selected = size > 0 ? items.filter(({ id }) => selection.ids.has(id)) : [];
  return {
    selection,
    selected,
    onSelect: (next: Selection) => setChosen({ placeKey, selection: next }),
    clear: () => setChosen({ placeKey, selection: nothing }),
    /**
     * Items that an action on this item applies to: the whole selection if it includes the item.
     */
    withSelection: (item: Item) => (selection.ids.has(item.id) ? selected : [item]),
  };
}
