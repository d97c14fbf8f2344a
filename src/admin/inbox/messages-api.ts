import { onlyRow, unwrap, unwrapCount } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import type { Change, ListedMessage, Message, MessageSet } from "./message-set.ts";

/** A position between two messages. Unlike an offset, it does not shift when messages arrive. */
export interface Edge {
  cursor_time: string;
  cursor_id: string;
}

/** At most `most` matching messages from the edge on, newest first. An empty search matches all. */
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

/** One complete message; null when it does not exist. */
export async function getMessage(id: string, signal: AbortSignal): Promise<Message | null> {
  // The id comes from the URL, where anything can be entered.
  if (!UUID.test(id)) return null;
  const rows = await db().from("messages").select().eq("id", id).abortSignal(signal).then(unwrap);
  return rows[0] ?? null;
}

export async function countAll(): Promise<number> {
  return db().from("messages").select("id", { count: "exact", head: true }).then(unwrapCount);
}

export async function countUnread(): Promise<number> {
  return db()
    .from("messages")
    .select("id", { count: "exact", head: true })
    .eq("is_read", false)
    .then(unwrapCount);
}

export async function countFound(search: string): Promise<number> {
  return db().rpc("count_messages", { search }).then(unwrap);
}

/** Applies the change in one statement. @returns the number of matched messages. */
export async function changeMessages({ set, to }: Change): Promise<number> {
  const [id] = set.kind === "some" ? set.ids : [];
  const isReply = to === "replied" || to === "not replied";
  if (set.kind === "some" && set.ids.length === 1 && id !== undefined && !isReply) {
    const table = db().from("messages");
    const write = to === "deleted" ? table.delete() : table.update({ is_read: to === "read" });
    onlyRow(await write.eq("id", id).select("id").then(unwrap));
    return 1;
  }
  const count = await (to === "deleted"
    ? removeMany(set)
    : isReply
      ? markReplied(set, to === "replied")
      : markMany(set, to === "read"));
  // Marking marked messages matches none and succeeds; messages given by id must exist.
  if (set.kind === "some" && count === 0) onlyRow([]);
  return count;
}

async function removeMany(set: MessageSet): Promise<number> {
  if (set.kind === "some")
    return db()
      .rpc("delete_messages", { ids: [...set.ids] })
      .then(unwrap);
  const { search, until, except } = set;
  return db()
    .rpc("delete_found_messages", { search, until, except_ids: [...except] })
    .then(unwrap);
}

async function markMany(set: MessageSet, asRead: boolean): Promise<number> {
  if (set.kind === "some") {
    return db()
      .rpc("mark_messages", { ids: [...set.ids], as_read: asRead })
      .then(unwrap);
  }
  const { search, until, except } = set;
  return db()
    .rpc("mark_found_messages", { search, until, as_read: asRead, except_ids: [...except] })
    .then(unwrap);
}

async function markReplied(set: MessageSet, asReplied: boolean): Promise<number> {
  if (set.kind === "some") {
    return db()
      .rpc("mark_messages_replied", { ids: [...set.ids], as_replied: asReplied })
      .then(unwrap);
  }
  const { search, until, except } = set;
  const found = { search, until, as_replied: asReplied, except_ids: [...except] };
  return db().rpc("mark_found_messages_replied", found).then(unwrap);
}

/**
 * The complete messages of a set, newest first, in pages, so that exports have no size limit.
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

// 36 characters each: well below the 8 KB URL limit of servers.
const IDS_PER_ADDRESS = 60;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const db = () => getClient("admin");
