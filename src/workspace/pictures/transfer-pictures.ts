import { unwrap } from "../../lib/errors.ts";
import { getClient } from "../../lib/supabase.ts";
import { streamContent } from "../files/contents-api.ts";
import { IDS_AT_ONCE } from "./picture-addresses.ts";
import { uploadPicture } from "./upload-picture.ts";

/** A file of the drive that a note shows. */
export interface PictureFile {
  id: string;
  name: string;
  path: string;
}

/** The files with these ids that exist. */
export async function listPictures(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<PictureFile[]> {
  const files: PictureFile[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const query = getClient("workspace").from("workspace_files").select(COLUMNS);
    const rows = await query.in("id", ids.slice(at, at + IDS_AT_ONCE)).abortSignal(signal);
    for (const { id, name, storage_object_path: path } of unwrap(rows)) {
      if (path) files.push({ id, name, path });
    }
  }
  return files;
}

const COLUMNS = "id, name, storage_object_path";

export function readPicture({ id, path }: PictureFile, signal: AbortSignal) {
  return streamContent({ id, storage_object_path: path, size: null }, 0, signal);
}

/**
 * Stores a picture under this id, unless it exists.
 * @returns its size in pixels, as displayed; null for bytes that are not a picture.
 * @throws {BackendError} when the backend refuses, for example because the drive is full.
 */
export async function storePicture(
  userId: string,
  picture: { id: string; name: string; file: Blob },
  signal: AbortSignal,
): Promise<{ width: number; height: number } | null> {
  const image = await createImageBitmap(picture.file).catch(() => null);
  if (!image) return null;
  const { width, height } = image;
  image.close();
  // A repeated import finds the file by its id, so no state for resuming is needed.
  await uploadPicture(userId, picture, async () => {}, signal);
  return { width, height };
}
