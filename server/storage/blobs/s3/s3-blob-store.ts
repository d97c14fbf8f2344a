import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { assertBlobId, type BlobStore, isBlobId } from "../blob-store.ts";
import { type Bucket, deleteAll, openBucket } from "./bucket.ts";
import type { BucketLocation } from "./bucket-location.ts";
import { createS3PartialUploads } from "./s3-partial-uploads.ts";
import { cutIntoPieces } from "./upload-pieces.ts";

/** Names the database the bucket's prefix belongs to. */
const OWNER_KEY = "database";

/** Holds the id by which servers recognize that they use the same store. */
const ID_KEY = "store";

/**
 * Blobs as objects `blobs/<id>` of an S3-compatible store, partial uploads under `uploads/<id>/`.
 * Any number of processes may use the same prefix.
 * @throws {BlobStoreError} in one sentence when the bucket cannot be used.
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
 * A body that fits into one piece is one request. A larger one is joined from pieces at its end: the
 * age of an object counts from the start of its multipart upload, and the sweep of orphans must not
 * take a slow one for an old one.
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

/** @returns the object's text, which is the given one unless it existed. */
async function setOnce(bucket: Bucket, key: string, value: string): Promise<string> {
  if (!(await bucket.exists(key))) {
    await bucket.create(key, Buffer.from(value)).catch(async (error) => {
      if (!(await bucket.exists(key))) throw error;
    });
  }
  const stream = await bucket.get(key);
  return stream ? text(stream) : "";
}

/** Runs one piece of work after the other, for stores that cannot refuse to overwrite. */
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
