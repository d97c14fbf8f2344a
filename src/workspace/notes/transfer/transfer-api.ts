import type { Json } from "../../../../shared/database.types.ts";
import { unwrap, unwrapCount } from "../../../lib/errors.ts";
import { readAll } from "../../../lib/read-all.ts";
import { clientOf } from "../notes-api.ts";
import type { ExportedNote } from "./note-file.ts";

/** The two tables with notes. */
export const TABLES = ["workspace_notes", "trashed_notes"] as const;

/**
 * All notes of a table with their full texts, in parts of up to 8 MB.
 * @throws {BackendError} as soon as one part fails.
 */
export async function* readNotes(
  userId: string,
  table: (typeof TABLES)[number],
  signal: AbortSignal,
): AsyncGenerator<ExportedNote[]> {
  const is_trashed = table === "trashed_notes";
  // Pages by id instead of by offset: nothing is skipped when a note is deleted meanwhile.
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

const COLUMNS = "id,title,content,color,is_pinned,is_archived,labels,remind_at,updated_at";

/** Maximum number of notes per read. */
const PART = 500;

export async function countNotes(
  userId: string,
  table: (typeof TABLES)[number],
  signal: AbortSignal,
): Promise<number> {
  const query = clientOf(userId).from(table).select("id", { count: "exact", head: true });
  return unwrapCount(await query.eq("user_id", userId).abortSignal(signal));
}

/** The ids of all notes, and of those in the trash. */
export async function listNoteIds(
  userId: string,
  signal: AbortSignal,
): Promise<[notes: ReadonlySet<string>, trashed: ReadonlySet<string>]> {
  const [notes = [], trashed = []] = await Promise.all(
    TABLES.map((table) =>
      readAll<{ id: string }>("id", (counting) => {
        const query = clientOf(userId).from(table).select("id", counting);
        return query.eq("user_id", userId).abortSignal(signal);
      }),
    ),
  );
  return [new Set(notes.map(({ id }) => id)), new Set(trashed.map(({ id }) => id))];
}

/**
 * Restores notes from the trash.
 * @returns the number of notes that were in it.
 */
export async function restoreNotes(
  userId: string,
  ids: string[],
  signal: AbortSignal,
): Promise<number> {
  if (ids.length === 0) return 0;
  const restored = clientOf(userId).rpc("restore_notes", { ids }).select("id");
  return unwrap(await restored.abortSignal(signal)).length;
}

export interface ImportedNote extends Omit<ExportedNote, "updated_at"> {
  /** Null for the current time. */
  updated_at: string | null;
}

/**
 * Adds notes with their ids and times, in one transaction; existing notes are skipped.
 * @returns the number of added notes.
 */
export async function addNotes(
  userId: string,
  notes: readonly ImportedNote[],
  signal: AbortSignal,
): Promise<number> {
  const added = clientOf(userId).rpc("import_notes", { notes: notes as unknown as Json });
  return unwrap(await added.abortSignal(signal));
}
