import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { shorten } from "../../../lib/shorten.ts";

interface DatedRow {
  id: string;
  start_month?: string | null;
}

/**
 * Offers the first place to an entry that was added or dated just now, starts later than all others
 * and is not first.
 * @param rows in order; undefined until they are loaded.
 */
export function useFirstPlaceOffer<Row extends DatedRow>(
  rows: readonly Row[] | undefined,
  nameOf: (row: Row) => string,
  moveFirst: (id: string) => void,
): void {
  const before = useRef<ReadonlyMap<string, string | null> | null>(null);
  useEffect(() => {
    const known = before.current;
    before.current = rows ? new Map(rows.map((row) => [row.id, startOf(row)])) : null;
    // Only in the tab where the owner works.
    if (!rows || !known || !document.hasFocus()) return;
    const latest = latestOf(rows);
    if (!latest || rows[0] === latest || known.get(latest.id) === startOf(latest)) return;
    toast(`“${shorten(nameOf(latest), 40)}” starts later than all others.`, {
      action: { label: "Move to top", onClick: () => moveFirst(latest.id) },
      duration: 15_000,
    });
  });
}

/** The entry that started last; undefined when several did, or none has a date. */
function latestOf<Row extends DatedRow>(rows: readonly Row[]): Row | undefined {
  const starts = rows.map(startOf).filter((start) => start !== null);
  const last = starts.reduce((one, other) => (other > one ? other : one), "");
  const latest = rows.filter((row) => startOf(row) === last);
  return latest.length === 1 ? latest[0] : undefined;
}

const startOf = ({ start_month }: DatedRow) => start_month ?? null;
