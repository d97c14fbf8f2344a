import { UPLOAD_LIFETIME_MS } from "../../limits/limits.ts";
import type { UploadContext } from "../commit-object.ts";
import { hasReservation, releaseSpace } from "../reservations.ts";
import { toPlan } from "./object-plan.ts";

type Context = Pick<UploadContext, "sql" | "blobs">;

/** Deletes an upload and releases its space. */
export async function deleteUpload({ sql, blobs }: Context, id: string): Promise<void> {
  await blobs.uploads.delete(id);
  await releaseSpace(sql, id);
}

/** Deletes expired and canceled uploads. @returns how many. */
export async function sweepUploads(context: Context, now = Date.now()): Promise<number> {
  let deleted = 0;
  for await (const { id, modified } of context.blobs.uploads.list()) {
    if (now - modified < UPLOAD_LIFETIME_MS && !(await isCanceled(context, id))) continue;
    await deleteUpload(context, id);
    deleted++;
  }
  return deleted;
}

async function isCanceled({ sql, blobs }: Context, id: string): Promise<boolean> {
  const upload = await blobs.uploads.find(id);
  if (!upload || upload.finished) return false;
  const { address, reserved } = toPlan(upload.metadata);
  return reserved && !(await hasReservation(sql, address));
}
