import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { KIND_NAMES } from "../../../shared/content/kinds.ts";
import { COUNTED, type CountedTable, missingSteps, STEP_KEYS, type Step } from "./missing-steps.ts";

// Lets the screen paint while supabase-js is loading.
const api = () => import("./site-facts-api.ts");

export function countQuery(table: CountedTable) {
  return queryOptions({
    queryKey: [table, "count"],
    queryFn: async () => (await api()).countRows(table),
  });
}

export const sampleQuery = queryOptions({
  queryKey: ["sample_content"],
  queryFn: async () => (await api()).listSampleContent(),
  meta: { reads: ["personal_info", ...KIND_NAMES] },
});

const picturesQuery = queryOptions({
  queryKey: ["projects", "without picture"],
  queryFn: async () => (await api()).countProjectsWithoutPicture(),
});

const stepValuesQuery = queryOptions({
  queryKey: ["personal_info", "steps"],
  queryFn: async () => (await import("./info-rows.ts")).getRows(STEP_KEYS),
});

/**
 * What the site still lacks.
 * @returns steps that are undefined until everything is read, and the reads.
 */
export function useMissingSteps() {
  const values = useQuery(stepValuesQuery);
  const pictures = useQuery(picturesQuery);
  const sample = useQuery(sampleQuery);
  const counts = useQueries({ queries: COUNTED.map(countQuery) });
  const reads = [values, pictures, sample, ...counts];
  const [info, withoutPicture, samples] = [values.data, pictures.data, sample.data];
  const isKnown = info && samples && reads.every(({ data }) => data !== undefined);
  const numbers = COUNTED.map((table, index) => [table, counts[index]?.data ?? 0]);
  const steps: Step[] | undefined = isKnown
    ? missingSteps({
        info,
        samples,
        withoutPicture: withoutPicture ?? 0,
        counts: Object.fromEntries(numbers) as Record<CountedTable, number>,
      })
    : undefined;
  return {
    steps,
    info,
    /** The first read that failed. */
    failed: reads.find(({ isError, data }) => isError && data === undefined),
  };
}
