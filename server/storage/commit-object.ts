import { randomUUID } from "node:crypto";
import type { Caller } from "../auth/caller.ts";
import type { Sql } from "../database/connect.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import type { DatabaseSession } from "../database/session.ts";
import type { Log } from "../log/log.ts";
import type { BlobStore } from "./blobs/blob-store.ts";
import { deleteBlobs } from "./blobs/delete-blobs.ts";
import type { ObjectAddress } from "./object-key.ts";
import {
  type Bucket,
  type NewObject,
  type ObjectMetadata,
  type SaveMode,
  saveObject,
} from "./objects.ts";
import type { ReceivedUpload } from "./receive-upload.ts";
import { commitReservation, releaseSpace } from "./reservations.ts";

export interface UploadContext {
  sql: Sql;
  session: DatabaseSession;
  blobs: BlobStore;
  log: Log;
  /** Maximum file size for buckets without their own limit, in bytes. */
  fileSizeLimit: number;
}

/** Space that an upload has reserved. */
interface Reserved {
  id: string;
  /** Whether the path has a reservation. */
  reserved: boolean;
}

/**
 * Commits the row of a stored blob under the policies, and deletes the blob it replaces.
 * @throws {StorageFailure} when the row is refused.
 */
export async function commitObject(
  { sql, blobs, log }: UploadContext,
  caller: Caller,
  object: NewObject,
  mode: SaveMode,
  { id: upload, reserved }: Reserved,
): Promise<{ id: string }> {
  const reservation = { id: upload, owner: caller.userId, size: object.metadata.size, reserved };
  const { id, replaced } = await saveObject(sql, caller, object, mode, (tx) =>
    commitReservation(tx, object, reservation),
  );
  if (replaced) await deleteBlobs({ sql, blobs, log }, [replaced]);
  return { id };
}

/**
 * Runs an upload. After a failure, deletes its blob and releases its space. If the connection broke
 * during the commit, the outcome is unknown, so both are left to the next sweep.
 */
export async function discardOnFailure<T>(
  context: UploadContext,
  blob: string,
  upload: () => Promise<T>,
): Promise<T> {
  try {
    return await upload();
  } catch (error) {
    if (!isDatabaseAway(error)) await discardBlob(context, blob);
    throw error;
  }
}

/**
 * A new object with random ids.
 * @param size announced bytes, which the policy for senders compares with the reservation.
 */
export function draftObject(address: ObjectAddress, size = 0): NewObject {
  return {
    ...address,
    id: randomUUID(),
    version: randomUUID(),
    metadata: { ...EMPTY, contentLength: size },
    userMetadata: null,
  };
}

export function metadataOf(received: Omit<ReceivedUpload, "userMetadata">): ObjectMetadata {
  const { eTag, size, mimetype, cacheControl, plainPicture, sha256 } = received;
  return {
    eTag,
    size,
    contentLength: size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
    sha256,
    ...(plainPicture ? { plainPicture } : {}),
  };
}

/** The maximum file size of a bucket, in bytes. */
export function limitOf({ fileSizeLimit }: UploadContext, bucket: Bucket): number {
  return Math.min(bucket.file_size_limit ?? Number.POSITIVE_INFINITY, fileSizeLimit);
}

async function discardBlob({ sql, blobs, log }: UploadContext, blob: string): Promise<void> {
  await releaseSpace(sql, blob).catch((cause) => {
    log.error("A failed upload keeps its reserved space until the reservation expires.", cause);
  });
  await blobs.delete(blob).catch((cause) => {
    log.error("A refused upload's file is left for the next sweep.", cause);
  });
}

const EMPTY: ObjectMetadata = {
  eTag: '""',
  size: 0,
  contentLength: 0,
  mimetype: "application/octet-stream",
  cacheControl: "no-cache",
  lastModified: new Date(0).toISOString(),
  httpStatusCode: 200,
};
