import { queryOptions, useMutationState, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { DrivePlace } from "./drive-place.ts";
import type { DriveFile, FoundFile } from "./file.ts";
import { getFile, getUsage, listFiles, listFolders, listTrash, searchFiles } from "./files-api.ts";

export const TABLE = "workspace_files";

/** Mutation keys, by what the writes do to their files. */
export const writes = {
  trash: [TABLE, "trash"],
  remove: [TABLE, "remove"],
  restore: [TABLE, "restore"],
  move: [TABLE, "move"],
  rename: [TABLE, "rename"],
} as const;

export function foldersQuery(userId: string) {
  return queryOptions({
    queryKey: [TABLE, "folders", userId],
    queryFn: () => listFolders(userId),
  });
}

export function usageQuery(userId: string) {
  return queryOptions({ queryKey: [TABLE, "usage", userId], queryFn: getUsage });
}

/** Null when there is no such file. */
export function fileQuery(userId: string, id: string) {
  return queryOptions({ queryKey: [TABLE, "file", userId, id], queryFn: () => getFile(id) });
}

function placeQuery(userId: string, { folderId, trash, words }: DrivePlace) {
  const searched = words.trim();
  const queryKey = trash
    ? [TABLE, "trash", userId]
    : searched
      ? [TABLE, "search", userId, searched]
      : [TABLE, "folder", userId, folderId];
  return queryOptions<readonly (DriveFile & Partial<FoundFile>)[]>({
    queryKey,
    queryFn: ({ client }) =>
      trash
        ? listTrash(userId)
        : searched
          ? searchFiles(searched)
          : listFiles(userId, folderId, (first) =>
              client.setQueryData(
                queryKey,
                (known: readonly DriveFile[] | undefined) => known ?? first,
              ),
            ),
  });
}

/** The files at this place with all pending writes applied. */
export function useShownFiles(userId: string, place: DrivePlace) {
  const query = useQuery(placeQuery(userId, place));
  const trashed = usePending(writes.trash);
  const removed = usePending(writes.remove);
  const restored = usePending(writes.restore);
  const moved = usePending(writes.move);
  const renamed = useMutationState({
    filters: { mutationKey: writes.rename, status: "pending" },
    select: ({ state }) => state.variables as { id: string; name: string },
  });
  const searching = place.words.trim() !== "";
  const files = useMemo(() => {
    const gone = new Set([
      ...removed,
      ...(place.trash ? restored : trashed),
      // A search also finds moved files.
      ...(place.trash || searching ? [] : moved),
    ]);
    const left = gone.size > 0 ? query.data?.filter(({ id }) => !gone.has(id)) : query.data;
    if (!left || renamed.length === 0) return left;
    const names = new Map(renamed.map(({ id, name }) => [id, name]));
    return left.map((file) => ({ ...file, name: names.get(file.id) ?? file.name }));
  }, [query.data, place.trash, searching, trashed, removed, restored, moved, renamed]);
  return { query, files };
}

/** The ids of files affected by pending writes of this kind. */
function usePending(mutationKey: readonly string[]): string[] {
  const pending = useMutationState({
    filters: { mutationKey, status: "pending" },
    select: ({ state }) => (state.variables as { ids: string[] }).ids,
  });
  return useMemo(() => pending.flat(), [pending]);
}
