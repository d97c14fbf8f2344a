import { text } from "node:stream/consumers";
import {
  assertBlobId,
  isBlobId,
  type PartialUpload,
  type PartialUploads,
  type UploadRecord,
} from "../blob-store.ts";
import { type Bucket, deleteAll } from "./bucket.ts";
import type { StoredPart } from "./join-objects.ts";
import {
  chainPieces,
  cutIntoPieces,
  endOf,
  type Piece,
  pieceName,
  readPiece,
} from "./upload-pieces.ts";

/**
 * Partial uploads as objects: `uploads/<id>/record`, and one or more pieces per request. Nothing is
 * read back until the end. The offset is the end of the chain of pieces, so all servers agree on
 * it.
 * @param publish makes a blob from the pieces.
 */
export function createS3PartialUploads(
  bucket: Bucket,
  publish: (parts: readonly StoredPart[], blobId: string) => Promise<void>,
): PartialUploads {
  return {
    create: async (id, record) => saveRecord(bucket, id, { ...record, finished: false }),
    find: async (id) => findUpload(bucket, id),
    append: async (id, source, offset, fence = 0) =>
      appendPieces(bucket, { id, offset, fence }, source),
    async publish(id, blobId) {
      const upload = await readUpload(bucket, id);
      if (!upload || upload.record.finished) throw new Error("There is no such upload.");
      await publish(upload.chain, blobId);
    },
    async finish(id) {
      const record = await readRecord(bucket, id);
      if (record) await saveRecord(bucket, id, { ...record, finished: true });
      for await (const { key } of bucket.list(folderOf(id))) {
        if (readPiece(key, 0)) await bucket.delete(key);
      }
    },
    async delete(id) {
      // Without its record, an upload does not exist; the next sweep deletes remaining pieces.
      await bucket.delete(recordKey(id));
      await deleteAll(bucket, folderOf(id));
    },
    list: () => listUploads(bucket),
  };
}

interface StoredRecord extends UploadRecord {
  finished: boolean;
}

async function findUpload(bucket: Bucket, id: string): Promise<PartialUpload | null> {
  const upload = await readUpload(bucket, id);
  if (!upload) return null;
  const { record, chain, modified } = upload;
  const offset = record.finished ? record.size : endOf(chain.at(-1));
  return { ...record, offset, modified };
}

async function appendPieces(
  bucket: Bucket,
  { id, offset, fence }: { id: string; offset: number; fence: number },
  source: AsyncIterable<Uint8Array>,
): Promise<number | null> {
  const upload = await readUpload(bucket, id);
  if (!upload || upload.record.finished) return null;
  const last = upload.chain.at(-1);
  if (endOf(last) !== offset) throw new Error("Another server has continued this upload.");
  let end = offset;
  let after = last?.fence ?? 0;
  for await (const { bytes } of cutIntoPieces(source)) {
    await bucket.put(`${folderOf(id)}${pieceName({ offset: end, fence, after })}`, bytes);
    end += bytes.byteLength;
    after = fence;
  }
  return end;
}

async function readUpload(bucket: Bucket, id: string) {
  const [record, { pieces, modified }] = await Promise.all([
    readRecord(bucket, id),
    listPieces(bucket, id),
  ]);
  return record && { record, chain: chainPieces(pieces), modified };
}

async function listPieces(bucket: Bucket, id: string) {
  const pieces: Piece[] = [];
  let modified = 0;
  for await (const object of bucket.list(folderOf(id))) {
    modified = Math.max(modified, object.modified);
    const piece = readPiece(object.key, object.size);
    if (piece) pieces.push(piece);
  }
  return { pieces, modified };
}

/** Keys are sorted, so the objects of one upload are adjacent. */
async function* listUploads(bucket: Bucket) {
  let current = { id: "", modified: 0 };
  for await (const { key, modified } of bucket.list("uploads/")) {
    const id = key.split("/")[1] ?? "";
    if (!isBlobId(id)) continue;
    if (current.id !== id) {
      if (current.id) yield current;
      current = { id, modified: 0 };
    }
    current.modified = Math.max(current.modified, modified);
  }
  if (current.id) yield current;
}

async function readRecord(bucket: Bucket, id: string): Promise<StoredRecord | null> {
  const stream = await bucket.get(recordKey(id));
  return stream && (JSON.parse(await text(stream)) as StoredRecord);
}

async function saveRecord(bucket: Bucket, id: string, record: StoredRecord): Promise<void> {
  await bucket.put(recordKey(id), Buffer.from(JSON.stringify(record)));
}

function recordKey(id: string): string {
  return `${folderOf(id)}record`;
}

function folderOf(id: string): string {
  assertBlobId(id);
  return `uploads/${id}/`;
}
