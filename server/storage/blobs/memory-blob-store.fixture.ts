import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import {
  assertBlobId,
  type BlobStore,
  type PartialUpload,
  type PartialUploads,
} from "./blob-store.ts";

/** A blob store for tests, which proves that the interface does not require a file system. */
export function createMemoryBlobStore(): BlobStore {
  const blobs = new Map<string, { bytes: Buffer; modified: number }>();
  let owner: string | undefined;
  const ownId = randomUUID();
  const store = (id: string, bytes: Buffer) => {
    assertFree(blobs, id);
    blobs.set(id, { bytes, modified: Date.now() });
  };
  return {
    async put(id, source) {
      assertFree(blobs, id);
      store(id, await readAll(source));
    },
    async get(id, range) {
      assertBlobId(id);
      const bytes = blobs.get(id)?.bytes;
      if (!bytes) return null;
      return Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
    },
    exists: async (id) => blobs.has(id),
    async delete(id) {
      assertBlobId(id);
      blobs.delete(id);
    },
    async copy(from, to) {
      const source = blobs.get(from);
      if (!source) throw new Error("No such blob.");
      store(to, source.bytes);
    },
    async *list() {
      for (const [id, { modified }] of blobs) yield { id, modified };
    },
    async claim(database) {
      owner ??= database;
      return owner === database;
    },
    async release(database) {
      if (owner === database) owner = undefined;
    },
    identify: async () => ownId,
    uploads: createMemoryPartialUploads(store),
  };
}

function createMemoryPartialUploads(store: (id: string, bytes: Buffer) => void): PartialUploads {
  const uploads = new Map<string, PartialUpload & { bytes: Buffer | null }>();
  return {
    async create(id, record) {
      assertFree(uploads, id);
      const bytes = Buffer.alloc(0);
      uploads.set(id, { ...record, bytes, offset: 0, finished: false, modified: Date.now() });
    },
    async find(id) {
      const upload = uploads.get(id);
      if (!upload) return null;
      const { bytes: _, ...found } = upload;
      return found;
    },
    async append(id, source) {
      const upload = uploads.get(id);
      if (!upload?.bytes) return null;
      for await (const chunk of source) {
        upload.bytes = Buffer.concat([upload.bytes, chunk]);
        upload.offset = upload.bytes.byteLength;
      }
      upload.modified = Date.now();
      return upload.offset;
    },
    async publish(id, blobId) {
      const bytes = uploads.get(id)?.bytes;
      if (!bytes) throw new Error("No such upload.");
      store(blobId, bytes);
    },
    async finish(id) {
      const upload = uploads.get(id);
      if (upload) uploads.set(id, { ...upload, bytes: null, offset: upload.size, finished: true });
    },
    async delete(id) {
      assertBlobId(id);
      uploads.delete(id);
    },
    async *list() {
      for (const [id, { modified }] of uploads) yield { id, modified };
    },
  };
}

function assertFree(known: ReadonlyMap<string, unknown>, id: string): void {
  assertBlobId(id);
  if (known.has(id)) throw new Error("The id is in use.");
}

async function readAll(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
