import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { ANNOUNCED_MS } from "../../auth/live-areas.ts";
import { shownName } from "../../lib/shown-name.ts";
import { usePending } from "../../lib/use-pending.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { createListSync, type ReadRows } from "../shell/changes.ts";
import { storeCopy } from "../shell/device-copy.ts";
import type { DrivePlace } from "./drive-place.ts";
import {
  type DriveFile,
  FOLDER_COPY,
  type Folder,
  type FoundFile,
  type ListedFile,
  TABLE,
} from "./file.ts";
import * as api from "./files-api.ts";
import { crumbsTo } from "./folder-tree.ts";
import { listVersions } from "./versions-api.ts";

const sync = createListSync(api.listFileChanges);

/** Mutation keys by what the mutation does to its files. */
export const mutationKeys = {
  trash: [TABLE, "trash"],
  remove: [TABLE, "remove"],
  restore: [TABLE, "restore"],
  move: [TABLE, "move"],
  rename: [TABLE, "rename"],
  star: [TABLE, "star"],
} as const;

export function foldersQuery(userId: string) {
  return queryOptions({
    queryKey: [TABLE, "folders", userId],
    queryFn: (context): Promise<readonly Folder[]> =>
      sync(context, {
        readAll: api.readFolders as () => Promise<ReadRows<ListedFile>>,
        holds: api.isInTree,
      }).then(({ rows }) => rows),
    structuralSharing: false,
  });
}

export function usageQuery(userId: string) {
  return queryOptions({ queryKey: [TABLE, "usage", userId], queryFn: api.getUsage });
}

/** Null when there is no such file. */
export function fileQuery(userId: string, id: string) {
  return queryOptions({ queryKey: [TABLE, "file", userId, id], queryFn: () => api.getFile(id) });
}

/** The contents of a file that were replaced, the latest first. */
export function versionsQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: [TABLE, "versions", userId, id],
    queryFn: () => listVersions(id),
  });
}

function placeQuery(userId: string, { folderId, trash, words, list }: DrivePlace) {
  const searched = words.trim();
  const queryKey = trash
    ? [TABLE, "trash", userId]
    : searched
      ? [TABLE, "search", userId, searched]
      : list
        ? [TABLE, list, userId]
        : [TABLE, "folder", userId, folderId];
  return queryOptions<readonly (DriveFile & Partial<FoundFile>)[]>({
    queryKey,
    queryFn: async (context) => {
      if (trash) return api.listTrash(userId);
      if (searched) return api.searchFiles(searched);
      if (list) return list === "starred" ? api.listStarred(userId) : api.listRecent(userId);
      const { rows, isChanged } = await sync(context, {
        readAll: () =>
          api.readFolder(folderId, (first) => {
            firstPages.add(first);
            context.client.setQueryData(
              queryKey,
              (known: readonly DriveFile[] | undefined) => known ?? first,
            );
          }),
        holds: (file) => file.parent_id === folderId && file.trashed_at === null,
      });
      const key = `${FOLDER_COPY}${folderId ?? "root"}`;
      // Copying the rows would delay the screen that shows them.
      if (isChanged) whenIdle(() => void storeCopy(userId, key, rows.slice(0, MOST_COPIED)));
      return rows;
    },
    structuralSharing: trash || searched !== "" || list !== null,
    refetchInterval: ANNOUNCED_MS,
  });
}

/** Data of folders of which the rest is not read yet. */
const firstPages = new WeakSet<readonly DriveFile[]>();

/** Files of a folder that are stored for the offline search; storing thousands would be felt. */
const MOST_COPIED = 1_000;

/** The files at this place with all pending writes applied; partial while the rest is read. */
export function useShownFiles(userId: string, place: DrivePlace) {
  const query = useQuery(placeQuery(userId, place));
  const trashed = usePendingIds(mutationKeys.trash);
  const removed = usePendingIds(mutationKeys.remove);
  const restored = usePendingIds(mutationKeys.restore);
  const moved = usePendingIds(mutationKeys.move);
  const renamed = usePending<{ id: string; name: string }>(mutationKeys.rename);
  const starred = usePending<{ ids: string[]; starred: boolean }>(mutationKeys.star);
  const acrossFolders = place.words.trim() !== "" || place.list !== null;
  const files = useMemo(() => {
    const inTrash = [...removed, ...restored];
    const outside = [...removed, ...trashed, ...(acrossFolders ? [] : moved)];
    const gone = new Set((place.trash ? inTrash : outside).flat());
    const left = gone.size > 0 ? query.data?.filter(({ id }) => !gone.has(id)) : query.data;
    if (!left || renamed.length + starred.length === 0) return left;
    const names = new Map(renamed.map(({ id, name }) => [id, name]));
    const stars = new Map(starred.flatMap((write) => write.ids.map((id) => [id, write.starred])));
    const changed = left.map((file) => ({
      ...file,
      name: shownName(names.get(file.id) ?? file.name),
      starred_at: (stars.get(file.id) ?? file.starred_at) ? (file.starred_at ?? NOW) : null,
    }));
    return place.list === "starred" ? changed.filter(({ starred_at }) => starred_at) : changed;
  }, [query.data, place, acrossFolders, trashed, removed, restored, moved, renamed, starred]);
  const { data: folders } = useQuery({ ...foldersQuery(userId), enabled: place.list !== null });
  const located = useMemo(() => {
    if (!place.list || !folders) return files;
    const namesOf = (id: string | null) => crumbsTo(id, folders)?.slice(1) ?? [];
    return files?.map((file) => {
      return { ...file, folder_names: namesOf(file.parent_id).map(({ name }) => name) };
    });
  }, [files, folders, place.list]);
  return { query, files: located, isPartial: query.data ? firstPages.has(query.data) : false };
}

/** Placeholder for a star that is not saved yet; its time is never displayed. */
const NOW = "now";

/** How many items each of the shown folders has, with one request; undefined until known. */
export function useFolderItems(
  userId: string,
  files: readonly DriveFile[] | undefined,
): ReadonlyMap<string, number> | undefined {
  // Files are shown before their folders' items are requested.
  const shown = useDeferredValue(files);
  const ids = useMemo(() => {
    const folders = shown?.filter(({ is_folder }) => is_folder) ?? [];
    return folders.map(({ id }) => id).sort();
  }, [shown]);
  const { data } = useQuery({
    queryKey: [TABLE, "items", userId, ids],
    queryFn: () => api.countItems(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return ids.length > 0 ? data : undefined;
}

/** The ids of files affected by pending writes of this kind, for each write. */
function usePendingIds(mutationKey: readonly string[]): string[][] {
  return usePending(mutationKey, ({ ids }: { ids: string[] }) => ids);
}
