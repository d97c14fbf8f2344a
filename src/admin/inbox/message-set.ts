import type { ListedMessage } from "./messages-api.ts";

/** Which messages something is done to: some by name, or all that a search finds up to a moment. */
export type MessageSet =
  | { kind: "some"; ids: readonly string[] }
  | {
      kind: "found";
      search: string;
      /** Of the newest message on the screen: what arrives later was not meant. */
      until: string;
      except: readonly string[];
    };

/** What is done to a set of messages. */
export interface Change {
  set: MessageSet;
  to: "read" | "unread" | "deleted";
}

/** The set of one message. */
export function only(id: string): MessageSet {
  return { kind: "some", ids: [id] };
}

/**
 * Whether the set holds this message.
 *
 * @param search of the list the message stands in.
 */
export function holds(set: MessageSet, message: MessageKey, search: string): boolean {
  if (set.kind === "some") return set.ids.includes(message.id);
  // The backend writes all times alike, in UTC, so their texts sort as the times do.
  return (
    (set.search === "" || set.search === search) &&
    message.created_at <= set.until &&
    !set.except.includes(message.id)
  );
}

type MessageKey = Pick<ListedMessage, "id" | "created_at">;

/** A list as it will be once these changes have been made; the order is the order they were asked for. */
export function withChanges<M extends MessageKey & { is_read: boolean }>(
  messages: readonly M[],
  changes: readonly Change[],
  search: string,
): readonly M[] {
  if (changes.length === 0) return messages;
  return messages.flatMap((message) => {
    let changed = message;
    for (const { set, to } of changes) {
      if (!holds(set, message, search)) continue;
      if (to === "deleted") return [];
      changed = { ...changed, is_read: to === "read" };
    }
    return [changed];
  });
}
