import { useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import { toast } from "sonner";
import type { KindName } from "../../../../shared/content/kind.ts";
import { isConflict, isGone, messageOf } from "../../../lib/errors.ts";
import { usePending } from "../../../lib/use-pending.ts";
import { useLatest } from "../../../ui/hooks/use-latest.ts";
import { changesOf } from "../entry-api.ts";
import { resetOrder, saveOrder, saveVisibility } from "./arrange-api.ts";
import {
  type ArrangedEntry,
  type OrderChange,
  placeOf,
  reapplied,
  type Visibility,
  type VisibilityChange,
  withPending,
} from "./arrangement.ts";

export interface Arrangement<Row> {
  /** The rows with all pending changes applied, in no particular order. */
  rows: readonly Row[];
  /**
   * @param entries the ordered list: all rows, or the skills of one category.
   * @param ids of the same entries, in the new order.
   */
  saveOrder: (entries: readonly Row[], ids: readonly string[], category?: string | null) => void;
  resetOrder: (entries: readonly Row[], category?: string | null) => void;
  saveVisibility: (row: Row, visibility: Visibility) => void;
}

/**
 * Changes the order and the visibility of entries. A change is shown at once; the cached rows are
 * never modified, so a refused change disappears with its request.
 */
export function useArrangement<Row extends ArrangedEntry>(
  name: KindName,
  stored: readonly Row[],
): Arrangement<Row> {
  const [order, visibility] = [
    [name, "order"],
    [name, "visibility"],
  ];
  const orders = usePending<OrderChange>(order);
  const visibilities = usePending<VisibilityChange>(visibility);
  const rows = useMemo(
    () => withPending(stored, orders, visibilities),
    [stored, orders, visibilities],
  );
  const meta = { changes: changesOf(name) };
  const latest = useLatest(stored);
  const ordering = useMutation({
    mutationKey: order,
    meta,
    // Sequential, because each order starts from the one before.
    scope: { id: `${name} order` },
    mutationFn: (change: OrderChange) =>
      change.reset ? resetOrder(name, change) : saveOrder(name, change),
    onError: (error, change) => {
      if (!isConflict(error)) return report(messageOf(error));
      report(LIST_CHANGED, {
        label: "Use my order",
        onClick: () => ordering.mutate(reapplied(latest.current, change)),
      });
    },
  });
  const showing = useMutation({
    mutationKey: visibility,
    meta,
    mutationFn: (change: VisibilityChange) => saveVisibility(name, change),
    onError: (error) => {
      report(isConflict(error) || isGone(error) ? ENTRY_CHANGED : messageOf(error));
    },
  });
  return {
    rows,
    saveOrder: (entries, ids, category) => {
      const places = new Map(entries.map((row) => [row.id, placeOf(row)]));
      const was = ids.map((id) => places.get(id) ?? null);
      ordering.mutate({ ids, was, reset: false, category });
    },
    resetOrder: (entries, category) => {
      const ids = entries.map(({ id }) => id);
      ordering.mutate({ ids, was: [], reset: true, category });
    },
    saveVisibility: ({ id, revision }, chosen) =>
      showing.mutate({ id, revision, visibility: chosen }),
  };
}

const LIST_CHANGED =
  "The list was changed in the meantime. Your order was not saved; the list now shows the current one.";
const ENTRY_CHANGED =
  "The entry was changed in the meantime. Nothing was saved; the list now shows its current state.";

function report(text: string, action?: { label: string; onClick: () => void }): void {
  toast.error(text, { id: "arrangement", duration: action ? 20_000 : 10_000, action });
}
