import {
  MutationCache,
  partialMatchKey,
  type Query,
  QueryCache,
  QueryClient,
  type QueryFilters,
  type QueryKey,
} from "@tanstack/react-query";
import { BackendError } from "./errors.ts";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** Prefixes of the query keys that this write invalidates, in all tabs. */
      changes?: readonly QueryKey[];
    };
    queryMeta: {
      /** The tables that a query reads in addition to the one in its key. */
      reads?: readonly string[];
    };
  }
}

/**
 * The query client of one area. A query's key starts with the table it reads, so that a write only
 * names its table (`meta: { changes: [["projects"]] }`): all queries on it are refetched, in this
 * tab and, through a broadcast, in all others.
 * @param channelName one per area; tabs of one area broadcast their changes on it.
 * @param onFailure called for every failed read and write, to verify the session.
 */
export function createQueryClient(
  channelName: string,
  onFailure: (error: unknown) => void,
): QueryClient {
  const channel = new BroadcastChannel(channelName);
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: onFailure, onSuccess: repeatFailedReads }),
    mutationCache: new MutationCache({
      onError: onFailure,
      onSettled: (_data, _error, _variables, _context, mutation) => {
        const changes = mutation.meta?.changes ?? [];
        if (changes.length > 0) channel.postMessage(changes);
        return refresh(changes);
      },
    }),
    defaultOptions: {
      // Offline, a save fails with an error; by default it would be paused silently.
      mutations: { networkMode: "always" },
      queries: { networkMode: "always", staleTime: 5_000, retry: isWorthRetrying, retryDelay: 400 },
    },
  });
  channel.addEventListener("message", ({ data }: MessageEvent<readonly QueryKey[]>) => {
    void refresh(data);
  });
  return client;

  /** Repeats failed reads once the backend answers, except queries with `retry: false`. */
  function repeatFailedReads(): void {
    void client.refetchQueries({
      type: "active",
      fetchStatus: "idle",
      predicate: ({ state, options }) =>
        state.status === "error" && !isRefusal(state.error) && options.retry !== false,
    });
  }

  async function refresh(changes: readonly QueryKey[]): Promise<void> {
    await Promise.all(
      changes.map((queryKey) =>
        refreshQueries(client, { predicate: (query) => isAbout(query, queryKey) }),
      ),
    );
  }
}

/** Reads these queries again, including those that are loading for the first time. */
export async function refreshQueries(client: QueryClient, filters: QueryFilters): Promise<void> {
  const loading = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  await client.invalidateQueries(filters);
  // A first load is not restarted, but may have read before the write.
  if (loading.length === 0) return;
  await client.invalidateQueries({ predicate: (query) => loading.includes(query) });
}

/** Whether a change of this key affects the query, by its own key or by the tables it reads. */
export function isAbout(query: Pick<Query, "queryKey" | "meta">, queryKey: QueryKey): boolean {
  return (
    partialMatchKey(query.queryKey, queryKey) || !!query.meta?.reads?.includes(String(queryKey[0]))
  );
}

/** Refusals are not retried; a missing response or a server error is retried once. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return !isRefusal(error) && failures < 1;
}

function isRefusal(error: unknown): boolean {
  return error instanceof BackendError && error.status >= 400 && error.status < 500;
}
