import type { Log } from "../../log/log.ts";
import type { BlobStore } from "./blob-store.ts";

/** Deletes the blobs of removed objects; one that fails is left for the next sweep. */
export async function deleteBlobs(
  { blobs, log }: { blobs: BlobStore; log: Log },
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await blobs.delete(id).catch((error) => {
      log.error("A removed object's file is left for the next sweep.", error);
    });
  }
}
