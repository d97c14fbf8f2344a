import type { Database, Tables } from "../../../shared/database.types.ts";
import { BackendError, onlyRow, unwrap, unwrapCount } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import type { Change, ListedMessage, Message, MessageSet } from "./message-set.ts";

/** A position between two messages. Unlike an offset, it does not shift when messages arrive. */
export interface Edge {
  cursor_time: string;
  cursor_id: string;
}

/**
 * Lists up to `most` matching messages from the edge, newest first; an empty search matches all.
 */
export async function listMessages(
  search: string,
  { edge, newer = false, most }: { edge: Edge | null; newer?: boolean; most: number },
  signal: AbortSignal,
): Promise<ListedMessage[]> {
  return db()
    .rpc("list_messages", { search, newer, max_rows: most, ...edge })
    .abortSignal(signal)
    .then(unwrap);
}

/** Reads a complete message; null when it does not exist. */
export async function getMessage(id: string, signal: AbortSignal): Promise<Message | null> {
  // The id in the URL may be any text.
  if (!UUID.test(id)) return null;
  const rows = await db().from("messages").select().eq("id", id).abortSignal(signal).then(unwrap);
  return rows[0] ?? null;
}

export async function countAll(): Promise<number> {
  return db().from("messages").select("id", { count: "exact", head: true }).then(unwrapCount);
}

export async function countFound(search: string): Promise<number> {
  return db().rpc("count_messages", { search }).then(unwrap);
}

/** Number of messages that a change matched. */
export interface Changed {
  count: number;
  /**
   * Identifies the messages in the trash after marking spam, or after deleting all search results.
   */
  trashedAt?: string;
}

/** Applies the change in one statement. */
export async function changeMessages({ set, to }: Change): Promise<Changed> {
  const changed = await (set.kind === "some" ? changeSome([...set.ids], to) : changeFound(set, to));
  // Marking marked messages changes none and succeeds; messages given by id must exist.
  if (changed.count === 0 && (set.kind === "some" || to === "spam")) onlyRow([]);
  return changed;
}

async function changeSome(ids: string[], to: Change["to"]): Promise<Changed> {
  switch (to) {
    case "spam":
      return markSpam({ ids });
    case "deleted":
      return { count: await db().rpc("delete_messages", { ids }).then(unwrap) };
    case "replied":
    case "not replied": {
      const marks = { ids, as_replied: to === "replied" };
      return { count: await db().rpc("mark_messages_replied", marks).then(unwrap) };
    }
    case "read":
    case "unread": {
      const marks = { ids, as_read: to === "read" };
      return { count: await db().rpc("mark_messages", marks).then(unwrap) };
    }
  }
}

async function changeFound(
  { search, until, except }: Extract<MessageSet, { kind: "found" }>,
  to: Change["to"],
): Promise<Changed> {
  const found = { search, until, except_ids: [...except] };
  switch (to) {
    case "spam":
      return markSpam(found);
    case "deleted": {
      const removed = await db().rpc("trash_found_messages", found).then(unwrap);
      const { count, trashed_at } = removed as { count: number; trashed_at: string };
      return { count, trashedAt: trashed_at };
    }
    case "replied":
    case "not replied": {
      const marks = { ...found, as_replied: to === "replied" };
      return { count: await db().rpc("mark_found_messages_replied", marks).then(unwrap) };
    }
    case "read":
    case "unread": {
      const marks = { ...found, as_read: to === "read" };
      return { count: await db().rpc("mark_found_messages", marks).then(unwrap) };
    }
  }
}

async function markSpam(
  set: Database["public"]["Functions"]["mark_spam"]["Args"],
): Promise<Changed> {
  const marked = await db().rpc("mark_spam", set).then(unwrap);
  const { count, marked_at } = marked as { count: number; marked_at: string };
  return { count, trashedAt: marked_at };
}

/** The last messages in the trash or in spam, from the last 30 days. */
export async function listTrashed(isSpam = false): Promise<TrashedMessage[]> {
  return db()
    .from("trashed_messages")
    .select("id, name, email, subject, trashed_at, spam_reason")
    .eq("is_spam", isSpam)
    .order("trashed_at", { ascending: false })
    .order("created_at", { ascending: false })
    .order("id")
    .limit(MOST_TRASHED)
    .then(unwrap);
}

/** Counts the messages that a check moved to spam, which may be genuine. */
export async function countSuspected(): Promise<number> {
  return db()
    .from("trashed_messages")
    .select("id", { count: "exact", head: true })
    .not("spam_reason", "is", null)
    .then(unwrapCount);
}

export type TrashedMessage = Pick<
  Tables<"trashed_messages">,
  "id" | "name" | "email" | "subject" | "trashed_at" | "spam_reason"
>;

/** Messages beyond this number can only be restored by Undo. */
const MOST_TRASHED = 1000;

/** Senders whose messages are spam, in lower case, the last marked first. */
export async function listSpamSenders(): Promise<Tables<"spam_senders">[]> {
  return db()
    .from("spam_senders")
    .select()
    .order("created_at", { ascending: false })
    .order("email")
    .limit(MOST_TRASHED)
    .then(unwrap);
}

/** Messages that left the inbox: given by id, by the time of one deletion, or by sender. */
export type Trashed =
  | { ids: readonly string[] }
  | { trashedAt: string }
  /** The time at which they were marked as spam. */
  | { spamAt: string }
  | { sender: string };

/**
 * Restores messages from the trash or from spam; their senders are then no longer spam.
 * @returns the number of messages; 0 is only possible for senders.
 * @throws {BackendError} when none of the messages is in the trash.
 */
export async function restoreMessages(given: Trashed): Promise<number> {
  if ("sender" in given)
    return db()
      .rpc("unmark_spam", { emails: [given.sender] })
      .then(unwrap);
  if ("spamAt" in given) {
    const restored = await db().rpc("unmark_spam", { marked: given.spamAt }).then(unwrap);
    if (restored === 0) throw new BackendError("These messages are no longer in Spam.");
    return restored;
  }
  const chosen = "ids" in given ? { ids: [...given.ids] } : { trashed: given.trashedAt };
  const count = await db().rpc("restore_messages", chosen).then(unwrap);
  if (count === 0) throw new BackendError(NOT_IN_TRASH);
  return count;
}

export async function purgeMessage(id: string): Promise<void> {
  const rows = await db().from("trashed_messages").delete().eq("id", id).select("id").then(unwrap);
  if (rows.length === 0) throw new BackendError(NOT_IN_TRASH);
}

/** Permanently deletes all messages that were moved to the trash or to spam up to this time. */
export async function emptyTrash(until: string, isSpam = false): Promise<void> {
  const trash = db().from("trashed_messages").delete();
  unwrap(await trash.eq("is_spam", isSpam).lte("trashed_at", until));
}

const NOT_IN_TRASH = "This is no longer in the trash.";

/**
 * Reads the complete messages of a set in pages, newest first, so that exports have no size limit.
 * @throws when the signal is aborted.
 */
export async function* readMessages(
  set: MessageSet,
  signal: AbortSignal,
): AsyncGenerator<readonly Message[]> {
  if (set.kind === "some") {
    for (let first = 0; first < set.ids.length; first += IDS_PER_ADDRESS) {
      const ids = set.ids.slice(first, first + IDS_PER_ADDRESS);
      const rows = await db()
        .from("messages")
        .select()
        .in("id", ids)
        .abortSignal(signal)
        .then(unwrap);
      yield rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    }
    return;
  }
  const except = new Set(set.except);
  for (let edge: Edge | null = null; ; ) {
    const rows: Message[] = await db()
      .rpc("export_messages", { search: set.search, max_rows: EXPORT_PAGE, ...edge })
      .abortSignal(signal)
      .then(unwrap);
    yield rows.filter((row) => row.created_at <= set.until && !except.has(row.id));
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE) return;
    edge = { cursor_time: last.created_at, cursor_id: last.id };
  }
}

/** 60 messages of the maximum length stay below the maximum response size. */
const EXPORT_PAGE = 60;

// Ids have 36 characters, so the URL stays well below the 8 KB limit of servers.
const IDS_PER_ADDRESS = 60;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const db = () => getClient("admin");
