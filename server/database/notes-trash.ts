import { NOTES_TRASH_SWEEP_MS } from "../limits/limits.ts";
import type { Sql } from "./connect.ts";

/** Permanently deletes notes that have been in the trash for 30 days: at start and every hour. */
export function sweepNotesTrash(sql: Sql): { close(): Promise<void> } {
  // A failed sweep is retried by the next one; opening the notes also sweeps the user's own.
  const sweep = () => sql`select public.sweep_trashed_notes()`.then(nothing, nothing);
  let sweeping = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, NOTES_TRASH_SWEEP_MS);
  timer.unref();
  return {
    close() {
      clearInterval(timer);
      return sweeping;
    },
  };
}

const nothing = () => {};
