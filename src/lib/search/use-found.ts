import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/**
 * The search results for a text, once typing pauses.
 * @param key the start of the query's key; the text follows.
 * @param isEnough whether the text is long enough for a search.
 */
export function useFound<Found>(
  typed: string,
  key: QueryKey,
  isEnough: (search: string) => boolean,
  find: (search: string, signal: AbortSignal) => Promise<Found>,
) {
  const search = typed.trim();
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const wanted = isEnough(search);
  const asked = wanted && isEnough(settled);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...key, settled],
    queryFn: ({ signal }) => find(settled, signal),
    enabled: asked,
    staleTime: 0,
    // The previous results stay while the next are loading, to avoid layout shifts.
    placeholderData: keepPreviousData,
  });
  return {
    found: asked ? data : undefined,
    loading: wanted && (settled !== search || isFetching),
    error: asked ? error : null,
    retry: () => void refetch(),
  };
}

const TYPING_PAUSE_MS = 200;
