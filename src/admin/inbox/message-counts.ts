import { hasMarksOf, searchFor } from "./message-filter.ts";
import type { Change, ListedMessage } from "./message-set.ts";

/** The inputs of `messageCounts`. */
interface Counted {
  search: string;
  /** The loaded messages as read, and with pending changes applied. */
  read: readonly ListedMessage[];
  shown: readonly ListedMessage[];
  pending: readonly Change[];
  /** Whether all messages of the list are loaded. */
  isWhole: boolean;
  /** The backend's counts; undefined while unknown. */
  counted: number | undefined;
  unread: number | undefined;
}

/**
 * The displayed number of messages found (undefined while unknown) and of unread ones. Messages
 * that stay in the list although they no longer match (`messageListQuery`) are not counted.
 */
export function messageCounts(given: Counted) {
  const { search, read, shown, pending, isWhole, counted, unread } = given;
  const allRead = pending.some(
    ({ set, to }) =>
      (to === "read" || to === "replied") &&
      set.kind === "found" &&
      (set.search === "" || set.search === searchFor("unread", "")),
  );
  const countFound = (list: readonly ListedMessage[]) =>
    list.filter((message) => hasMarksOf(search, message)).length;
  const removed = countFound(read) - countFound(shown);
  // The list's own length is exact, while the separate count may be slightly stale.
  const found = isWhole ? countFound(shown) : counted && Math.max(counted - removed, 0);
  const unreadChange = countUnread(shown) - countUnread(read);
  return {
    found,
    /** Includes messages that only stay in the list. */
    rowCount: found === undefined ? undefined : found + shown.length - countFound(shown),
    unread: allRead ? 0 : Math.max((unread ?? 0) + unreadChange, 0),
  };
}

function countUnread(messages: readonly ListedMessage[]): number {
  return messages.reduce((sum, { is_read }) => sum + (is_read ? 0 : 1), 0);
}
