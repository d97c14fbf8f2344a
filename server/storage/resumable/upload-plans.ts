import { ERRORS, type Upload } from "@tus/server";
import type { Caller } from "../../auth/caller.ts";
import { UPLOAD_LIFETIME_MS } from "../../limits/limits.ts";
import type { UploadRecord } from "../blobs/blob-store.ts";
import { draftObject, limitOf, type UploadContext } from "../commit-object.ts";
import { refuse } from "../failure.ts";
import { type ObjectAddress, parseBucket, parseKey } from "../object-key.ts";
import { checkMaySave, getBucket, type SaveMode } from "../objects.ts";
import { acceptType, cacheControlOf } from "../receive-upload.ts";
import {
  extendReservation,
  hasReservation,
  holdPath,
  releaseSpace,
  reserveSpace,
  type SpaceReservation,
} from "../reservations.ts";

/** Seconds for which an upload's space is reserved before its first chunk. */
const UNSTARTED_UPLOAD_SECONDS = 5 * 60;

/** Maximum seconds before the first chunk of a visitor's upload. */
const FIRST_CHUNK_SECONDS = 10 * 60;

/** Seconds for which space is reserved after each chunk: until the sweep. */
const STARTED_UPLOAD_SECONDS = 26 * 60 * 60;

/** The object that an upload becomes, as stored in the upload's metadata. */
interface ObjectPlan {
  address: ObjectAddress;
  mode: SaveMode;
  mimetype: string;
  cacheControl: string;
  /** User id of the creator; empty for the secret key. */
  owner: string;
  /** Whether the path had a reservation in the drive. */
  reserved: boolean;
}

/**
 * Checks a new upload's metadata, size and rights, and reserves its space.
 * @returns the metadata to store, which `toPlan` reads.
 * @throws {StorageFailure} when it is refused.
 */
export async function acceptUpload(
  context: UploadContext,
  upload: Upload,
  caller: Caller,
  upsert: boolean,
): Promise<UploadRecord["metadata"]> {
  const { sql } = context;
  const { size = 0 } = upload;
  const given = upload.metadata ?? {};
  const address = {
    bucket: parseBucket(given.bucketName ?? ""),
    key: parseKey(given.objectName ?? ""),
  };
  const bucket = await getBucket(sql, address.bucket);
  if (size > limitOf(context, bucket)) throw refuse.tooLarge();
  const type = given.contentType || "application/octet-stream";
  const mimetype = acceptType(type, bucket.allowed_mime_types);
  await checkMaySave(sql, caller, draftObject(address, size), upsert ? "upsert" : "create");
  const reserved = await hasReservation(sql, address);
  const space = { id: upload.id, owner: caller.userId, size };
  await claimSpace(context, caller, address, { ...space, arrived: 0 }, UNSTARTED_UPLOAD_SECONDS);
  return {
    bucketName: address.bucket,
    objectName: address.key,
    contentType: mimetype,
    cacheControl: cacheControlOf(given.cacheControl ? `max-age=${given.cacheControl}` : null),
    owner: caller.userId ?? "",
    upsert: String(upsert),
    reserved: String(reserved),
  };
}

/**
 * Admits only the owner of an upload, and only while they may save at its path.
 * @param finish called when all bytes are stored but creating the object has failed.
 * @throws {StorageFailure} when the request is refused.
 */
export async function admitRequest(
  context: UploadContext,
  { method, id, caller }: { method: string; id: string; caller: Caller },
  finish: () => Promise<void>,
): Promise<void> {
  const { sql, blobs } = context;
  const upload = await blobs.uploads.find(id);
  if (!upload) return;
  const plan = toPlan(upload.metadata);
  if (plan.owner !== (caller.userId ?? "")) throw refuse.denied();
  const object = draftObject(plan.address, upload.size);
  // The object exists. A caller who may no longer save there gets no information about it.
  if (upload.finished) return checkMaySave(sql, caller, object, "create").catch(ignoreDuplicate);
  if (upload.offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
  if (method === "HEAD" && upload.offset === upload.size) return finish();
  await checkMaySave(sql, caller, object, plan.mode);
  if (method !== "PATCH") return;
  // Every chunk extends the reservation; a visitor's first request extends it briefly.
  const { offset: arrived } = upload;
  const seconds = caller.role === "anon" && arrived === 0 ? FIRST_CHUNK_SECONDS : undefined;
  if (plan.reserved && !(await extendReservation(sql, plan.address, seconds))) {
    await deleteUpload(context, id);
    throw refuse.uploadCanceled();
  }
  const space = { id, owner: caller.userId, size: upload.size, arrived };
  await claimSpace(context, caller, plan.address, space, STARTED_UPLOAD_SECONDS);
}

/** Assigns the link's reserved path to a visitor's upload. */
async function claimSpace(
  { sql, blobs }: UploadContext,
  caller: Caller,
  address: ObjectAddress,
  space: SpaceReservation & { arrived: number },
  lifetime: number,
): Promise<void> {
  if (caller.role !== "anon") return reserveSpace(sql, address, space, lifetime);
  const ended = await holdPath(sql, address, { id: space.id, size: space.arrived }, lifetime);
  for (const id of ended) await blobs.uploads.delete(id);
}

/** Policies are checked first: only callers who may save may learn that a key is taken. */
function ignoreDuplicate(error: unknown): void {
  if ((error as { code?: unknown }).code !== "23505") throw error;
}

type StoredUploads = Pick<UploadContext, "sql" | "blobs">;

/**
 * Deletes expired and canceled uploads.
 * @returns the number of deleted uploads.
 */
export async function sweepUploads(context: StoredUploads, now = Date.now()): Promise<number> {
  let deleted = 0;
  for await (const { id, modified } of context.blobs.uploads.list()) {
    if (now - modified < UPLOAD_LIFETIME_MS && !(await isCanceled(context, id))) continue;
    await deleteUpload(context, id);
    deleted++;
  }
  return deleted;
}

async function isCanceled({ sql, blobs }: StoredUploads, id: string): Promise<boolean> {
  const upload = await blobs.uploads.find(id);
  if (!upload || upload.finished) return false;
  const { address, reserved } = toPlan(upload.metadata);
  return reserved && !(await hasReservation(sql, address));
}

/** Deletes an upload and releases its space. */
async function deleteUpload({ sql, blobs }: StoredUploads, id: string): Promise<void> {
  await blobs.uploads.delete(id);
  await releaseSpace(sql, id);
}

export function toPlan(metadata: UploadRecord["metadata"]): ObjectPlan {
  return {
    address: { bucket: metadata.bucketName ?? "", key: metadata.objectName ?? "" },
    mode: metadata.upsert === "true" ? "upsert" : "create",
    mimetype: metadata.contentType ?? "application/octet-stream",
    cacheControl: metadata.cacheControl ?? "no-cache",
    owner: metadata.owner ?? "",
    reserved: metadata.reserved === "true",
  };
}
