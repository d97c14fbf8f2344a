import type { Sql } from "./connect.ts";

/** Milliseconds between sweeps of the trashes, where rows stay 30 days. */
const TRASH_SWEEP_MS = 60 * 60_000;

/**
 * Visits and followed links that one sweep deletes, which takes the database about a second.
 * @limit visitors: rows that the host's hourly sweep deletes [rows]
 */
const ANALYTICS_SWEEP_ROWS = 50_000;

/**
 * Permanently deletes notes, messages and content entries that have been in the trash for 30 days,
 * visits that are only needed in the daily counts, and sessions that have ended; other sessions get
 * the limits that this server was started with. Runs at start and every hour.
 */
export function sweepTrash(sql: Sql): { close(): Promise<void> } {
  // A failed sweep is retried by the next one. Opening the notes also sweeps the user's own trash,
  // a deletion of an entry or a message sweeps its trash, and a day's first visit some old visits.
  const sweep = () =>
    sql`with ended as (delete from auth.sessions where not_after <= now()),
      limited as (update auth.sessions set created_at = created_at where not_after > now())
      select public.sweep_trashed_notes(), private.sweep_content_history(),
      private.sweep_trashed_messages(), private.sweep_analytics(${ANALYTICS_SWEEP_ROWS})`.then(
      nothing,
      nothing,
    );
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
