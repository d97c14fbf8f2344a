import { hasMarksOf, searchFor } from "./message-filter.ts";
import type { Change, ListedMessage } from "./message-set.ts";

/** Values that the counts are derived from. */
interface Counted {
  search: string;
  /** The loaded messages as read, and with the pending changes applied. */
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
 * The number of messages found, undefined while unknown, and of unread ones, as shown. Messages that
 * the list only keeps on the screen (`messageListQuery`) do not count.
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
  // The list's own length is exact; the separate count may be slightly stale.
  const found = isWhole ? countFound(shown) : counted && Math.max(counted - removed, 0);
  const unreadChange = countUnread(shown) - countUnread(read);
  return {
    found,
    /** The count includes messages that are only kept on the screen. */
    rowCount: found === undefined ? undefined : found + shown.length - countFound(shown),
    unread: allRead ? 0 : Math.max((unread ?? 0) + unreadChange, 0),
  };
}

function countUnread(messages: readonly ListedMessage[]): number {
  return messages.reduce((sum, { is_read }) => sum + (is_read ? 0 : 1), 0);
}
