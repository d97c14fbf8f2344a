import type { Readable } from "node:stream";
import type { Config } from "../config.ts";

/** An archive made by the schedule. */
export interface StoredArchive {
  name: string;
  createdAt: Date;
  bytes: number;
}

/** Where scheduled archives are stored. */
export interface BackupPlace {
  /** Nothing is left of a failed write. */
  write(createdAt: Date, archive: Readable, signal: AbortSignal): Promise<StoredArchive>;
  /** @throws when it is gone. */
  open(archive: StoredArchive): Promise<Readable>;
  /** Newest first. Other files are ignored. */
  list(): Promise<StoredArchive[]>;
  delete(archive: StoredArchive): Promise<void>;
}

/**
 * The configured folder or bucket.
 * @throws {BlobStoreError} in one sentence when a bucket cannot be written to.
 */
export async function openBackupPlace(
  to: NonNullable<Config["backup"]>["to"],
): Promise<BackupPlace> {
  if ("folder" in to) return (await import("./backup-folder.ts")).createBackupFolder(to.folder);
  return (await import("./backup-bucket.ts")).openBackupBucket(to);
}
