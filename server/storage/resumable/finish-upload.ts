import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Caller } from "../../auth/caller.ts";
import { waitForLock } from "../../database/wait-for-lock.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import {
  commitObject,
  discardOnFailure,
  draftObject,
  metadataOf,
  type UploadContext,
} from "../commit-object.ts";
import { StorageFailure, toFailure } from "../failure.ts";
import type { ObjectAddress } from "../object-key.ts";
import { getObjectUnchecked } from "../objects.ts";
import { HEAD_BYTES, isPlainPicture } from "../picture-check.ts";
import type { UploadDigests } from "./upload-digests.ts";
import { toPlan } from "./upload-plans.ts";

/** Maximum milliseconds for which another server may be finishing the same upload. */
const UPLOAD_FINISH_MS = 10 * 60_000;

/** Finishes an upload. Concurrent calls for the same upload share one run. */
export type FinishUpload = (id: string, caller: Caller) => Promise<void>;

interface FinishContext extends UploadContext {
  digests: Pick<UploadDigests, "find">;
}

/** Creates the objects of complete uploads. */
export function createFinishUpload(context: FinishContext): FinishUpload {
  const finishing = new Map<string, Promise<void>>();
  return (id, caller) => {
    const running = finishing.get(id);
    if (running) return running;
    const work = finishAlone(context, id, caller).finally(() => finishing.delete(id));
    finishing.set(id, work);
    return work;
  };
}

/** Another server may run this as well, for a client that missed the first response. */
async function finishAlone(context: FinishContext, id: string, caller: Caller): Promise<void> {
  const deadline = Date.now() + UPLOAD_FINISH_MS;
  const lock = await waitForLock(context.session, `finish ${id}`, { deadline });
  try {
    await finish(context, id, caller);
  } finally {
    await lock?.release();
  }
}

/** Idempotent: an earlier attempt may have failed after any step. */
async function finish(context: FinishContext, id: string, caller: Caller): Promise<void> {
  const { blobs, digests } = context;
  const upload = await blobs.uploads.find(id);
  if (!upload || upload.finished) return;
  const { address, mode, mimetype, cacheControl, reserved } = toPlan(upload.metadata);
  const eTag = eTagOf(id);
  const draft = draftObject(address);
  try {
    await discardOnFailure(context, draft.version, async () => {
      await blobs.uploads.publish(id, draft.version);
      const plainPicture = isPlainPicture(mimetype, await readHead(blobs, draft.version));
      const { size } = upload;
      const sha256 = digests.find(id, size) ?? (await digestOf(blobs, draft.version));
      const metadata = metadataOf({ eTag, size, mimetype, cacheControl, plainPicture, sha256 });
      await commitObject(context, caller, { ...draft, metadata }, mode, { id, reserved });
    });
  } catch (error) {
    if (!(await isCommitted(context, address, eTag, error))) throw error;
  }
  await blobs.uploads.finish(id);
}

/** Whether an earlier attempt succeeded although its response was lost. */
async function isCommitted(
  { sql }: UploadContext,
  address: ObjectAddress,
  eTag: string,
  error: unknown,
): Promise<boolean> {
  const failure = toFailure(error);
  if (!(failure instanceof StorageFailure) || failure.code !== 409) return false;
  return (await getObjectUnchecked(sql, address)).metadata.eTag === eTag;
}

async function readHead(blobs: BlobStore, id: string): Promise<Uint8Array> {
  const stream = await blobs.get(id, { start: 0, end: HEAD_BYTES - 1 });
  return stream ? buffer(stream) : new Uint8Array();
}

/**
 * Reads the whole blob, because parts of it were received by another server or before a restart.
 */
async function digestOf(blobs: BlobStore, id: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of (await blobs.get(id)) ?? []) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}

/** An opaque ETag, the same for every attempt, because hashing gigabytes is slow. */
function eTagOf(id: string): string {
  return `"${createHash("sha256").update(`upload ${id}`).digest("hex").slice(0, 32)}"`;
}
