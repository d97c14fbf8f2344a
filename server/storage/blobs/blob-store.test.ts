import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestBuckets } from "../../../tests/support/fakes/test-buckets.ts";
import type { BlobStore } from "./blob-store.ts";
import { createFileBlobStore } from "./file-blob-store.ts";
import { createMemoryBlobStore } from "./memory-blob-store.fixture.ts";
import { openS3BlobStore } from "./s3/s3-blob-store.ts";

let root: string;
let blobs: BlobStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-blobs-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const s3 = openTestBuckets();
afterAll(() => s3.close());

const drivers = [
  ["files", async () => createFileBlobStore(root)],
  ["memory", async () => createMemoryBlobStore()],
  ["s3rver", async () => openS3BlobStore(await s3.newLocation())],
] as const;

/** The contract of all drivers of `BlobStore`. */
describe.each(drivers)("a blob store of %s", (name, create) => {
  beforeEach(async () => {
    blobs = await create();
  });

  it("a blob store returns a blob in whole or in part", async () => {
    const id = randomUUID();
    await blobs.put(id, chunks("hello ", "world"));
    expect(await read(id)).toBe("hello world");
    expect(await read(id, { start: 4, end: 6 })).toBe("o w");
    expect(await read(id, { start: 6, end: 5000 })).toBe("world");
  });

  it("a blob store stores empty blobs", async () => {
    const id = randomUUID();
    await blobs.put(id, chunks());
    expect(await read(id)).toBe("");
    expect(await read(id, { start: 0, end: 4095 })).toBe("");
  });

  it("a blob store lists its blobs with the time they were written", async () => {
    const before = Date.now();
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) await blobs.put(id, chunks("x"));
    expect(await idsOf(blobs.list())).toEqual(ids.sort());
    for await (const { modified } of blobs.list()) {
      // A file system may round a time down.
      expect(modified).toBeGreaterThan(before - 2000);
      expect(modified).toBeLessThan(Date.now() + 2000);
    }
  });

  it("a blob store accepts deleting a blob twice", async () => {
    const id = randomUUID();
    await blobs.put(id, chunks("x"));
    expect(await blobs.exists(id)).toBe(true);
    await blobs.delete(id);
    await blobs.delete(id);
    expect(await blobs.exists(id)).toBe(false);
    expect(await read(id)).toBeNull();
    expect(await idsOf(blobs.list())).toEqual([]);
  });

  it("a blob store copies a blob, independent of its source", async () => {
    const [from, to] = [randomUUID(), randomUUID()];
    await blobs.put(from, chunks("hello"));
    await blobs.copy(from, to);
    await blobs.delete(from);
    expect(await read(to)).toBe("hello");
  });

  it("a blob store stores nothing when the source fails or is missing", async () => {
    await expect(blobs.put(randomUUID(), failing("half"))).rejects.toThrow("disconnected");
    await expect(blobs.copy(randomUUID(), randomUUID())).rejects.toThrow();
    await expect(blobs.uploads.publish(randomUUID(), randomUUID())).rejects.toThrow();
    expect(await idsOf(blobs.list())).toEqual([]);
  });

  it("a blob store neither overwrites nor deletes a blob whose id is written again", async () => {
    const [id, other, upload] = [randomUUID(), randomUUID(), randomUUID()];
    await blobs.put(id, chunks("first"));
    await blobs.put(other, chunks("other"));
    await blobs.uploads.create(upload, { size: 0, metadata: {} });
    await expect(blobs.put(id, chunks("second"))).rejects.toThrow();
    await expect(blobs.copy(other, id)).rejects.toThrow();
    await expect(blobs.uploads.publish(upload, id)).rejects.toThrow();
    expect(await read(id)).toBe("first");
  });

  it.each(["../../etc/passwd", "", "x", "database", `${randomUUID()}/..`, `${randomUUID()}x`])(
    "a blob store rejects the id %j",
    async (id) => {
      const record = { size: 0, metadata: {} };
      for (const call of [
        () => blobs.put(id, chunks("x")),
        () => blobs.get(id),
        () => blobs.delete(id),
        () => blobs.uploads.create(id, record),
        () => blobs.uploads.delete(id),
      ]) {
        await expect(call()).rejects.toThrow("Not a blob id");
      }
      expect(await idsOf(blobs.list())).toEqual([]);
    },
  );

  it("a blob store belongs to the first database that claims it", async () => {
    const claims = Array.from({ length: 10 }, (_, index) => blobs.claim(`database ${index}`));
    const won = (await Promise.all(claims)).indexOf(true);
    expect(await blobs.claim(`database ${won}`)).toBe(true);
    expect(await blobs.claim("another database")).toBe(false);
    expect(await idsOf(blobs.list())).toEqual([]);
  });

  it("a blob store is free for another database after its own has released it", async () => {
    expect(await blobs.claim("old")).toBe(true);
    await blobs.release("new");
    expect(await blobs.claim("new")).toBe(false);
    await blobs.release("old");
    await blobs.release("old");
    expect(await blobs.claim("new")).toBe(true);
  });

  it("a blob store has the same id for all callers", async () => {
    const ids = await Promise.all([blobs.identify(), blobs.identify(), blobs.identify()]);
    expect(new Set(ids).size).toBe(1);
    expect(await idsOf(blobs.list())).toEqual([]);
  });

  it("a blob store publishes the bytes of a partial upload, however they were split", async () => {
    const parts = fc.array(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(parts, async (requests) => {
        const [id, blobId] = [randomUUID(), randomUUID()];
        await blobs.uploads.create(id, { size: 1, metadata: {} });
        let offset = 0;
        for (const request of requests) {
          const end = await blobs.uploads.append(id, bytes(request), offset);
          offset += request.reduce((sum, part) => sum + part.byteLength, 0);
          expect(end).toBe(offset);
          expect((await blobs.uploads.find(id))?.offset).toBe(offset);
        }
        await blobs.uploads.publish(id, blobId);
        const stored = await blobs.get(blobId);
        expect(stored && (await buffer(stored))).toEqual(Buffer.concat(requests.flat()));
      }),
      { numRuns: name === "s3rver" ? 4 : 20 },
    );
  });

  it("a blob store keeps the received bytes of a partial upload when its source fails", async () => {
    const id = randomUUID();
    await blobs.uploads.create(id, { size: 8, metadata: {} });
    await expect(blobs.uploads.append(id, failing("half"), 0)).rejects.toThrow("disconnected");
    expect(await blobs.uploads.find(id)).toMatchObject({ offset: 4, finished: false });
    expect(await blobs.uploads.append(id, chunks("done"), 4)).toBe(8);
    const blobId = randomUUID();
    await blobs.uploads.publish(id, blobId);
    expect(await read(blobId)).toBe("halfdone");
  });

  it("a blob store publishes an upload again under another id, until it is finished", async () => {
    const [id, first, second] = [randomUUID(), randomUUID(), randomUUID()];
    await blobs.uploads.create(id, { size: 4, metadata: {} });
    await blobs.uploads.append(id, chunks("film"), 0);
    await blobs.uploads.publish(id, first);
    await blobs.delete(first);
    await blobs.uploads.publish(id, second);
    await blobs.uploads.finish(id);
    expect(await read(second)).toBe("film");
    await expect(blobs.uploads.publish(id, randomUUID())).rejects.toThrow();
  });

  it("a blob store remembers a finished upload's record without its bytes", async () => {
    const id = randomUUID();
    const record = { size: 4, metadata: { objectName: "a/é.txt", owner: null } };
    await blobs.uploads.create(id, record);
    await blobs.uploads.append(id, chunks("film"), 0);
    await blobs.uploads.finish(id);
    expect(await blobs.uploads.find(id)).toMatchObject({ ...record, offset: 4, finished: true });
    expect(await blobs.uploads.append(id, chunks(), 4)).toBeNull();
    expect(await idsOf(blobs.uploads.list())).toEqual([id]);
  });

  it("a blob store accepts deleting a partial upload twice", async () => {
    const [id, other] = [randomUUID(), randomUUID()];
    for (const one of [id, other]) await blobs.uploads.create(one, { size: 1, metadata: {} });
    await blobs.uploads.delete(id);
    await blobs.uploads.delete(id);
    expect(await blobs.uploads.find(id)).toBeNull();
    expect(await blobs.uploads.append(id, chunks("x"), 0)).toBeNull();
    expect(await idsOf(blobs.uploads.list())).toEqual([other]);
    expect(await idsOf(blobs.list())).toEqual([]);
  });
});

async function read(id: string, range?: { start: number; end: number }): Promise<string | null> {
  const stream = await blobs.get(id, range);
  return stream && (await buffer(stream)).toString();
}

async function idsOf(list: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids.sort();
}

const chunks = (...texts: string[]) => bytes(texts.map((text) => Buffer.from(text)));

async function* bytes(parts: readonly Uint8Array[]) {
  yield* parts;
}

async function* failing(text: string) {
  yield Buffer.from(text);
  throw new Error("disconnected");
}
