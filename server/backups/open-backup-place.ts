import type { Config } from "../config.ts";
import { openBackupBucket } from "./backup-bucket.ts";
import { createBackupFolder } from "./backup-folder.ts";
import type { BackupPlace } from "./backup-place.ts";

/**
 * The configured folder or bucket.
 * @throws {BlobStoreError} in one sentence when a bucket cannot be written to.
 */
export async function openBackupPlace(
  to: NonNullable<Config["backup"]>["to"],
): Promise<BackupPlace> {
  return "folder" in to ? createBackupFolder(to.folder) : openBackupBucket(to);
}
