import { MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import { BackendError } from "./errors.ts";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** Prefixes of the query keys this write makes stale, here and in every other tab. */
      changes?: readonly QueryKey[];
    };
  }
}

/**
 * The server state of one area. A query's key starts with the table it reads, so that a write only
 * has to name its table (`meta: { changes: [["projects"]] }`): everything that shows it is read
 * again, in this tab and, through a broadcast, in all others.
 *
 * @param channelName one per area; tabs of one area tell each other what they changed.
 * @param onFailure hears of every failed read and write, to look whether the session still stands.
 */
export function createQueryClient(
  channelName: string,
  onFailure: (error: unknown) => void,
): QueryClient {
  const channel = new BroadcastChannel(channelName);
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    mutationCache: new MutationCache({
      onError: onFailure,
      onSettled: (_data, _error, _variables, _context, mutation) => {
        const changes = mutation.meta?.changes ?? [];
        if (changes.length > 0) channel.postMessage(changes);
        return refresh(changes);
      },
    }),
    defaultOptions: {
      // Offline, a save fails and says so; by default it would wait in silence.
      mutations: { networkMode: "always" },
      queries: { networkMode: "always", staleTime: 5_000, retry: isWorthRetrying, retryDelay: 400 },
    },
  });
  channel.addEventListener("message", ({ data }: MessageEvent<readonly QueryKey[]>) => {
    void refresh(data);
  });
  return client;

  async function refresh(changes: readonly QueryKey[]): Promise<void> {
    await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
  }
}

/** A refusal stays one; no answer or a server's mishap gets one more try. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  const refused = error instanceof BackendError && error.status >= 400 && error.status < 500;
  return !refused && failures < 1;
}
