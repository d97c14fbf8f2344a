import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { paths } from "../../lib/paths.ts";

/** What of the drive is shown. */
export interface DrivePlace {
  /** The open folder; null is the root. */
  folderId: string | null;
  trash: boolean;
  /** What is searched for; empty when nothing is. */
  words: string;
  /** The file that is looked at. */
  previewId: string | null;
}

/** The address of a folder, of the root for null. */
export function folderPath(id: string | null): string {
  return id
    ? `${paths.workspace.files}?${new URLSearchParams({ folder: id })}`
    : paths.workspace.files;
}

export const trashPath = `${paths.workspace.files}?trash`;

/** The place as the address says it, so that a reload stays and Back returns. */
export function useDrivePlace() {
  const [search, setSearch] = useSearchParams();
  const place = useMemo<DrivePlace>(
    () => ({
      folderId: search.get("folder"),
      trash: search.has("trash"),
      words: search.get("q") ?? "",
      previewId: search.get("preview"),
    }),
    [search],
  );
  return {
    place,
    openFolder: (id: string) => setSearch({ folder: id }),
    search: (words: string) =>
      setSearch(
        (before) => {
          const { folder } = Object.fromEntries(before);
          return { ...(folder && { folder }), ...(words && { q: words }) };
        },
        // One step back leaves the search, however many keys it took.
        { replace: place.words !== "" },
      ),
    showPreview: (id: string) =>
      setSearch((before) => ({ ...Object.fromEntries(before), preview: id }), {
        replace: place.previewId !== null,
      }),
    closePreview: () =>
      setSearch(
        (before) => {
          before.delete("preview");
          return before;
        },
        { replace: true },
      ),
  };
}

/** Stands for where one is, without what is merely looked at there. */
export function placeKey({ folderId, trash, words }: DrivePlace): string {
  return trash ? "trash" : words.trim() ? "search" : (folderId ?? "root");
}
