import { queryOptions, useQuery } from "@tanstack/react-query";
import { ANNOUNCED_MS } from "../../auth/live-areas.ts";
import { isUnanswered } from "../../lib/errors.ts";
import type { NotesService } from "../notes/notes-service.ts";
import { openCopy, storeCopy } from "../shell/device-copy.ts";
import { getOverview, type Overview } from "./overview-api.ts";

const KEY = "workspace_overview";

function overviewQuery(userId: string, { store }: NotesService) {
  return queryOptions({
    queryKey: [KEY, userId],
    queryFn: async () => {
      const known = store.list(false).notes.map(({ change_number }) => change_number);
      const overview = await getOverview();
      void storeCopy(userId, KEY, overview);
      return { ...overview, since: known.reduce((one, other) => Math.max(one, other), 0) };
    },
    refetchInterval: ANNOUNCED_MS,
    meta: { reads: ["workspace_tasks", "workspace_notes", "workspace_files", "notion_notes"] },
  });
}

/**
 * The overview. The one of the last visit is shown until the response arrives.
 * @returns `since` is the latest change among the notes that were known before the read.
 */
export function useOverview(userId: string, notes: NotesService) {
  const query = useQuery(overviewQuery(userId, notes));
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
    since: query.data?.since ?? 0,
    isCopy: query.data === undefined,
    /** False while the copy of the last visit may still be found. */
    failed: query.isError && (overview ? !isUnanswered(query.error) : !isPending),
    offline: query.isError && isUnanswered(query.error) && overview !== undefined,
  };
}
