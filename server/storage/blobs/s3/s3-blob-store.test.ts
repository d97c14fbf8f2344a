import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { startCuttableRelay } from "../../../../tests/support/fakes/cuttable-relay.ts";
import { openTestBuckets } from "../../../../tests/support/fakes/test-buckets.ts";
import { StorageFailure, toFailure } from "../../failure.ts";
import { groupParts } from "./join-objects.ts";
import { openS3BlobStore } from "./s3-blob-store.ts";

const buckets = openTestBuckets();
afterAll(() => buckets.close());

const MEGABYTE = 1024 * 1024;

describe("an S3 blob store", () => {
  it("an S3 blob store joins a large body and the small pieces of an upload to the same bytes", async () => {
    const blobs = await openS3BlobStore(await buckets.newLocation());
    const content = randomBytes(17 * MEGABYTE);
    const [whole, upload, published] = [randomUUID(), randomUUID(), randomUUID()];
    await blobs.put(whole, once(content));
    await blobs.uploads.create(upload, { size: content.length, metadata: {} });
    let offset = 0;
    for (const end of [1, 2, 8, 17]) {
      const part = content.subarray(offset, end * MEGABYTE);
      offset = (await blobs.uploads.append(upload, once(part), offset)) ?? -1;
    }
    await blobs.uploads.publish(upload, published);
    for (const id of [whole, published]) {
      const stored = await blobs.get(id);
      expect(stored && digest(await buffer(stored))).toBe(digest(content));
      const across = await blobs.get(id, { start: 8 * MEGABYTE - 2, end: 8 * MEGABYTE + 1 });
      const expected = content.subarray(8 * MEGABYTE - 2, 8 * MEGABYTE + 2);
      expect(across && (await buffer(across))).toEqual(expected);
    }
    // The pieces of the large body are deleted; those of the upload stay until it is finished.
    expect(await idsOf(blobs.uploads.list())).toEqual([upload]);
  });

  it("an S3 blob store continues a download whose connection is lost", async () => {
    const { blobs, relay, id, content } = await storeBehindRelay();
    for (const range of [undefined, { start: 5, end: 16 * MEGABYTE }]) {
      const stored = await blobs.get(id, range);
      const received: Buffer[] = [];
      let size = 0;
      let nextCut = MEGABYTE;
      for await (const chunk of stored ?? []) {
        received.push(chunk);
        size += chunk.length;
        if (size < nextCut) continue;
        relay.cut()();
        nextCut += 5 * MEGABYTE;
      }
      const expected = content.subarray(range?.start, range && range.end + 1);
      expect(digest(Buffer.concat(received))).toBe(digest(expected));
    }
    await relay.close();
  });

  it("an S3 blob store fails a download that cannot be continued", async () => {
    const { blobs, relay, id } = await storeBehindRelay();
    const [deleted, away] = [await blobs.get(id), await blobs.get(id)];
    const restore = relay.cut();
    await expect(away && buffer(away)).rejects.toThrow(/ECONNRESET|hang up/);
    restore();
    await blobs.delete(id);
    await expect(deleted && buffer(deleted)).rejects.toThrow("does not exist");
    await relay.close();
  });

  it("an S3 blob store ignores bytes that a server appends after another server took over", async () => {
    const blobs = await openS3BlobStore(await buckets.newLocation());
    const id = randomUUID();
    const [started, start] = signal();
    const [resumed, resume] = signal();
    await blobs.uploads.create(id, { size: 8, metadata: {} });
    await blobs.uploads.append(id, once(Buffer.from("half")), 0, 1);
    const slow = blobs.uploads.append(id, later(Buffer.from("late"), start, resumed), 4, 2);
    await started;
    await blobs.uploads.append(id, once(Buffer.from("do")), 4, 3);
    resume();
    await slow;
    expect((await blobs.uploads.find(id))?.offset).toBe(6);
    await blobs.uploads.append(id, once(Buffer.from("ne")), 6, 4);
    const blobId = randomUUID();
    await blobs.uploads.publish(id, blobId);
    const stored = await blobs.get(blobId);
    expect(stored && String(await buffer(stored))).toBe("halfdone");
  });

  it("an S3 blob store reports problems of its bucket at the start", async () => {
    const location = await buckets.newLocation();
    await expect(openS3BlobStore({ ...location, bucket: "missing" })).rejects.toThrow(
      `there is no bucket for s3://missing/${location.prefix} at ${location.endpoint}. Create it, or correct FOYER_BLOBS.`,
    );
    const refused = await withWrongKey(() => openS3BlobStore(location).catch((error) => error));
    expect(String(refused)).toMatch(
      /refuses the credentials \((InvalidAccessKeyId|SignatureDoesNotMatch)\)/,
    );
  });

  it("an S3 blob store answers 503 while the store is unavailable", async () => {
    const blobs = await openS3BlobStore(await buckets.newLocation());
    await buckets.close();
    for (const call of [
      () => blobs.put(randomUUID(), once(Buffer.from("x"))),
      () => blobs.get(randomUUID()),
      () => blobs.uploads.find(randomUUID()),
    ]) {
      const failure = toFailure(await call().catch((error: unknown) => error));
      expect(failure).toBeInstanceOf(StorageFailure);
      expect((failure as StorageFailure).httpStatus).toBe(503);
    }
    const endpoint = `http://127.0.0.1:${await closedPort()}`;
    const location = { bucket: "foyer", prefix: "", endpoint, region: "x", pathStyle: true };
    await expect(openS3BlobStore(location)).rejects.toThrow(
      `s3://foyer at ${endpoint} does not answer (ECONNREFUSED). Check AWS_ENDPOINT_URL_S3 and the network.`,
    );
  });
});

describe("groupParts", () => {
  it("groupParts joins parts below the minimum size, which only the last part may have", () => {
    const sizes = [6, 1, 2, 3, 8, 1].map((size) => size * MEGABYTE);
    const groups = groupParts(sizes.map((size, index) => ({ key: String(index), size })));
    expect(groups.map(({ keys }) => keys.join(""))).toEqual(["0", "123", "4", "5"]);
  });
});

async function storeBehindRelay() {
  const location = await buckets.newLocation();
  const relay = await startCuttableRelay(location.endpoint ?? "");
  const blobs = await openS3BlobStore({ ...location, endpoint: relay.origin });
  const content = randomBytes(17 * MEGABYTE);
  const id = randomUUID();
  await blobs.put(id, once(content));
  return { blobs, relay, id, content };
}

async function withWrongKey<T>(work: () => Promise<T>): Promise<T> {
  const { AWS_ACCESS_KEY_ID } = process.env;
  process.env.AWS_ACCESS_KEY_ID = "SOMEONE";
  return work().finally(() => {
    process.env.AWS_ACCESS_KEY_ID = AWS_ACCESS_KEY_ID;
  });
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

async function* later(bytes: Uint8Array, onStart: () => void, until: Promise<void>) {
  onStart();
  await until;
  yield bytes;
}

function signal(): [Promise<void>, () => void] {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return [sent, send];
}

const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function idsOf(list: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}
