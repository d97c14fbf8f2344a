import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { KindName } from "../../../shared/content/kind.ts";
import { KIND_NAMES } from "../../../shared/content/kinds.ts";
import type { Listed } from "../entries/entry-api.ts";
import { entriesQuery } from "../entries/entry-queries.ts";
import { findMessages } from "./find-messages.ts";

export interface FoundEntry {
  kind: KindName;
  row: Listed<KindName>;
}

/** All portfolio entries that could be read. */
export function useAllEntries() {
  return useQueries({
    queries: KIND_NAMES.map((kind) => ({ ...entriesQuery<KindName>(kind), staleTime: 30_000 })),
    combine: (results) => ({
      entries: results.flatMap(({ data = [] }, index): FoundEntry[] =>
        data.map((row) => ({ kind: KIND_NAMES[index] ?? "social_links", row })),
      ),
      loading: results.some(({ isPending }) => isPending),
      error: results.find(({ isError, data }) => isError && !data)?.error ?? null,
      retry: () => {
        for (const result of results) if (result.isError) void result.refetch();
      },
    }),
  });
}

const TYPING_PAUSE_MS = 200;
const SHORTEST_SEARCH = 2;

/** Matching messages, searched in the database once typing pauses. */
export function useFoundMessages(typed: string) {
  const search = typed.trim();
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const asked = settled.length >= SHORTEST_SEARCH;
  const query = useQuery({
    queryKey: ["messages", "palette", settled],
    queryFn: ({ signal }) => findMessages(settled, signal),
    enabled: asked,
    placeholderData: keepPreviousData,
  });
  const wanted = search.length >= SHORTEST_SEARCH;
  return {
    // The previous results stay while the next are loading, to avoid layout shifts.
    messages: wanted && asked ? (query.data ?? []) : [],
    loading: wanted && (settled !== search || query.isFetching),
    error: wanted && asked ? query.error : null,
    retry: () => void query.refetch(),
  };
}
