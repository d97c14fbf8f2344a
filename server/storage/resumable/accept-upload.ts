import type { Upload } from "@tus/server";
import type { Caller } from "../../auth/caller.ts";
import { draftObject, limitOf, type UploadContext } from "../commit-object.ts";
import { refuse } from "../failure.ts";
import { parseBucket, parseKey } from "../object-key.ts";
import { checkMaySave, getBucket } from "../objects.ts";
import { hasReservation, reserveSpace } from "../reservations.ts";
import { acceptType, cacheControlOf } from "../upload-headers.ts";
import type { ObjectPlan } from "./object-plan.ts";

/** Seconds the space of a resumable upload is reserved before its first chunk. */
const UNSTARTED_UPLOAD_SECONDS = 5 * 60;

/**
 * Checks a new upload's metadata, size and rights, and reserves its space.
 * @throws {StorageFailure} when it is refused.
 */
export async function acceptUpload(
  context: UploadContext,
  upload: Upload,
  caller: Caller,
  upsert: boolean,
): Promise<ObjectPlan> {
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
  const mode = upsert ? "upsert" : "create";
  await checkMaySave(sql, caller, draftObject(address), mode);
  const reserved = await hasReservation(sql, address);
  await reserveSpace(
    sql,
    address,
    { id: upload.id, owner: caller.userId, size },
    UNSTARTED_UPLOAD_SECONDS,
  );
  return {
    address,
    mode,
    mimetype,
    cacheControl: cacheControlOf(given.cacheControl ? `max-age=${given.cacheControl}` : null),
    owner: caller.userId ?? "",
    reserved,
  };
}
