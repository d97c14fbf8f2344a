import { BackendError, onlyRow, unwrap } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import { removeContents } from "./contents-api.ts";
import type { FileVersion } from "./file.ts";
import type { Content } from "./file-writes-api.ts";

/**
 * Replaces a file's content, which becomes a version.
 * @param startedFrom the expected path of the current content; any if omitted.
 * @throws {BackendError} PT409 when the current content is another one.
 */
export async function replaceContent(
  id: string,
  content: Content,
  startedFrom?: string,
): Promise<void> {
  const update = getClient("workspace")
    .from("workspace_files")
    .update({ ...content })
    .eq("id", id);
  const replaced = await (startedFrom ? update.eq("storage_object_path", startedFrom) : update)
    .select("id")
    .then(unwrap);
  if (startedFrom && replaced.length === 0) {
    throw new BackendError("This file was changed or deleted in the meantime.", { code: "PT409" });
  }
  onlyRow(replaced);
  await removeContents();
}

/** The replaced contents of a file, latest first. */
export async function listVersions(fileId: string): Promise<FileVersion[]> {
  return getClient("workspace")
    .from("file_versions")
    .select("id, storage_object_path, mimetype, size, modified_at, created_at, replaced_at")
    .eq("file_id", fileId)
    .order("replaced_at", { ascending: false })
    .order("id", { ascending: true })
    .then(unwrap);
}

/**
 * Sets the thumbnails of contents without one.
 * @param thumbnails each with the file's id and the paths of content and thumbnail.
 * @returns the path of each content's thumbnail; empty if the content was replaced.
 */
export async function saveThumbnails(
  thumbnails: { id: string; content: string; thumbnail: string }[],
): Promise<string[]> {
  return unwrap(await getClient("workspace").rpc("save_thumbnails", { thumbnails }));
}
