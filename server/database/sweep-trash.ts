import { TRASH_SWEEP_MS } from "../limits/limits.ts";
import { ANALYTICS_SWEEP_ROWS } from "../limits/visits.ts";
import type { Sql } from "./connect.ts";

/**
 * Permanently deletes notes and content entries that have been in the trash for 30 days, and visits
 * that are only needed in the daily counts: at start and every hour.
 */
export function sweepTrash(sql: Sql): { close(): Promise<void> } {
  // A failed sweep is retried by the next one. Opening the notes also sweeps the user's own trash,
  // deleting an entry that of the content, and a day's first visit some old visits.
  const sweep = () =>
    sql`select public.sweep_trashed_notes(), private.sweep_content_history(),
      private.sweep_analytics(${ANALYTICS_SWEEP_ROWS})`.then(nothing, nothing);
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, TRASH_SWEEP_MS);
  timer.unref();
  return {
    close() {
      clearInterval(timer);
      return sweeping;
    },
  };
}

const nothing = () => {};
