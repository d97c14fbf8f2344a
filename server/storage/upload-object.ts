import { SMALL_FILE_BYTES } from "../../shared/limits.ts";
import type { Caller } from "../auth/caller.ts";
import type { Sql } from "../database/connect.ts";
import { DISCARD_BYTES } from "../limits/limits.ts";
import {
  commitObject,
  discardOnFailure,
  draftObject,
  limitOf,
  metadataOf,
  type UploadContext,
} from "./commit-object.ts";
import type { ObjectAddress } from "./object-key.ts";
import { type Bucket, checkMaySave, getBucket, getObject, type SaveMode } from "./objects.ts";
import { receiveUpload } from "./receive-upload.ts";
import {
  extendReservation,
  hasReservation,
  reserveSpace,
  type SpaceReservation,
} from "./reservations.ts";
import { discardBody } from "./upload-body.ts";

/**
 * Seconds for which the space of a plain upload is reserved; a stalled upload is aborted sooner.
 * @limit drive: a reservation for incoming bytes, renewed while they arrive
 */
const PLAIN_UPLOAD_SECONDS = 5 * 60;

/** Milliseconds between renewals of an upload's reservation. */
const RESERVATION_RENEWAL_MS = 60_000;

/**
 * Number of bytes reserved at a time for an upload of unknown length.
 * @limit drive: space reserved at a time for an upload of unknown length
 */
const RESERVATION_STEP_BYTES = 4 * 1024 * 1024;

/** Seconds for which the space of a copy is reserved; disks copy the largest file faster. */
const COPY_SECONDS = 60 * 60;

/**
 * Stores a request's file. Checks the policies first, then stores the bytes durably, then commits the
 * row under the policies again. A failure at any step leaves neither blob nor row.
 * @param known what was already read for several files.
 */
export async function uploadObject(
  context: UploadContext,
  request: Request,
  caller: Caller,
  address: ObjectAddress,
  mode: SaveMode,
  known: { bucket?: Bucket; reserved?: boolean } = {},
): Promise<{ id: string }> {
  const { sql, blobs } = context;
  const draft = draftObject(address);
  const id = draft.version;
  try {
    const bucket = known.bucket ?? (await getBucket(sql, address.bucket));
    const rules = { limit: limitOf(context, bucket), mimeTypes: bucket.allowed_mime_types };
    const declared = declaredSize(request, rules.limit);
    // A visitor's file must have the size that the link has reserved.
    const isSmall = declared !== null && declared <= SMALL_FILE_BYTES && caller.role !== "anon";
    return await discardOnFailure(context, id, async () => {
      const reserved = known.reserved ?? (await hasReservation(sql, draft));
      let reserving = unchanged;
      // For small files at reserved paths, policies are checked only at the commit: the path cannot
      // be guessed, its space is counted, and discarding few bytes is cheap.
      if (!(reserved && isSmall)) {
        await checkMaySave(sql, caller, draft, mode);
        reserving = await reserveIncoming(sql, address, { id, owner: caller.userId }, declared);
      }
      const { userMetadata, ...received } = await receiveUpload(request, rules, (source) =>
        blobs.put(id, reserving(source)),
      );
      const object = { ...draft, metadata: metadataOf(received), userMetadata };
      return commitObject(context, caller, object, mode, { id, reserved });
    });
  } catch (error) {
    await discardBody(request);
    throw error;
  }
}

/** Copies an object from a readable key to a key that the caller may create. */
export async function copyObject(
  context: UploadContext,
  caller: Caller,
  from: ObjectAddress,
  to: ObjectAddress,
): Promise<{ id: string }> {
  const { sql, blobs } = context;
  const source = await getObject(sql, caller, from);
  const { metadata, user_metadata: userMetadata } = source;
  const object = { ...draftObject(to), metadata, userMetadata };
  const id = object.version;
  return discardOnFailure(context, id, async () => {
    const reserved = await hasReservation(sql, to);
    await checkMaySave(sql, caller, object, "create");
    const space = { id, owner: caller.userId, size: Number(metadata.size) };
    await reserveSpace(sql, to, space, COPY_SECONDS);
    await blobs.copy(source.version, id);
    return commitObject(context, caller, object, "create", { id, reserved });
  });
}

const unchanged = (source: AsyncIterable<Uint8Array>) => source;

/**
 * The declared length of a file that is sent raw. Null for a multipart body, which is longer than
 * its file, and for lengths over the limit, which are rejected before the body is read.
 */
function declaredSize({ headers }: Request, limit: number): number | null {
  const length = Number(headers.get("content-length") ?? Number.NaN);
  const form = /^multipart\/form-data\b/i.test(headers.get("content-type") ?? "");
  return form || !(length <= limit) ? null : length;
}

/**
 * Reserves space for a request's body: at once if its length is declared, otherwise ahead of the
 * received bytes, so that concurrent uploads cannot exceed the quota together.
 * @param declared bytes; null when the length of the file is unknown.
 * @returns the same chunks, each passed on only after its space is reserved.
 * @throws PT413 when there is not enough space.
 */
async function reserveIncoming(
  sql: Sql,
  address: ObjectAddress,
  { id, owner }: Pick<SpaceReservation, "id" | "owner">,
  declared: number | null,
): Promise<(source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>> {
  let reserved = 0;
  let renewed = Date.now();
  const reserve = async (size: number) => {
    if (owner) await reserveSpace(sql, address, { id, owner, size }, PLAIN_UPLOAD_SECONDS);
    // Extends the reservation made for a link.
    else await extendReservation(sql, address, PLAIN_UPLOAD_SECONDS);
    reserved = size;
    renewed = Date.now();
  };
  if (declared !== null) await reserve(declared);
  return async function* (source) {
    let received = 0;
    let refusal: { error: unknown; at: number } | undefined;
    for await (const chunk of source) {
      received += chunk.byteLength;
      if (!refusal) {
        try {
          // The last bytes may fit when a whole step does not.
          if (received > reserved)
            await reserve(received + RESERVATION_STEP_BYTES).catch(() => reserve(received));
          else if (Date.now() - renewed > RESERVATION_RENEWAL_MS) await reserve(reserved);
          yield chunk;
        } catch (error) {
          refusal = { error, at: received };
        }
      }
      // Most clients read the response only after sending everything.
      if (refusal && received - refusal.at > DISCARD_BYTES) break;
    }
    if (refusal) throw refusal.error;
  };
}
