import type { Database, Tables } from "../../../shared/database.types.ts";
import { hasMarksOf } from "./message-filter.ts";

/** In the inbox, `spam_reason` is always null, so it is omitted. */
export type Message = Omit<Tables<"messages">, "spam_reason">;

/** A message in the list, with the start of its text. */
export type ListedMessage = Omit<
  Database["public"]["Functions"]["list_messages"]["Returns"][number],
  "replied_at"
> &
  // Generated types declare a function's columns as never null, but this one can be.
  Pick<Message, "replied_at">;

/** The messages that a change applies to: given by id, or all that match a search up to a time. */
export type MessageSet =
  | { kind: "some"; ids: readonly string[] }
  | {
      kind: "found";
      search: string;
      /** Time of the newest message on the screen; later messages are not included. */
      until: string;
      except: readonly string[];
    };

/** A change to a set of messages. */
export interface Change {
  set: MessageSet;
  to: Mark | Removal;
}

type Mark = "read" | "unread" | "replied" | "not replied";

/** Where removed messages go; "spam" includes all messages of their senders. */
export type Removal = "deleted" | "spam";

export function isRemoval(to: Change["to"]): to is Removal {
  return to === "deleted" || to === "spam";
}

export function only(id: string): MessageSet {
  return { kind: "some", ids: [id] };
}

/**
 * Whether the set includes this message.
 *
 * @param search the search of the list the message is in.
 */
export function holds(
  set: MessageSet,
  message: MessageKey & MessageMarks,
  search: string,
): boolean {
  if (set.kind === "some") return set.ids.includes(message.id);
  // The backend formats all times in UTC alike, so they can be compared as strings.
  return (
    (set.search === "" || set.search === search) &&
    message.created_at <= set.until &&
    hasMarksOf(set.search, message) &&
    !set.except.includes(message.id)
  );
}

type MessageKey = Pick<ListedMessage, "id" | "created_at">;
type MessageMarks = Pick<ListedMessage, "is_read" | "replied_at">;

/** The list with these changes applied, in the order they were requested. */
export function withChanges<M extends MessageKey & MessageMarks>(
  messages: readonly M[],
  changes: readonly Change[],
  search: string,
): readonly M[] {
  if (changes.length === 0) return messages;
  return messages.flatMap((message) => {
    let changed = message;
    for (const { set, to } of changes) {
      if (!holds(set, message, search)) continue;
      if (isRemoval(to)) return [];
      changed = { ...changed, ...marksAfter(changed, to) };
    }
    return [changed];
  });
}

/** As in the database: a replied message is also read, and keeps its first reply's time. */
function marksAfter({ is_read, replied_at }: MessageMarks, to: Mark): MessageMarks {
  if (to === "replied") {
    return { is_read: true, replied_at: replied_at ?? new Date().toISOString() };
  }
  if (to === "not replied") return { is_read, replied_at: null };
  return { is_read: to === "read", replied_at };
}
