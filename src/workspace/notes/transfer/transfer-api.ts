import { unwrap, unwrapCount } from "../../../lib/errors.ts";
import { clientOf } from "../notes-api.ts";
import type { ExportedNote } from "./note-file.ts";

/** The two tables with notes. */
export const TABLES = ["workspace_notes", "trashed_notes"] as const;

/**
 * All notes of a table with their whole texts, in parts of up to 8 MB.
 * @throws {BackendError} as soon as one part fails.
 */
export async function* readNotes(
  userId: string,
  table: (typeof TABLES)[number],
  signal: AbortSignal,
): AsyncGenerator<ExportedNote[]> {
  const is_trashed = table === "trashed_notes";
  // By id instead of by place: nothing is skipped when a note is deleted meanwhile.
  for (let last = "00000000-0000-0000-0000-000000000000", most = PART; ; ) {
    const query = clientOf(userId).from(table).select(COLUMNS).eq("user_id", userId);
    const answer = await query.gt("id", last).order("id").limit(most).abortSignal(signal);
    signal.throwIfAborted();
    if (answer.status === 413 && most > 1) {
      most = Math.ceil(most / 2);
      continue;
    }
    const rows = unwrap(answer);
    if (rows.length === 0) return;
    yield rows.map((row) => ({ ...row, is_trashed }));
    last = rows.at(-1)?.id ?? last;
  }
}

const COLUMNS = "id,title,content,color,is_pinned,is_archived,labels,updated_at";

/** Notes of one read. */
const PART = 500;

export async function countNotes(
  userId: string,
  table: (typeof TABLES)[number],
  signal: AbortSignal,
): Promise<number> {
  const query = clientOf(userId).from(table).select("id", { count: "exact", head: true });
  return unwrapCount(await query.eq("user_id", userId).abortSignal(signal));
}
