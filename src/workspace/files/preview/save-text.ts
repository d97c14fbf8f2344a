import { formatExcess, formatSize } from "../../../lib/file-size.ts";
import { newId } from "../../../lib/new-id.ts";
import { releaseUpload, reserveUploads } from "../contents-api.ts";
import type { DriveFile } from "../file.ts";
import { freeName } from "../file-names.ts";
import { createFiles } from "../file-writes-api.ts";
import { hasEntry, listFiles } from "../files-api.ts";
import { mediaTypeOf } from "../media-type.ts";
import { sendContent } from "../uploads/send-file.ts";
import { replaceContent } from "../versions-api.ts";

/** Maximum bytes of a text that can be shown and edited. @limit drive: a text to show and edit */
export const TEXT_MAX_BYTES = 512 * 1024;

/**
 * Replaces a file's content.
 * @param startedFrom the path of the content that was edited.
 * @returns the path of the new content.
 * @throws {BackendError} PT409 when the content was replaced in the meantime.
 */
export async function saveText(
  { id, name, parent_id }: DriveFile,
  content: Blob,
  startedFrom: string,
): Promise<string> {
  const path = await storeText(name, content, parent_id);
  try {
    await replaceContent(id, contentAt(path, content), startedFrom);
  } catch (error) {
    // The save may have succeeded although its response was lost.
    if (await hasEntry(path).catch(() => false)) return path;
    await releaseUpload(path).catch(() => {});
    throw error;
  }
  return path;
}

/**
 * Stores a text as a new file in the same folder.
 * @returns the id of the file.
 */
export async function saveCopy(
  userId: string,
  { name, parent_id }: DriveFile,
  content: Blob,
): Promise<string> {
  const id = newId();
  const files = await listFiles(parent_id);
  const taken = new Set(files.map((file) => file.name));
  const path = await storeText(name, content, parent_id);
  const copy = freeName(name, (one) => taken.has(one));
  const row = { id, parentId: parent_id, name: copy, content: contentAt(path, content) };
  await createFiles(userId, [row]);
  return id;
}

/**
 * Creates an empty text file.
 * @throws {BackendError} 23505 when the name is taken in that folder.
 */
export async function createText(
  userId: string,
  { id, parentId, name }: { id: string; parentId: string | null; name: string },
): Promise<void> {
  const type = mediaTypeOf({ name, mimetype: null }) || "text/plain";
  const content = new Blob([], { type });
  const path = await storeText(name, content, parentId);
  try {
    await createFiles(userId, [{ id, parentId, name, content: contentAt(path, content) }]);
  } catch (error) {
    await releaseUpload(path).catch(() => {});
    throw error;
  }
}

async function storeText(name: string, content: Blob, folderId: string | null): Promise<string> {
  const { size } = content;
  if (size > TEXT_MAX_BYTES) {
    throw new Error(
      `Too large to be saved here: ${formatExcess(size)}, at most ${formatSize(TEXT_MAX_BYTES)}.`,
    );
  }
  const [path = ""] = await reserveUploads([{ name, size, folderId }]);
  await sendContent(path, content);
  return path;
}

const contentAt = (storage_object_path: string, { size, type }: Blob) => {
  return { storage_object_path, size, mimetype: type, modified_at: null };
};
