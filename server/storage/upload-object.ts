import type { Caller } from "../auth/caller.ts";
import {
  commitObject,
  discardOnFailure,
  draftObject,
  limitOf,
  metadataOf,
  type UploadContext,
} from "./commit-object.ts";
import type { ObjectAddress } from "./object-key.ts";
import { checkMaySave, getBucket, type SaveMode } from "./objects.ts";
import { receiveUpload } from "./receive-upload.ts";
import { hasReservation } from "./reservations.ts";
import { reserveIncoming } from "./reserve-incoming.ts";
import { discardBody } from "./upload-body.ts";

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
  const id = draft.version;
  try {
    return await discardOnFailure(context, id, async () => {
      const bucket = await getBucket(sql, address.bucket);
      await checkMaySave(sql, caller, draft, mode);
      const reserved = await hasReservation(sql, address);
      const rules = { limit: limitOf(context, bucket), mimeTypes: bucket.allowed_mime_types };
      const declared = declaredSize(request, rules.limit);
      const reserving = await reserveIncoming(sql, address, { id, owner: caller.userId }, declared);
      const received = await receiveUpload(request, rules, (source) =>
        blobs.put(id, reserving(source)),
      );
      const { userMetadata } = received;
      const object = { ...draft, metadata: metadataOf(received), userMetadata };
      return commitObject(context, caller, object, mode, { id, reserved });
    });
  } catch (error) {
    await discardBody(request);
    throw error;
  }
}

/**
 * The length of a file that is sent raw. A multipart body is longer than its file, and a length
 * over the limit is rejected before it is read.
 */
function declaredSize({ headers }: Request, limit: number): number | null {
  const length = Number(headers.get("content-length") ?? Number.NaN);
  const form = /^multipart\/form-data\b/i.test(headers.get("content-type") ?? "");
  return form || !(length <= limit) ? null : length;
}
