import type { Database, Tables } from "../../lib/database.types.ts";
import { onlyRow, unwrap, unwrapCount } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import type { Change, MessageSet } from "./message-set.ts";

export type Message = Tables<"messages">;

/** A message as the list shows it: only the beginning of its text. */
export type ListedMessage = Database["public"]["Functions"]["list_messages"]["Returns"][number];

/** A place between two messages. Paging goes by it and not by counting, which arrivals would upset. */
export interface Edge {
  edge_time: string;
  edge_id: string;
}

/** At most `most` messages a search finds next to the edge, newest first. An empty search finds all. */
export async function listMessages(
  search: string,
  { edge, newer = false, most }: { edge: Edge | null; newer?: boolean; most: number },
  signal: AbortSignal,
): Promise<ListedMessage[]> {
  return db()
    .rpc("list_messages", { search, newer, most, ...edge })
    .abortSignal(signal)
    .then(unwrap);
}

/** One whole message; null when it is not there. */
export async function getMessage(id: string, signal: AbortSignal): Promise<Message | null> {
  // The id stands in the address, where anything can be typed.
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

/** Makes the change. One statement, however many messages it is about. @returns how many it met. */
export async function saveChange({ set, to }: Change): Promise<number> {
  const [id] = set.kind === "some" ? set.ids : [];
  if (set.kind === "some" && set.ids.length === 1 && id !== undefined) {
    const table = db().from("messages");
    const write = to === "deleted" ? table.delete() : table.update({ is_read: to === "read" });
    onlyRow(await write.eq("id", id).select("id").then(unwrap));
    return 1;
  }
  const count = await (to === "deleted" ? removeMany(set) : markMany(set, to === "read"));
  // Marking what is marked already meets nothing, and is done; named messages must be there.
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

/**
 * The whole messages of a set, newest first, a part at a time, so that any number can be exported.
 * @throws when the signal says so.
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
      .rpc("export_messages", { search: set.search, most: EXPORT_PAGE, ...edge })
      .abortSignal(signal)
      .then(unwrap);
    yield rows.filter((row) => row.created_at <= set.until && !except.has(row.id));
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_PAGE) return;
    edge = { edge_time: last.created_at, edge_id: last.id };
  }
}

const EXPORT_PAGE = 500;

// 36 characters each: well below the 8 KB that servers take of an address.
const IDS_PER_ADDRESS = 100;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const db = () => getClient("admin");
