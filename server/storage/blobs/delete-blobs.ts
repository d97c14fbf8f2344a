import { mayDeleteBlobs } from "../../archive/archive-lock.ts";
import type { Sql } from "../../database/connect.ts";
import type { Log } from "../../log/log.ts";
import type { BlobStore } from "./blob-store.ts";

/**
 * Deletes the blobs of removed objects, whose rows no longer exist. The next sweep retries
 * failures, and deletes blobs that a running backup may still read.
 */
export async function deleteBlobs(
  { sql, blobs, log }: { sql: Sql; blobs: BlobStore; log: Log },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || !(await mayDeleteBlobs(sql))) return;
  for (const id of ids) {
    await blobs.delete(id).catch((error) => {
      log.error("A removed object's file is left for the next sweep.", error);
    });
  }
}
