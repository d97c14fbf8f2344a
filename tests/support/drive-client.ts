import type { SupabaseClient } from "@supabase/supabase-js";
import { Upload, type UploadOptions } from "tus-js-client";
import { UPLOAD_CHUNK_BYTES } from "../../shared/limits.ts";

/**
 * Reserves an upload like the drive.
 * @returns its path.
 */
export async function reserve(client: SupabaseClient, name: string, size: number): Promise<string> {
  const { data, error } = await client.rpc("reserve_upload", { name, size });
  if (error) throw error;
  return data as string;
}

/**
 * Inserts the row of a stored file like the drive.
 * @returns the row's id.
 */
export async function addRow(
  client: SupabaseClient,
  row: {
    user_id: string;
    name: string;
    storage_object_path: string;
    size: number;
    parent_id?: string;
  },
): Promise<string> {
  const { data, error } = await client
    .from("workspace_files")
    .insert({ ...row, is_folder: false, mimetype: "application/octet-stream" })
    .select("id")
    .single();
  if (error) throw error;
  return data.id;
}

/**
 * Cleans up like the browser: removes the blobs, then confirms.
 * @returns the number of confirmed blobs.
 */
export async function cleanUp(client: SupabaseClient): Promise<number> {
  const due = await client.rpc("list_due_blobs");
  if (due.error) throw due.error;
  const paths = due.data as string[];
  if (paths.length === 0) return 0;
  const removed = await client.storage.from("workspace-files").remove(paths);
  if (removed.error) throw removed.error;
  const cleared = await client.rpc("clear_due_blobs", { paths });
  if (cleared.error) throw cleared.error;
  return cleared.data as number;
}

/** An unmodified tus-js-client, configured as in Supabase's guide, without retries. */
export function tusUpload(
  url: string,
  token: string,
  path: string,
  content: Buffer,
  more: Partial<UploadOptions> = {},
): { upload: Upload; done: Promise<void> } {
  let finish = () => {};
  let fail: (error: Error) => void = () => {};
  const done = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  done.catch(() => {});
  const upload = new Upload(content, {
    endpoint: `${url}/storage/v1/upload/resumable`,
    headers: { authorization: `Bearer ${token}`, "x-upsert": "false" },
    metadata: {
      bucketName: "workspace-files",
      objectName: path,
      contentType: "application/x-thing",
      cacheControl: "3600",
    },
    chunkSize: UPLOAD_CHUNK_BYTES,
    uploadDataDuringCreation: true,
    retryDelays: null as never,
    onSuccess: () => finish(),
    onError: fail,
    ...more,
  });
  return { upload, done };
}
