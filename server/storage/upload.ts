import { randomUUID } from "node:crypto";
import type { Caller } from "../auth/caller.ts";
import type { Sql } from "../database/connect.ts";
import type { Log } from "../log/log.ts";
import type { BlobStore } from "./blob-store.ts";
import type { ObjectAddress } from "./object-key.ts";
import {
  type Bucket,
  checkMaySave,
  getBucket,
  getObject,
  type NewObject,
  type ObjectMetadata,
  type SaveMode,
  saveObject,
} from "./objects.ts";
import { discardBody, type ReceivedUpload, receiveUpload } from "./receive-upload.ts";
import { commitReservation, hasReservation, releaseSpace, reserveSpace } from "./reservations.ts";
import { reserveIncoming } from "./reserve-incoming.ts";

export interface UploadContext {
  sql: Sql;
  blobs: BlobStore;
  log: Log;
  fileSizeLimit: number;
}

/**
 * Stores a request's file: policies are checked first, then the bytes are made durable, then the
 * row is committed under the policies again. A failure at any step leaves neither blob nor row.
 */
export async function uploadObject(
  context: UploadContext,
  request: Request,
  caller: Caller,
  address: ObjectAddress,
  mode: SaveMode,
): Promise<{ id: string }> {
  const { sql, blobs } = context;
  const draft = draftObject(address);
  try {
    const bucket = await getBucket(sql, address.bucket);
    await checkMaySave(sql, caller, draft, mode);
    const reserved = await hasReservation(sql, address);
    const rules = { limit: limitOf(context, bucket), mimeTypes: bucket.allowed_mime_types };
    const incoming = { id: draft.version, owner: caller.userId };
    const declared = declaredSize(request, rules.limit);
    const reserving = await reserveIncoming(sql, address, incoming, declared);
    const received = await receiveUpload(request, rules, (source) =>
      blobs.write(draft.version, reserving(source)),
    );
    const metadata = metadataOf(received);
    const object = { ...draft, metadata, userMetadata: received.userMetadata };
    return await commit(context, caller, object, mode, { id: incoming.id, reserved });
  } catch (error) {
    await removeDraft(context, draft.version, error);
    await discardBody(request);
    throw error;
  }
}

/**
 * Creates an object from bytes that are already on disk.
 * @param options.id the id its space is reserved under.
 * @param options.store stores the blob under `object.version`; undone when the row is rejected.
 */
export async function commitObject(
  context: UploadContext,
  caller: Caller,
  object: NewObject,
  mode: SaveMode,
  options: Upload & { store: () => Promise<void> },
): Promise<void> {
  try {
    await options.store();
    await commit(context, caller, object, mode, options);
  } catch (error) {
    await removeDraft(context, object.version, error);
    throw error;
  }
}

/** The maximum file size of a bucket, bytes. */
export function limitOf({ fileSizeLimit }: UploadContext, bucket: Bucket): number {
  return Math.min(bucket.file_size_limit ?? Number.POSITIVE_INFINITY, fileSizeLimit);
}

/** An object about to be stored, under new random ids. */
export function draftObject(address: ObjectAddress, known?: KnownMetadata): NewObject {
  const metadata = known ? metadataOf(known) : EMPTY;
  return { ...address, id: randomUUID(), version: randomUUID(), metadata, userMetadata: null };
}

/** Copies an object the caller may read to a key the caller may create. */
export async function copyObject(
  context: UploadContext,
  caller: Caller,
  from: ObjectAddress,
  to: ObjectAddress,
): Promise<{ id: string }> {
  const { sql, blobs } = context;
  const source = await getObject(sql, caller, from);
  const { metadata, user_metadata: userMetadata } = source;
  const copy: NewObject = { ...draftObject(to), metadata, userMetadata };
  try {
    await checkMaySave(sql, caller, copy, "create");
    const reserved = await hasReservation(sql, to);
    const incoming = { id: copy.version, owner: caller.userId, size: Number(metadata.size) };
    await reserveSpace(sql, to, incoming, COPY_LIFETIME);
    await blobs.copy(source.version, copy.version);
    return await commit(context, caller, copy, "create", { id: incoming.id, reserved });
  } catch (error) {
    await removeDraft(context, copy.version, error);
    throw error;
  }
}

interface Upload {
  /** The id its space is reserved under. */
  id: string;
  /** Whether the path has a reservation. */
  reserved: boolean;
}

/** Seconds; a disk copies the largest file in less. */
const COPY_LIFETIME = 60 * 60;

/**
 * The length of a file that is sent raw. A multipart body is longer than its file, and a length
 * over the limit is rejected before it is read.
 */
function declaredSize({ headers }: Request, limit: number): number | null {
  const length = Number(headers.get("content-length") ?? Number.NaN);
  const form = /^multipart\/form-data\b/i.test(headers.get("content-type") ?? "");
  return form || !(length <= limit) ? null : length;
}

async function commit(
  { sql, blobs, log }: UploadContext,
  caller: Caller,
  object: NewObject,
  mode: SaveMode,
  { id: upload, reserved }: Upload,
): Promise<{ id: string }> {
  const reservation = { id: upload, owner: caller.userId, size: object.metadata.size, reserved };
  const { id, replaced } = await saveObject(sql, caller, object, mode, (tx) =>
    commitReservation(tx, object, reservation),
  );
  if (replaced) {
    await blobs.remove(replaced).catch((error) => {
      log.error("A replaced object's file is left for the next sweep.", error);
    });
  }
  return { id };
}

/**
 * Removes a blob whose row was not committed. If the connection broke during the commit, its
 * outcome is unknown, so the blob stays, for the row or for the next sweep.
 */
async function removeDraft(
  { sql, blobs, log }: UploadContext,
  blob: string,
  error: unknown,
): Promise<void> {
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && /^(CONNECTION_|08|57P)|^E(CONN|PIPE)/.test(code)) return;
  await releaseSpace(sql, blob).catch((cause) => {
    log.error("A failed upload keeps its reserved space until the reservation expires.", cause);
  });
  await blobs.remove(blob).catch((cause) => {
    log.error("A refused upload's file is left for the next sweep.", cause);
  });
}

type KnownMetadata = Omit<ReceivedUpload, "userMetadata">;

function metadataOf(received: KnownMetadata): ObjectMetadata {
  const { eTag, size, mimetype, cacheControl, plainPicture } = received;
  return {
    eTag,
    size,
    contentLength: size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    httpStatusCode: 200,
    ...(plainPicture ? { plainPicture } : {}),
  };
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
