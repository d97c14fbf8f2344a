import { foldText, hasWords, searchWords } from "../../lib/search/fold-text.ts";
import { openCopy } from "../shell/device-copy.ts";
import type { DeviceMatches } from "../shell/screen.ts";
import { type DriveFile, FOLDER_COPY } from "./file.ts";

/** Searches the folders as this device has read them last. Never fails. */
export async function searchFolderCopies(userId: string, search: string): Promise<DeviceMatches> {
  const folders = await openCopy(userId)
    .values<DriveFile[]>(FOLDER_COPY)
    .catch(() => []);
  const words = searchWords(search);
  // Moved since, a file is in two folders.
  const files = new Map(
    folders
      .flat()
      .sort((one, other) => (one.updated_at < other.updated_at ? -1 : 1))
      .map((file) => [file.id, file]),
  );
  const matches = [...files.values()].flatMap(({ id, name, is_folder, parent_id }) => {
    if (!hasWords(foldText(name), words)) return [];
    const place = parent_id && (files.get(parent_id)?.name ?? "");
    const kind = is_folder ? "folder" : "file";
    return [{ kind, id, title: name, passage: "", place, item: { parent_id } }];
  });
  return { matches, searched: folders.length > 0 ? "opened folders" : "" };
}
