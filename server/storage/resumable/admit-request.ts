import { ERRORS } from "@tus/server";
import type { Caller } from "../../auth/caller.ts";
import type { PartialUpload } from "../blobs/blob-store.ts";
import { draftObject, type UploadContext } from "../commit-object.ts";
import { refuse } from "../failure.ts";
import { checkMaySave } from "../objects.ts";
import { extendReservation, reserveSpace } from "../reservations.ts";
import { deleteUpload } from "./delete-upload.ts";
import { type ObjectPlan, toPlan } from "./object-plan.ts";

/** Seconds an upload's space is reserved after each chunk: until the sweep after its lifetime. */
const STARTED_UPLOAD_SECONDS = 26 * 60 * 60;

/**
 * Allows only the owner to access an upload, and only while they may save there.
 * @param finish called when all bytes are stored, but creating the object failed then.
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
  const object = draftObject(plan.address);
  // The object exists; a caller who may no longer save there learns nothing about it.
  if (upload.finished) return checkMaySave(sql, caller, object, "upsert");
  if (upload.offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
  if (method === "HEAD" && upload.offset === upload.size) return finish();
  await checkMaySave(sql, caller, object, plan.mode);
  if (method === "PATCH") await extendUpload(context, id, upload, plan, caller);
}

/** Extends the reservations with every chunk. @throws {StorageFailure} 410 when canceled. */
async function extendUpload(
  context: UploadContext,
  id: string,
  { size }: PartialUpload,
  { address, reserved }: ObjectPlan,
  caller: Caller,
): Promise<void> {
  const { sql } = context;
  if (reserved && !(await extendReservation(sql, address))) {
    await deleteUpload(context, id);
    throw refuse.uploadCanceled();
  }
  await reserveSpace(sql, address, { id, owner: caller.userId, size }, STARTED_UPLOAD_SECONDS);
}
