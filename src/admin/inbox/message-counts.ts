import type { Change, ListedMessage } from "./message-set.ts";

/** What the counts are derived from. */
interface Counted {
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

/** The number of messages found, undefined while unknown, and of unread ones, as shown. */
export function messageCounts({ read, shown, pending, isWhole, counted, unread }: Counted) {
  const allRead = pending.some(
    ({ set, to }) =>
      (to === "read" || to === "replied") && set.kind === "found" && set.search === "",
  );
  const removed = read.length - shown.length;
  const unreadChange = countUnread(shown) - countUnread(read);
  return {
    // The list's own length is exact; the separate count may be slightly stale.
    found: isWhole ? shown.length : counted && Math.max(counted - removed, 0),
    unread: allRead ? 0 : Math.max((unread ?? 0) + unreadChange, 0),
  };
}

function countUnread(messages: readonly ListedMessage[]): number {
  return messages.reduce((sum, { is_read }) => sum + (is_read ? 0 : 1), 0);
}
