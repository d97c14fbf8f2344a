import type { Tables } from "../../lib/database.types.ts";
import { BackendError, unwrap, unwrapCount } from "../../lib/errors.ts";
import { readKeptSession } from "../../lib/kept-session.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { getClient } from "../../lib/supabase.ts";
import { type Note, UNTITLED } from "./note.ts";
import type { NoteBackend } from "./note-backend.ts";
import type { Draft } from "./unsaved-note.ts";

/** Said when nobody is signed in any more. */
export const NOT_AUTHENTICATED = "User not authenticated.";

// Whoever asks tries again in their own time; supabase-js would take seven seconds to say that there
// is no network.

/** The rows of the backend, as the save queue wants them. */
export function createNoteBackend(userId: string): NoteBackend {
  return {
    async create(id, fields) {
      const row = { id, user_id: userId, ...fields, title: fields.title || UNTITLED };
      const query = tableOf(userId).insert(row).select(WHOLE).abortSignal(patience());
      return toNote(unwrap(await query.single()));
    },
    async save(id, revision, patch) {
      const query = tableOf(userId)
        .update({ ...patch, updated_at: new Date().toISOString() })
        .eq("id", id)
        .eq("revision", revision)
        .select(WHOLE);
      const [row] = unwrap(await query.abortSignal(patience()));
      return row ? toNote(row) : null;
    },
    async get(id) {
      const query = tableOf(userId).select(WHOLE).eq("id", id);
      const [row] = unwrap(await query.abortSignal(patience()));
      if (!row) await confirmSession();
      return row ? toNote(row) : null;
    },
  };
}

/** One part of the list, from the row `from` on, in the list's order, and how many there are. */
export async function listNotes(
  userId: string,
  archived: boolean,
  from: number,
  most: number,
): Promise<{ notes: Note[]; count: number }> {
  const answer = await tableOf(userId)
    .select(LISTED, { count: "exact" })
    .eq("user_id", userId)
    .eq("is_archived", archived)
    .order("is_pinned", { ascending: false })
    .order("updated_at", { ascending: false })
    .order("id")
    .range(from, from + most - 1);
  const rows = unwrap<ListedRow[] | null>(answer);
  return { notes: rows.map(toListedNote), count: unwrapCount(answer) };
}

/** These notes with their whole texts; those that are not there any more are left out. */
export async function listWholeNotes(userId: string, ids: readonly string[]): Promise<Note[]> {
  const query = tableOf(userId).select(WHOLE).in("id", ids);
  return unwrap(await query.abortSignal(patience())).map(toNote);
}

/** What was written at or after a time, oldest first, and how many notes there are by now. */
export async function listChanges(
  userId: string,
  since: string,
): Promise<{ notes: Note[]; count: number }> {
  const [changed, counted] = await Promise.all([
    tableOf(userId)
      .select(LISTED)
      .eq("user_id", userId)
      .gte("updated_at", since)
      .order("updated_at")
      .limit(1000),
    tableOf(userId).select("id", { count: "exact", head: true }).eq("user_id", userId),
  ]);
  const rows = unwrap<ListedRow[] | null>(changed);
  return { notes: rows.map(toListedNote), count: unwrapCount(counted) };
}

/** The ids of the notes whose text, beyond what the list holds, has all these words. */
export async function searchLongNotes(words: string, signal: AbortSignal): Promise<string[]> {
  confirmReach();
  const found = getClient("workspace").rpc("search_long_notes", { words });
  return unwrap(await found.abortSignal(signal)).map(({ id }) => id);
}

/**
 * Removes a note in the state that was seen, and returns it whole. Null when it is not there any
 * more.
 * @throws {BackendError} when it was changed elsewhere in the meantime; then it stays.
 */
export async function removeNote(
  userId: string,
  id: string,
  revision: number,
): Promise<Note | null> {
  const rows = unwrap(
    await tableOf(userId).delete().eq("id", id).eq("revision", revision).select(WHOLE),
  );
  if (rows[0]) return toNote(rows[0]);
  const left = unwrap(await tableOf(userId).select("id").eq("id", id));
  if (left.length > 0) throw new BackendError(CHANGED_ELSEWHERE);
  await confirmSession();
  return null;
}

const CHANGED_ELSEWHERE = "This note was changed elsewhere in the meantime, so it was not deleted.";

/** As much as browsers let a page send while it goes away, all requests together, in bytes. */
const LAST_WORDS_BYTES = 60 * 1024;

/**
 * Sends what fits of the unsaved notes while the page goes away; nobody is left to hear the answer.
 * What does not fit, or does not arrive, is on the device.
 */
export function sendLastWords(userId: string, drafts: readonly Draft[]): void {
  const session = readKeptSession("workspace");
  if (session?.user.id !== userId) return;
  const { supabaseUrl, publishableKey } = readClientConfig();
  let room = LAST_WORDS_BYTES;
  for (const { id, isNew, revision, patch } of drafts) {
    const body = JSON.stringify(
      isNew
        ? { id, user_id: userId, ...patch, title: patch.title || UNTITLED }
        : { ...patch, updated_at: new Date().toISOString() },
    );
    const size = new Blob([body]).size;
    if (size > room) continue;
    room -= size;
    const where = isNew ? "" : `?id=eq.${id}&revision=eq.${revision}`;
    void fetch(`${supabaseUrl}/rest/v1/workspace_notes${where}`, {
      method: isNew ? "POST" : "PATCH",
      keepalive: true,
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${session.access_token}`,
        "content-type": "application/json",
        prefer: "return=minimal",
      },
      body,
    }).catch(() => {});
  }
}

/** @throws {BackendError} when it is not this person who is signed in. */
function tableOf(userId: string) {
  if (readKeptSession("workspace")?.user.id !== userId) {
    throw new BackendError(NOT_AUTHENTICATED, { status: 401 });
  }
  confirmReach();
  return getClient("workspace").from("workspace_notes");
}

/**
 * Without a network supabase-js tries for half a minute to renew a token that has run out, and every
 * request waits for it.
 * @throws {BackendError} where that would be so.
 */
function confirmReach(): void {
  const endsAt = (readKeptSession("workspace")?.expires_at ?? Number.POSITIVE_INFINITY) * 1000;
  if (!navigator.onLine && endsAt - Date.now() < RENEWED_BEFORE_MS) {
    throw new BackendError("Failed to fetch");
  }
}

/** So long before its end supabase-js renews a token. */
const RENEWED_BEFORE_MS = 90_000;

/** A request that hangs must not keep the next one from being sent. */
const patience = () => AbortSignal.timeout(30_000);

/** Behind a session that has ended every row seems to be gone. */
async function confirmSession(): Promise<void> {
  const { data, error } = await getClient("workspace").rpc("own_role");
  if (error) unwrap({ data, error });
  if (data !== "workspace") throw new BackendError(NOT_AUTHENTICATED, { status: 401 });
}

const LISTED = "id,title,excerpt,is_cut,color,is_pinned,is_archived,updated_at,revision";
const WHOLE = "id,title,content,color,is_pinned,is_archived,updated_at,revision";

type Row = Tables<"workspace_notes">;
type WholeRow = Omit<Row, "user_id" | "excerpt" | "is_cut">;
type ListedRow = Omit<Row, "user_id" | "content">;

function toNote(row: WholeRow): Note {
  return { ...row, is_cut: false };
}

function toListedNote({ excerpt, is_cut, ...row }: ListedRow): Note {
  return { ...row, content: excerpt ?? "", is_cut: is_cut ?? false };
}
