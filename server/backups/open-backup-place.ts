import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { createFolder, nullWhenAbsent } from "../durable-files.ts";
import { openBucket } from "../storage/blobs/s3/bucket.ts";
import type { BucketLocation } from "../storage/blobs/s3/bucket-location.ts";
import { putObject } from "../storage/blobs/s3/s3-blob-store.ts";
import { writeFileSafely } from "../transfer/archive-file.ts";
import { timeOfArchive } from "./archive-name.ts";
import type { BackupPlace, StoredArchive } from "./backup-place.ts";

/**
 * The configured folder or bucket.
 * @throws {BlobStoreError} in one sentence when a bucket cannot be written to.
 */
export async function openBackupPlace(
  to: NonNullable<Config["backup"]>["to"],
): Promise<BackupPlace> {
  return "folder" in to ? createBackupFolder(to.folder) : openBackupBucket(to);
}

/**
 * Archives as objects of an S3-compatible store, named by the time they were made.
 * @throws {BlobStoreError} in one sentence when the bucket cannot be written to.
 */
async function openBackupBucket(location: BucketLocation): Promise<BackupPlace> {
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

/** A folder of archives named by the time they were made. Created when it is missing. */
export function createBackupFolder(folder: string): BackupPlace {
  return {
    async write(name, archive, signal) {
      await createFolder(folder);
      await writeFileSafely(join(folder, name), archive, signal);
    },
    open: async (name) => createReadStream(join(folder, name), { highWaterMark: 256 * 1024 }),
    async list() {
      const names = (await readdir(folder).catch(nullWhenAbsent)) ?? [];
      const found = await Promise.all(
        names.map(async (name): Promise<StoredArchive | null> => {
          const createdAt = timeOfArchive(name);
          return createdAt && { name, createdAt, bytes: (await stat(join(folder, name))).size };
        }),
      );
      return found
        .filter((archive) => archive !== null)
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
    },
    delete: (name) => rm(join(folder, name), { force: true }),
  };
}
