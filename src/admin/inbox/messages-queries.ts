import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import { pollEvery, SELDOM_MS } from "../../auth/live-areas.ts";
import { countUnreadMessages } from "../shell/unread-query.ts";
import { hasMarksOf } from "./message-filter.ts";
import type { ListedMessage, Message } from "./message-set.ts";
import { type Change, holds, isRemoval, withChanges } from "./message-set.ts";
import { countAll, countFound, type Edge, getMessage, listMessages } from "./messages-api.ts";

/** Consecutive messages and their position in the list. */
export interface MessagePage {
  messages: ListedMessage[];
  /** The number of newer messages; exact unless messages arrived in the meantime. */
  start: number;
  newerFollow: boolean;
  olderFollow: boolean;
}

/** Messages per page. */
const PAGE_SIZE = 100;

// Farther pages are dropped and read again when scrolled to, which keeps refreshes small.
const PAGES_KEPT = 8;

const LOOK_AGAIN_MS = 30_000;

/** Mutation key of a change to messages, whose variables are a `Change`. */
export const CHANGE_KEY = ["messages", "change"];

/**
 * The messages that match a search, newest first, around the last viewed position. A message that
 * no longer matches because the owner marked it stays in the list until the screen is left.
 */
export function messageListQuery(search: string) {
  const queryKey = ["messages", "inbox", "list", search];
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await getPage(search, pageParam, signal);
      return withMessages(page, keptMessages(client, queryKey, search), pageParam);
    },
    initialPageParam: top,
    getNextPageParam: (page) => (page.olderFollow ? after(page) : undefined),
    getPreviousPageParam: (page) => (page.newerFollow ? before(page) : undefined),
    maxPages: PAGES_KEPT,
    refetchInterval: pollEvery("admin", LOOK_AGAIN_MS),
    placeholderData: keepPreviousData,
    // Returning to a filter reads the current matches.
    ...(search.includes("is:") && { gcTime: 0 }),
  });
}

/** One complete message; null when it was deleted. */
export function messageQuery(id: string) {
  return queryOptions({
    queryKey: ["messages", "inbox", "one", id],
    queryFn: ({ signal }) => getMessage(id, signal),
    refetchInterval: pollEvery("admin", LOOK_AGAIN_MS),
  });
}

/** Total and unread message counts. */
export const figuresQuery = queryOptions({
  queryKey: ["messages", "inbox", "figures"],
  queryFn: async () => {
    const [total, unread] = await Promise.all([countAll(), countUnreadMessages()]);
    return { total, unread };
  },
  refetchInterval: pollEvery("admin", LOOK_AGAIN_MS, SELDOM_MS),
});

/** Number of messages that match a search. */
export function foundQuery(search: string) {
  return queryOptions({
    queryKey: ["messages", "inbox", "found", search],
    queryFn: () => countFound(search),
    enabled: search !== "",
    refetchInterval: pollEvery("admin", LOOK_AGAIN_MS, SELDOM_MS),
  });
}

/** Applies a successful change to the cached lists and messages, in case the refetch fails. */
export function applyToCache(client: QueryClient, change: Change): void {
  const lists = client.getQueriesData<InfiniteData<MessagePage>>({
    queryKey: ["messages", "inbox", "list"],
  });
  for (const [key, data] of lists) {
    if (!data) continue;
    const search = String(key[3]);
    const pages = data.pages.map((page) => ({
      ...page,
      messages: [...withChanges(page.messages, [change], search)],
    }));
    client.setQueryData(key, { ...data, pages });
  }
  const opened = client.getQueriesData<Message | null>({ queryKey: ["messages", "inbox", "one"] });
  for (const [, message] of opened) {
    if (!message || !holds(change.set, message, "")) continue;
    const [changed = null] = withChanges([message], [change], "");
    client.setQueryData(messageQuery(message.id).queryKey, changed);
  }
}

interface PageParam {
  edge: Edge | null;
  newer: boolean;
  /** Index of the message at the edge: the first of an older page, the one after a newer page. */
  at: number;
}

const top: PageParam = { edge: null, newer: false, at: 0 };

function after({ messages, start }: MessagePage): PageParam | undefined {
  const last = messages.at(-1);
  return last && { edge: edgeAt(last), newer: false, at: start + messages.length };
}

function before({ messages, start }: MessagePage): PageParam | undefined {
  const [first] = messages;
  return first && { edge: edgeAt(first), newer: true, at: start };
}

const edgeAt = ({ created_at, id }: ListedMessage): Edge => ({
  cursor_time: created_at,
  cursor_id: id,
});

async function getPage(
  search: string,
  { edge, newer, at }: PageParam,
  signal: AbortSignal,
): Promise<MessagePage> {
  const messages = await listMessages(search, { edge, newer, most: PAGE_SIZE }, signal);
  const full = messages.length === PAGE_SIZE;
  if (!newer) return { messages, start: at, newerFollow: at > 0, olderFollow: full };
  // The count may be wrong after messages arrive; an incomplete page marks the end of the list.
  const start = full ? Math.max(at - PAGE_SIZE, 1) : 0;
  return { messages, start, newerFollow: full, olderFollow: true };
}

/** The messages in the cached list that no longer match the search because of changes made here. */
function keptMessages(
  client: QueryClient,
  queryKey: QueryKey,
  search: string,
): readonly ListedMessage[] {
  const pending = client
    .getMutationCache()
    .findAll({ mutationKey: CHANGE_KEY, status: "pending" })
    .map(({ state }) => state.variables as Change)
    .filter(({ to }) => !isRemoval(to));
  const cached = client.getQueryData<InfiniteData<MessagePage>>(queryKey);
  const messages = cached?.pages.flatMap((page) => page.messages) ?? [];
  return withChanges(messages, pending, search).filter((one) => !hasMarksOf(search, one));
}

/** Inserts the other messages into the page that belong between its edges. */
function withMessages(
  page: MessagePage,
  others: readonly ListedMessage[],
  { edge, newer }: PageParam,
): MessagePage {
  const { messages, newerFollow, olderFollow } = page;
  const key = (message: ListedMessage) => message.created_at + message.id;
  const edgeKey = edge && edge.cursor_time + edge.cursor_id;
  const [first, last] = [messages[0], messages.at(-1)];
  const newest = newer ? newerFollow && first && key(first) : edgeKey;
  const oldest = newer ? edgeKey : olderFollow && last && key(last);
  const ids = new Set(messages.map(({ id }) => id));
  const between = others.filter(
    (other) =>
      !ids.has(other.id) && (!newest || key(other) < newest) && (!oldest || key(other) > oldest),
  );
  if (between.length === 0) return page;
  const all = [...messages, ...between].sort((one, other) => (key(one) < key(other) ? 1 : -1));
  return { ...page, messages: all };
}
