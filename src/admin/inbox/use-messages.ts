import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { type Change, withChanges } from "./message-set.ts";
import { figuresQuery, foundQuery, messageListQuery } from "./messages-queries.ts";

export type Messages = ReturnType<typeof useMessages>;

/** The list and its counts as shown, with pending changes applied. */
export function useMessages(search: string, pending: readonly Change[]) {
  const list = useInfiniteQuery(messageListQuery(search));
  const figures = useQuery(figuresQuery);
  const found = useQuery(foundQuery(search));
  const { data } = list;

  const read = useMemo(() => data?.pages.flatMap((page) => page.messages) ?? [], [data]);
  const messages = useMemo(() => withChanges(read, pending, search), [read, pending, search]);

  const allRead = pending.some(
    ({ set, to }) => to === "read" && set.kind === "found" && set.search === "",
  );
  const unreadNow = messages.reduce(countUnread, 0) - read.reduce(countUnread, 0);
  const removed = read.length - messages.length;
  const counted = search === "" ? figures.data?.total : found.data;
  const before = data?.pages[0]?.start ?? 0;
  // Then the list's own length is the count; the separate count may be slightly stale.
  const isWhole = data !== undefined && before === 0 && !list.hasNextPage;

  const newest = useRef({ search, until: "" });
  useEffect(() => {
    const [first] = read;
    // Scrolled far down, the newest messages are not loaded; then it is the last one seen.
    if (first && before === 0) newest.current = { search, until: first.created_at };
  }, [read, before, search]);

  return {
    list,
    messages,
    /** Number of newer messages that are not loaded because the list is scrolled far down. */
    before,
    /** Time of the newest listed message; "all" excludes messages that arrive later. */
    newest: () => (newest.current.search === search ? newest.current.until : ""),
    /** Number of search results; undefined while unknown. */
    found: isWhole ? messages.length : counted && Math.max(counted - removed, 0),
    unread: allRead ? 0 : Math.max((figures.data?.unread ?? 0) + unreadNow, 0),
  };
}

const countUnread = (sum: number, { is_read }: { is_read: boolean }) => sum + (is_read ? 0 : 1);
