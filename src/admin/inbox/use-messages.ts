import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { messageCounts } from "./message-counts.ts";
import type { ListedMessage } from "./message-set.ts";
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
  const before = data?.pages[0]?.start ?? 0;
  const newest = useNewest(read, before, search);

  return {
    list,
    messages,
    /** Number of newer messages that are not loaded, because the list is scrolled far down. */
    before,
    newest,
    ...messageCounts({
      search,
      read,
      shown: messages,
      pending,
      isWhole: data !== undefined && before === 0 && !list.hasNextPage,
      counted: search === "" ? figures.data?.total : found.data,
      unread: figures.data?.unread,
    }),
  };
}

/** Returns the time of the newest listed message; "all" excludes later messages. */
function useNewest(read: readonly ListedMessage[], before: number, search: string): () => string {
  const newest = useRef({ search, until: "" });
  useEffect(() => {
    const [first] = read;
    // Scrolled far down, the newest messages are not loaded; the newest seen last counts.
    if (first && before === 0) newest.current = { search, until: first.created_at };
  }, [read, before, search]);
  return () => (newest.current.search === search ? newest.current.until : "");
}
