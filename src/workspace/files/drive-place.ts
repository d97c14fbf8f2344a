import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { paths } from "../../lib/paths.ts";

/** Which part of the drive is shown. */
export interface DrivePlace {
  /** The open folder; null is the root. */
  folderId: string | null;
  trash: boolean;
  /** A list across all folders; null when a folder is shown. */
  list: "starred" | "recent" | null;
  /** Search text; empty when not searching. */
  words: string;
  previewId: string | null;
  /** Whether the text of the previewed file is edited. */
  editing: boolean;
  /** Whether the URL requests the dialog for a new folder. */
  adding: boolean;
}

export const starredPath = `${paths.workspace.files}?starred`;
export const recentPath = `${paths.workspace.files}?recent`;
export const trashPath = `${paths.workspace.files}?trash`;

/** The current place from the URL, so that reloading keeps it and Back returns to it. */
export function useDrivePlace() {
  const [search, setSearch] = useSearchParams();
  const place = useMemo<DrivePlace>(
    () => ({
      folderId: search.get("folder"),
      trash: search.has("trash"),
      list: search.has("starred") ? "starred" : search.has("recent") ? "recent" : null,
      words: search.get("q") ?? "",
      previewId: search.get("preview"),
      editing: search.has("edit"),
      adding: search.has("add"),
    }),
    [search],
  );
  const leave = (...parts: string[]) =>
    setSearch(
      (before) => {
        for (const part of parts) before.delete(part);
        return before;
      },
      { replace: true },
    );
  return {
    place,
    openFolder: (id: string, options?: { replace: boolean }) => setSearch({ folder: id }, options),
    /** Opens the folder of the previewed file, replacing the current history entry. */
    showInFolder: ({ id, parent_id }: { id: string; parent_id: string | null }) =>
      setSearch({ ...(parent_id && { folder: parent_id }), preview: id }, { replace: true }),
    search: (words: string) =>
      setSearch(
        (before) => {
          const { folder } = Object.fromEntries(before);
          return { ...(folder && { folder }), ...(words && { q: words }) };
        },
        // Typing replaces the history entry, so that one step back leaves the search.
        { replace: place.words !== "" },
      ),
    showPreview: (id: string) =>
      setSearch(
        (before) => {
          before.delete("edit");
          return { ...Object.fromEntries(before), preview: id };
        },
        { replace: place.previewId !== null },
      ),
    editFile: (id: string) =>
      setSearch((before) => ({ ...Object.fromEntries(before), preview: id, edit: "" })),
    closePreview: () => leave("preview", "edit"),
    startEditing: () => setSearch((before) => ({ ...Object.fromEntries(before), edit: "" })),
    stopEditing: () => leave("edit"),
    stopAdding: () => leave("add"),
  };
}

/** Identifies the place, ignoring the preview. */
export function placeKey({ folderId, trash, words, list }: DrivePlace): string {
  return trash ? "trash" : words.trim() ? "search" : (list ?? folderId ?? "root");
}

/** The name of a place that is not a folder. */
export function placeName({ trash, list }: DrivePlace): string | undefined {
  return trash ? "Trash" : list ? { starred: "Starred", recent: "Recent" }[list] : undefined;
}
