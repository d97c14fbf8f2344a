import { REST_PATH } from "../../../shared/api-paths.ts";
import type { Tables } from "../../../shared/database.types.ts";
import { BackendError, unwrap } from "../../lib/errors.ts";
import { requireReach } from "../../lib/reach.ts";
import { readAll } from "../../lib/read-all.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { readStoredSession } from "../../lib/stored-session.ts";
import { getClient } from "../../lib/supabase.ts";
import { readChanges } from "../shell/changes.ts";
import { toMoment } from "../shell/reminder-time.ts";
import { type Note, type NotePatch, type TrashedNote, UNTITLED } from "./note.ts";
import { type Draft, isDeletion } from "./note-draft.ts";

/** The error when nobody is signed in anymore. */
export const NOT_AUTHENTICATED = "User not authenticated.";

export type NoteBackend = ReturnType<typeof createNoteBackend>;

/**
 * The writes of the outbox. Every failure is a thrown `BackendError`. Callers retry on their own
 * schedule; supabase-js would take seven seconds to report being offline.
 */
export function createNoteBackend(userId: string) {
  return {
    /** Null when a row with this id already exists. */
    async create(id: string, fields: NotePatch): Promise<Note | null> {
      const row = { id, user_id: userId, ...fields, title: fields.title || UNTITLED };
      const query = tableOf(userId).insert(row).select(FULL).abortSignal(timeLimit());
      const response = await query.single();
      return response.error?.code === "23505" ? null : toNote(unwrap(response));
    },
    /** Null when there is no row with that id and revision. */
    async save(id: string, revision: number, patch: NotePatch): Promise<Note | null> {
      const query = tableOf(userId)
        .update({ ...patch, updated_at: new Date().toISOString() })
        .eq("id", id)
        .eq("revision", revision)
        .select(FULL);
      const [row] = unwrap(await query.abortSignal(timeLimit()));
      return row ? toNote(row) : null;
    },
    /** Moves a note at that revision to the trash; false when there is no such row. */
    async remove(id: string, revision: number): Promise<boolean> {
      const query = tableOf(userId).delete().eq("id", id).eq("revision", revision).select("id");
      return unwrap(await query.abortSignal(timeLimit())).length > 0;
    },
    /**
     * Restores a note from the trash. Returns its row, even if it was not in the trash; null when it
     * does not exist.
     */
    async restore(id: string): Promise<Note | null> {
      const restored = clientOf(userId)
        .rpc("restore_notes", { ids: [id] })
        .select(FULL);
      const [row] = unwrap(await restored.abortSignal(timeLimit()));
      return row ? toNote(row) : this.get(id);
    },
    /** The complete row; null when it certainly does not exist. */
    async get(id: string): Promise<Note | null> {
      const query = tableOf(userId).select(FULL).eq("id", id);
      const [row] = unwrap(await query.abortSignal(timeLimit()));
      if (!row) await requireSession();
      return row ? toNote(row) : null;
    },
  };
}

export type NoteReader = ReturnType<typeof createNoteReader>;

/** The reads of the backend. Every failure is a thrown `BackendError`. */
export function createNoteReader(userId: string) {
  return {
    get: createNoteBackend(userId).get,
    /** The first rows of one view in list order. */
    async list(archived: boolean, limit: number): Promise<Note[]> {
      const answer = await tableOf(userId)
        .select(LISTED)
        .eq("user_id", userId)
        .eq("is_archived", archived)
        .order("is_pinned", { ascending: false })
        .order("updated_at", { ascending: false })
        .order("id")
        .limit(limit);
      return unwrap<ListedRow[] | null>(answer).map(toListedNote);
    },
    /** The first changes after this change number, and the total number of notes. */
    async changes(since: number, limit: number) {
      const { changes, ...read } = await readChanges<ListedRow, { count: number }>(
        (page) => clientOf(userId).rpc("note_changes", page),
        since,
        limit,
      );
      const notes = changes.flatMap((row) => ("is_deleted" in row ? [] : [toListedNote(row)]));
      const deleted = changes.filter((row) => "is_deleted" in row);
      return { ...read, notes, deleted };
    },
    /** Reads these notes with their full texts; deleted ones are omitted. */
    async listFull(ids: readonly string[]): Promise<Note[]> {
      const query = tableOf(userId).select(FULL).in("id", ids);
      return unwrap(await query.abortSignal(timeLimit())).map(toNote);
    },
    /** The newest notes, archived ones too, whose whole text contains all these words. */
    async search(words: string): Promise<Note[]> {
      const search = { search: words, max_rows: MOST_FOUND };
      const found = clientOf(userId).rpc("search_workspace", search).select("kind,item");
      return unwrap(await found.abortSignal(timeLimit()))
        .filter(({ kind }) => kind === "note" || kind === "archived note")
        .map(({ item }) => toListedNote(item as unknown as ListedRow));
    },
    /** The ids of the notes whose text beyond the listed part contains all these words. */
    async searchLong(words: string): Promise<string[]> {
      const found = clientOf(userId).rpc("search_long_notes", { search: words });
      return unwrap(await found.abortSignal(timeLimit())).map(({ id }) => id);
    },
    /** Permanently deletes notes whose time in the trash has expired. */
    sweepTrash: () => sweepTrash(userId),
  };
}

/** The notes in the trash, latest first. */
export async function listTrashedNotes(
  userId: string,
  signal: AbortSignal,
): Promise<TrashedNote[]> {
  await sweepTrash(userId);
  const client = clientOf(userId);
  return readAll<TrashedRow>("trashed_at.desc,id", (counting) =>
    client
      .from("trashed_notes")
      .select(TRASHED, counting)
      .eq("user_id", userId)
      .abortSignal(signal),
  ).then((rows) => rows.map(toListedNote));
}

async function sweepTrash(userId: string): Promise<void> {
  unwrap(await clientOf(userId).rpc("sweep_trashed_notes").abortSignal(timeLimit()));
}

/** Permanently deletes a trashed note; succeeds if it no longer exists. */
export async function deleteTrashedNote(userId: string, id: string): Promise<void> {
  unwrap(await clientOf(userId).from("trashed_notes").delete().eq("id", id).select("id"));
}

/**
 * Replaces a label in all notes, including archived and trashed ones; removes it if `name` is
 * empty.
 * @returns the number of changed notes.
 */
export async function renameLabel(userId: string, label: string, name: string): Promise<number> {
  const renaming = clientOf(userId).rpc("rename_label", { old_label: label, new_label: name });
  return unwrap(await renaming.abortSignal(timeLimit()));
}

/** Permanently deletes all notes in the trash. */
export async function emptyTrash(userId: string): Promise<void> {
  unwrap(await clientOf(userId).from("trashed_notes").delete().eq("user_id", userId).select("id"));
}

/**
 * Total bytes of a page's keepalive requests that browsers allow.
 * @limit content: unsaved notes sent on page hide
 */
const KEEPALIVE_BYTES = 60 * 1024;

/**
 * Sends as many unsaved notes as fit while the page is closing; responses are ignored. The others
 * are sent from the device at the next visit.
 */
export function flushOnPageHide(userId: string, drafts: readonly Draft[]): void {
  const session = readStoredSession("workspace");
  if (session?.user.id !== userId) return;
  const { supabaseUrl, publishableKey } = readClientConfig();
  let room = KEEPALIVE_BYTES;
  for (const draft of drafts) {
    const { id, isNew, revision, patch } = draft;
    // The undo of a deletion is sent at the next start.
    if (draft.removal === "undone") continue;
    const isRemoval = isDeletion(draft);
    const body = JSON.stringify(
      isNew
        ? { id, user_id: userId, ...patch, title: patch.title || UNTITLED }
        : { ...patch, updated_at: new Date().toISOString() },
    );
    const size = new Blob([body]).size;
    if (size > room) continue;
    room -= size;
    const where = isNew ? "" : `?id=eq.${id}&revision=eq.${revision}`;
    void fetch(`${supabaseUrl}${REST_PATH}/workspace_notes${where}`, {
      method: isNew ? "POST" : isRemoval ? "DELETE" : "PATCH",
      keepalive: true,
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${session.access_token}`,
        "content-type": "application/json",
        prefer: "return=minimal",
      },
      ...(!isRemoval && { body }),
    }).catch(() => {});
  }
}

/** @throws {BackendError} when another user, or nobody, is signed in. */
function tableOf(userId: string) {
  return clientOf(userId).from("workspace_notes");
}

/** @throws {BackendError} when another user, or nobody, is signed in. */
export function clientOf(userId: string) {
  if (readStoredSession("workspace")?.user.id !== userId) {
    throw new BackendError(NOT_AUTHENTICATED, { status: 401 });
  }
  requireReach("workspace");
  return getClient("workspace");
}

/** A hanging request must not block the next one. */
export const timeLimit = () => AbortSignal.timeout(30_000);

/** Without a valid session, row security would make every row look deleted. */
async function requireSession(): Promise<void> {
  const { data, error } = await getClient("workspace").rpc("own_role");
  if (error) unwrap({ data, error });
  if (data !== "workspace") throw new BackendError(NOT_AUTHENTICATED, { status: 401 });
}

/** Search results are completed from the store once the list is complete. */
const MOST_FOUND = 100;

const LISTED =
  "id,title,excerpt,is_cut,color,is_pinned,is_archived,labels,remind_at,updated_at,revision,change_number";
const FULL =
  "id,title,content,color,is_pinned,is_archived,labels,remind_at,updated_at,revision,change_number";
const TRASHED = "id,title,excerpt,is_cut,color,labels,trashed_at";

type Row = Tables<"workspace_notes">;
type FullRow = Omit<Row, "user_id" | "excerpt" | "is_cut" | "search_text">;
/** A note as lists read it. */
export type ListedRow = Omit<Row, "user_id" | "content" | "search_text">;

type TrashedRow = Pick<
  Tables<"trashed_notes">,
  "id" | "title" | "excerpt" | "is_cut" | "color" | "labels" | "trashed_at"
>;

function toNote(row: FullRow): Note {
  const { id, title, content, color, is_pinned, is_archived, labels } = row;
  const { updated_at, revision, change_number } = row;
  const remind_at = toMoment(row.remind_at);
  const fields = { title, content, color, is_pinned, is_archived, labels, remind_at };
  return { id, ...fields, is_cut: false, updated_at, revision, change_number };
}

/** Fills `content` with the listed start; timestamps get this app's format for drafts. */
export function toListedNote<
  Listed extends Pick<ListedRow, "excerpt" | "is_cut"> & { remind_at?: string | null },
>(row: Listed) {
  const { excerpt, is_cut, remind_at, ...rest } = row;
  const shown = { content: excerpt ?? "", is_cut: is_cut ?? false };
  return { ...rest, ...shown, remind_at: toMoment(remind_at ?? null) };
}
