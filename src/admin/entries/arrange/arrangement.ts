import { inChosenOrder, newestFirst } from "../../../content/entry-order.ts";

export const VISIBILITIES = ["public", "draft", "hidden"] as const;

export type Visibility = (typeof VISIBILITIES)[number];

/** Labels of the values. */
export const VISIBILITY_LABELS: Record<string, string> = {
  public: "Public",
  draft: "Draft",
  hidden: "Hidden",
};

/** An entry with its place, which social links call `display_order`. */
export interface ArrangedEntry {
  id: string;
  revision: number;
  visibility: string;
  position?: number | null;
  display_order?: number | null;
  /** Category of a skill. */
  category_id?: string | null;
}

/** A new order of these entries, or their default order. */
export interface OrderChange {
  ids: readonly string[];
  reset: boolean;
  /** The places the entries had. */
  was: readonly (number | null)[];
  /** The category whose skills these are; undefined for a whole table. */
  category?: string | null | undefined;
}

export interface VisibilityChange {
  id: string;
  revision: number;
  visibility: Visibility;
}

export function placeOf({ position, display_order }: ArrangedEntry): number | null {
  return position ?? display_order ?? null;
}

/** The ids in the order with the entry at this index among the others. */
export function moved(ids: readonly string[], id: string, index: number): string[] {
  const others = ids.filter((other) => other !== id);
  return others.toSpliced(Math.max(index, 0), 0, id);
}

/**
 * Applies a refused order to the current list. An entry that the order does not name stays behind
 * the entry it follows now.
 * @param rows the whole table.
 */
export function reapplied(rows: readonly ArrangedEntry[], refused: OrderChange): OrderChange {
  const { category } = refused;
  const now = rows
    .filter((row) => category === undefined || row.category_id === category)
    .toSorted((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0));
  const places = new Map(now.map((row) => [row.id, placeOf(row)]));
  const ids = refused.ids.filter((id) => places.has(id));
  for (const [index, { id }] of now.entries()) {
    if (!ids.includes(id)) ids.splice(ids.indexOf(now[index - 1]?.id ?? "") + 1, 0, id);
  }
  return { ...refused, ids, was: ids.map((id) => places.get(id) ?? null) };
}

/** The entries after these pending changes are saved. Unchanged entries keep their identity. */
export function withPending<Row extends ArrangedEntry>(
  rows: readonly Row[],
  orders: readonly OrderChange[],
  visibilities: readonly VisibilityChange[],
): readonly Row[] {
  const places = new Map<string, number | null>();
  for (const { ids, reset } of orders) {
    for (const [index, id] of ids.entries()) places.set(id, reset ? null : index + 1);
  }
  const shown = new Map(visibilities.map(({ id, visibility }) => [id, visibility]));
  if (places.size === 0 && shown.size === 0) return rows;
  return rows.map((row) => {
    const place = places.has(row.id) ? (places.get(row.id) ?? null) : placeOf(row);
    const visibility = shown.get(row.id) ?? row.visibility;
    if (place === placeOf(row) && visibility === row.visibility) return row;
    return {
      ...row,
      visibility,
      [row.position === undefined ? "display_order" : "position"]: place,
    };
  });
}

export interface DatedEntry {
  created_at: string;
  position: number | null;
  start_month?: string | null;
}

/**
 * The order of the page: the chosen order, otherwise newest first.
 * @param rows in the order they were added, the last first.
 */
export function inPageOrder<Row extends DatedEntry>(rows: readonly Row[]): Row[] {
  const dated = rows.map((row) => ({
    row,
    position: row.position,
    created_at: row.created_at,
    start_month: row.start_month ?? null,
  }));
  return inChosenOrder(newestFirst(dated)).map(({ row }) => row);
}
