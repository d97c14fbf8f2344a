import { openBucket } from "../storage/blobs/s3/bucket.ts";
import type { BucketLocation } from "../storage/blobs/s3/bucket-location.ts";
import { putObject } from "../storage/blobs/s3/s3-blob-store.ts";
import { timeOfArchive } from "./archive-name.ts";
import type { BackupPlace, StoredArchive } from "./backup-place.ts";

/**
 * Archives as objects of an S3-compatible store, named by the time they were made.
 * @throws {BlobStoreError} in one sentence when the bucket cannot be written to.
 */
export async function openBackupBucket(location: BucketLocation): Promise<BackupPlace> {
  const bucket = await openBucket(location);
  return {
    async write(name, archive, signal) {
      async function* abortable() {
        for await (const chunk of archive) {
          signal.throwIfAborted();
          yield chunk as Uint8Array;
        }
      }
      await putObject(bucket, name, abortable());
    },
    async open(name) {
      const archive = await bucket.get(name);
      if (!archive) throw new Error(`The archive ${name} is not in the bucket.`);
      return archive;
    },
    async list() {
      const found: StoredArchive[] = [];
      for await (const { key, size } of bucket.list("foyer-")) {
        const createdAt = timeOfArchive(key);
        if (createdAt) found.push({ name: key, createdAt, bytes: size });
      }
      return found.reverse();
    },
    delete: (name) => bucket.delete(name),
  };
}
