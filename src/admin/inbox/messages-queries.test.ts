import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { type ListedMessage, only } from "./message-set.ts";
import type { Edge } from "./messages-api.ts";

/** The stored messages, newest first. */
let stored: ListedMessage[];

vi.mock("./messages-api.ts", () => ({
  listMessages: async (
    search: string,
    { edge, most }: { edge: Edge | null; most: number },
  ): Promise<ListedMessage[]> =>
    stored
      .filter(({ is_read }) => search !== "is:unread" || !is_read)
      .filter(({ created_at }) => !edge || created_at < edge.cursor_time)
      .slice(0, most),
}));

// Another test file may have loaded the modules that are mocked here.
vi.resetModules();
const { applyToCache, messageListQuery } = await import("./messages-queries.ts");

beforeEach(() => {
  stored = Array.from({ length: 250 }, (_, n) => ({
    id: `m${n}`,
    name: "Ada",
    email: "ada@example.org",
    subject: `Message ${n}`,
    preview: "",
    is_read: false,
    created_at: `2026-11-21T10:00:00.${900 - n}+00:00`,
    replied_at: null,
  }));
});

/** Marks a message read or deletes it in the database and in the cached lists. */
function change(client: QueryClient, id: string, to: "read" | "deleted") {
  stored = stored.flatMap((one) => {
    if (one.id !== id) return [one];
    return to === "deleted" ? [] : [{ ...one, is_read: true }];
  });
  applyToCache(client, { set: only(id), to });
}

it("the message list keeps messages that were read under Unread in their places, until the list is left", async () => {
  const client = new QueryClient();
  const list = new InfiniteQueryObserver(client, messageListQuery("is:unread"));
  const leave = list.subscribe(() => {});
  await list.refetch();
  await list.fetchNextPage();
  const shown = () =>
    list.getCurrentResult().data?.pages.flatMap((page) => page.messages.map(({ id }) => id)) ?? [];
  expect(shown()).toEqual(stored.slice(0, 200).map(({ id }) => id));
  const before = shown().slice(0, 150);

  for (const id of ["m0", "m40", "m99", "m100", "m120"]) change(client, id, "read");
  await list.refetch();
  expect(shown().slice(0, 150)).toEqual(before);
  expect(new Set(shown()).size).toBe(shown().length);
  // The list is refreshed again, and a message that stays in the list can still be deleted.
  change(client, "m40", "deleted");
  await list.refetch();
  expect(shown().slice(0, 149)).toEqual(before.filter((id) => id !== "m40"));

  leave();
  await vi.waitFor(() => expect(client.getQueryCache().getAll()).toEqual([]));
  const again = await client.fetchInfiniteQuery(messageListQuery("is:unread"));
  expect(again.pages[0]?.messages.some(({ is_read }) => is_read)).toBe(false);
  expect(again.pages[0]?.messages[0]?.id).toBe("m1");
});

it("the message list removes a message that was read elsewhere from Unread", async () => {
  const client = new QueryClient();
  const options = messageListQuery("is:unread");
  await client.fetchInfiniteQuery(options);
  stored = stored.map((one) => (one.id === "m3" ? { ...one, is_read: true } : one));
  const now = await client.fetchInfiniteQuery({ ...options, staleTime: 0 });
  expect(now.pages[0]?.messages.some(({ id }) => id === "m3")).toBe(false);
});
