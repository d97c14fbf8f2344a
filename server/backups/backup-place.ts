import { createReadStream } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { writeFileSafely } from "../archive/archive-file.ts";
import type { Config } from "../config.ts";
import { createFolder, nullWhenAbsent } from "../durable-files.ts";
import { openBucket } from "../storage/blobs/s3/bucket.ts";
import type { BucketLocation } from "../storage/blobs/s3/bucket-location.ts";
import { putObject } from "../storage/blobs/s3/s3-blob-store.ts";

/** An archive made by the schedule. */
export interface StoredArchive {
  /** File name, as `archiveName()` returns it. */
  name: string;
  createdAt: Date;
  bytes: number;
}

/** Storage for scheduled archives, by name. */
export interface BackupPlace {
  /** Removes the partial archive when it fails. */
  write(name: string, archive: Readable, signal: AbortSignal): Promise<void>;
  /** @throws when the archive no longer exists. */
  open(name: string): Promise<Readable>;
  /** Newest first. Other files are ignored. */
  list(): Promise<StoredArchive[]>;
  delete(name: string): Promise<void>;
}

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

const NAME = /^foyer-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar(?:\.age)?$/;

/** The name of an archive by the time it was made, to the second. */
export function archiveName(createdAt: Date, isEncrypted: boolean): string {
  const time = createdAt.toISOString().slice(0, 19).replaceAll(":", "-");
  return `foyer-${time}Z.tar${isEncrypted ? ".age" : ""}`;
}

/** @returns null for any other file. */
function timeOfArchive(name: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  return day === undefined ? null : new Date(`${day}T${hour}:${minute}:${second}Z`);
}
