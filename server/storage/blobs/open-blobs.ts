import { join } from "node:path";
import type { Config } from "../../config.ts";
import { prepareBlobFolder } from "./blob-folder.ts";
import type { BlobStore } from "./blob-store.ts";
import { createFileBlobStore } from "./file-blob-store.ts";

export interface OpenedBlobs {
  blobs: BlobStore;
  /** The folder, if it was created by this call. */
  created: string | null;
}

/** The location of a site's bytes: the configured bucket, or a folder in the data directory. */
export type BlobPlace = Pick<Config, "dataDir"> & Partial<Pick<Config, "blobs">>;

/**
 * Opens the store of the files' bytes for writing.
 * @throws {BlobFolderError} or {BlobStoreError} with one sentence if it cannot be used.
 */
export async function openBlobs(config: BlobPlace): Promise<OpenedBlobs> {
  const folder = blobFolderOf(config);
  const created = !config.blobs && (await prepareBlobFolder(folder)).created;
  return { blobs: await findBlobs(config), created: created ? folder : null };
}

/** Opens the blobs for reading, without creating a missing folder. */
export async function findBlobs(config: BlobPlace): Promise<BlobStore> {
  if (!config.blobs) return createFileBlobStore(blobFolderOf(config));
  // A dynamic import, so that a site that stores its files in a folder does not load the SDK.
  const { openS3BlobStore } = await import("./s3/s3-blob-store.ts");
  return openS3BlobStore(config.blobs);
}

/** A readable and unique description of the location. */
export function placeOfBlobs(config: BlobPlace): string {
  if (!config.blobs) return blobFolderOf(config);
  const { endpoint, bucket, prefix } = config.blobs;
  return `s3://${bucket}/${prefix} at ${endpoint ?? "Amazon S3"}`;
}

const blobFolderOf = ({ dataDir }: BlobPlace) => join(dataDir, "blobs");
