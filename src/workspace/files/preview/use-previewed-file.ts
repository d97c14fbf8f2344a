import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { useDrivePlace } from "../drive-place.ts";
import { fileQuery, type useShownFiles } from "../files-queries.ts";

/**
 * The file whose preview the URL requests. A file outside the current place, such as from a direct
 * link, is fetched, and its folder is opened.
 * @returns the file, or why the one in the URL cannot be shown.
 */
export function usePreviewedFile(
  userId: string,
  address: ReturnType<typeof useDrivePlace>,
  { query, files }: ReturnType<typeof useShownFiles>,
) {
  const { folderId, previewId, trash, words } = address.place;
  const here = previewId === null ? undefined : files?.find(({ id }) => id === previewId);
  const notListed = previewId !== null && !here && !query.isFetching;
  const lookup = useQuery({ ...fileQuery(userId, previewId ?? ""), enabled: notListed });
  const found = notListed ? lookup.data : undefined;
  const shownThere = trash || words.trim() !== "" || found?.parent_id !== folderId;
  useEffect(() => {
    if (!found || found.trashed_at) return;
    if (found.is_folder) address.openFolder(found.id, { replace: true });
    else if (shownThere) address.showInFolder(found);
  }, [found, shownThere, address.openFolder, address.showInFolder]);

  if (here) return { file: here.is_folder ? null : here, problem: "" };
  if (found === null) return { file: null, problem: "This file no longer exists." };
  if (found?.trashed_at) return { file: null, problem: "This file is in the trash." };
  return { file: found && !found.is_folder ? found : null, problem: "" };
}
