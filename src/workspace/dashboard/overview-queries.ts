import { queryOptions, useQuery } from "@tanstack/react-query";
import { isUnanswered } from "../../lib/errors.ts";
import { openCopy, storeCopy } from "../shell/device-copy.ts";
import { getOverview, type Overview } from "./overview-api.ts";

const KEY = "workspace_overview";

export function overviewQuery(userId: string) {
  return queryOptions({
    queryKey: [KEY, userId],
    queryFn: async () => {
      const overview = await getOverview();
      void storeCopy(userId, KEY, overview);
      return overview;
    },
    meta: { reads: ["workspace_tasks", "workspace_notes", "workspace_files", "notion_notes"] },
  });
}

/** The overview: at once that of the last visit, which stays while there is no response. */
export function useOverview(userId: string) {
  const query = useQuery(overviewQuery(userId));
  const { data: copy, isPending } = useQuery({
    queryKey: [`${KEY} copy`, userId],
    queryFn: async () => (await openCopy(userId).get<Overview>(KEY)) ?? null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const overview = query.data ?? copy ?? undefined;
  return {
    query,
    overview,
    isCopy: query.data === undefined,
    /** Whether the read failed for good: until the copy has been looked for, there may be one. */
    failed: query.isError && (overview ? !isUnanswered(query.error) : !isPending),
    offline: query.isError && isUnanswered(query.error) && overview !== undefined,
  };
}
