import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { assertBlobId, type BlobStore, isBlobId } from "../blob-store.ts";
import { type Bucket, deleteAll, openBucket } from "./bucket.ts";
import type { BucketLocation } from "./bucket-location.ts";
import { createS3PartialUploads } from "./s3-partial-uploads.ts";
import { cutIntoPieces } from "./upload-pieces.ts";

/** Object with the id of the database that the prefix belongs to. */
const OWNER_KEY = "database";

/** Object with the id by which servers recognize that they share the store. */
const ID_KEY = "store";

/**
 * Blobs as objects `blobs/<id>` of an S3-compatible store, partial uploads under `uploads/<id>/`.
 * Any number of processes may share the prefix.
 * @throws {BlobStoreError} with one sentence if the bucket cannot be used.
 */
export async function openS3BlobStore(location: BucketLocation): Promise<BlobStore> {
  const bucket = await openBucket(location);
  const claimOnce = createQueue();
  return {
    put: async (id, source) => putObject(bucket, locate(id), source),
    get: async (id, range) => bucket.get(locate(id), range),
    exists: async (id) => bucket.exists(locate(id)),
    delete: async (id) => bucket.delete(locate(id)),
    copy: async (from, to) => bucket.copy(locate(from), locate(to)),
    list: () => listBlobs(bucket),
    claim: (database) =>
      claimOnce(async () => (await setOnce(bucket, OWNER_KEY, database)) === database),
    release: (database) =>
      claimOnce(async () => {
        const owner = await bucket.get(OWNER_KEY);
        if (owner && (await text(owner)) === database) await bucket.delete(OWNER_KEY);
      }),
    identify: () => claimOnce(() => setOnce(bucket, ID_KEY, randomUUID())),
    uploads: createS3PartialUploads(bucket, (parts, blobId) => bucket.join(parts, locate(blobId))),
  };
}

/**
 * Stores a body. If it fits into one piece, it takes one request; otherwise pieces are joined at
 * the end. S3's own multipart upload is not used, because an object's age counts from its start, so
 * the sweep would mistake a slow upload for an old orphan.
 */
export async function putObject(
  bucket: Bucket,
  key: string,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  const staging = `uploads/${randomUUID()}/`;
  const pieces: { key: string; size: number }[] = [];
  try {
    for await (const { bytes, isLast } of cutIntoPieces(source)) {
      if (isLast && pieces.length === 0) return await bucket.create(key, bytes);
      await stage(bytes);
    }
    if (pieces.length === 0) return await bucket.create(key, new Uint8Array());
    await bucket.join(pieces, key);
  } finally {
    if (pieces.length > 0) await deleteAll(bucket, staging).catch(() => {});
  }

  async function stage(piece: Uint8Array) {
    const at = `${staging}${String(pieces.length).padStart(6, "0")}`;
    pieces.push({ key: at, size: piece.byteLength });
    await bucket.put(at, piece);
  }
}

async function* listBlobs(bucket: Bucket) {
  for await (const { key, modified } of bucket.list("blobs/")) {
    const id = key.slice("blobs/".length);
    if (isBlobId(id)) yield { id, modified };
  }
}

/** @returns the object's text: the given one unless the object existed. */
async function setOnce(bucket: Bucket, key: string, value: string): Promise<string> {
  if (!(await bucket.exists(key))) {
    await bucket.create(key, Buffer.from(value)).catch(async (error) => {
      if (!(await bucket.exists(key))) throw error;
    });
  }
  const stream = await bucket.get(key);
  return stream ? text(stream) : "";
}

/** Runs operations one after another, for stores that cannot refuse to overwrite. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work, work);
    last = run.catch(() => {});
    return run;
  };
}

function locate(id: string): string {
  assertBlobId(id);
  return `blobs/${id}`;
}
