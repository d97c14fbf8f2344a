import type { Query, QueryClient } from "@tanstack/react-query";
import { liveAreas } from "../auth/live-areas.ts";
import type { Area } from "../lib/area.ts";
import { isAbout, refreshQueries } from "../lib/query-client.ts";
import type { AreaScreen } from "../lib/screen.ts";
import { openChannel } from "./channel.ts";
import { coalesce } from "./coalesce.ts";

/** A hidden tab leaves its channel after this time. @limit visitors: a hidden tab stays live for */
const HIDDEN_MS = 60_000;

/** Pause between two reads of one table while announcements keep arriving. */
const GAP_MS = 1_000;

interface LiveOptions {
  area: Area;
  userId: string;
  queries: QueryClient;
  /** The area's screens, which declare the announced tables. */
  screens: readonly AreaScreen[];
  /** Verifies the session. */
  verify(): Promise<void>;
  /** Notifies when the backend is reachable again. */
  onReachable(listener: () => void): () => void;
}

/**
 * Refetches data that another window has changed, as soon as the database announces the change. An
 * announcement only names a table. Without a connection, all queries are polled.
 * @returns a disposer.
 */
export function startLive(options: LiveOptions): () => void {
  const { area, userId, queries, screens, verify } = options;
  const joined = liveAreas[area];
  let hasJoined = false;
  const read = coalesce(async (table) => {
    // The tab reads the table after its own write, and so after this announcement.
    if (isWriting(queries, table)) return;
    const refresh = (lists: boolean) =>
      refreshQueries(queries, {
        predicate: (query) => isRead(table, query, screens) && isList(query) === lists,
      });
    // Lists are refetched first; the data around them would delay them.
    await refresh(true);
    // They are rendered by a timer that they have started.
    await new Promise((resolve) => setTimeout(resolve));
    await refresh(false);
  }, GAP_MS);
  const channel = openChannel({
    area,
    userId,
    onJoined() {
      setJoined(true);
      // Changes since the page was opened may not have been announced. Other data are as new as
      // they would be without a channel; after a lost connection, they may be old.
      read(hasJoined ? "*" : ANNOUNCED);
      hasJoined = true;
    },
    onLost() {
      // The server closes the connections of an ended session.
      if (joined.get()) void verify();
      setJoined(false);
    },
    onAnnouncement(table) {
      if (table === "sessions") void verify();
      read(table);
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener("visibilitychange", follow, { signal });
  addEventListener("online", follow, { signal });
  signal.addEventListener("abort", options.onReachable(follow));
  // The connection itself takes up to a minute to notice.
  addEventListener("offline", leave, { signal });
  follow();

  return () => {
    listening.abort();
    clearTimeout(timer);
    leave();
  };

  function follow(): void {
    clearTimeout(timer);
    if (!navigator.onLine) return;
    if (document.visibilityState === "visible") channel.join();
    else timer = setTimeout(leave, HIDDEN_MS);
  }

  function leave(): void {
    channel.leave();
    setJoined(false);
  }

  /** Waiting polls switch to the other interval as well. */
  function setJoined(value: boolean): void {
    if (joined.get() === value) return;
    joined.set(value);
    for (const { observers } of queries.getQueryCache().getAll()) {
      for (const observer of observers) observer.setOptions(observer.options);
    }
  }
}

function isList({ state: { data }, meta }: Query): boolean {
  if (meta?.reads) return false;
  return Array.isArray(data) || (typeof data === "object" && data !== null && "pages" in data);
}

/** Whether this tab is changing the table. */
function isWriting(queries: QueryClient, table: string): boolean {
  const writes = queries.getMutationCache().findAll({ status: "pending" });
  return writes.some(({ meta }) => meta?.changes?.some(([changed]) => changed === table));
}

/** Stands for all tables whose changes are announced. */
const ANNOUNCED = "announced";

/** Whether a change of this table refetches a query; `*` may refetch any query. */
export function isRead(
  table: string,
  query: Pick<Query, "queryKey" | "meta">,
  screens: readonly Pick<AreaScreen, "live" | "isStill">[],
): boolean {
  if (screens.some(({ isStill }) => isStill?.(query.queryKey))) return false;
  if (table === "*") return true;
  const keys = screens
    .flatMap(({ live = {} }) => Object.entries(live))
    .filter(([name]) => table === ANNOUNCED || name.endsWith(`.${table}`))
    .flatMap(([name, others]) => [name.replace(/.*\./, ""), ...others]);
  return [table, ...keys].some((key) => isAbout(query, [key]));
}
