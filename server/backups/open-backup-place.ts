import type { Config } from "../config.ts";
import type { BackupPlace } from "./backup-place.ts";

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
