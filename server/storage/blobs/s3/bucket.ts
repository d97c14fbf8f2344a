import type { Readable } from "node:stream";
import type { ByteRange } from "../../byte-range.ts";
import type { BucketLocation } from "./bucket-location.ts";
import { getObject } from "./get-object.ts";
import { joinObjects, type StoredPart } from "./join-objects.ts";
import {
  addressOf,
  copySourceOf,
  explainFailures,
  isCode,
  nullWhenMissing,
  type Requests,
} from "./requests.ts";

/** Timeout for connecting to an S3 store, in milliseconds. */
const BUCKET_CONNECT_MS = 5_000;

/**
 * Timeout for the first byte of an S3 store's response, in milliseconds; joining 5 GiB takes a
 * while.
 * @limit drive: waiting for the first byte of a bucket's answer
 */
const BUCKET_RESPONSE_MS = 60_000;

/**
 * Maximum number of connections to an S3 store; every running download holds one.
 * @limit drive: downloads from a bucket at once, per server [connections]
 */
const BUCKET_SOCKETS = 256;

/** The operations on a bucket that blobs need. Keys are relative to the location's prefix. */
export interface Bucket {
  /** Rejects when the key is in use. */
  create(key: string, body: Uint8Array): Promise<void>;
  /** Creates or replaces an object. */
  put(key: string, body: Uint8Array): Promise<void>;
  /** @returns null if the object does not exist. */
  get(key: string, range?: ByteRange): Promise<Readable | null>;
  exists(key: string): Promise<boolean>;
  /** Succeeds also if the object does not exist. */
  delete(key: string): Promise<void>;
  /** Rejects when the source is missing or the target is in use. */
  copy(from: string, to: string): Promise<void>;
  /** Joins several objects into one. Rejects when a source is missing or the target is in use. */
  join(parts: readonly StoredPart[], to: string): Promise<void>;
  /** Objects whose keys start with a prefix, sorted by key. */
  list(start: string): AsyncIterable<ListedObject>;
}

export interface ListedObject extends StoredPart {
  /** Milliseconds since 1970. */
  modified: number;
}

/**
 * Connects to a bucket, with credentials from the SDK's standard chain.
 * @throws {BlobStoreError} with one sentence if the bucket is not writable.
 */
export async function openBucket(location: BucketLocation): Promise<Bucket> {
  const sdk = await loadSdk();
  // Otherwise, the SDK prints at each start that its releases of 2027 need a newer Node.js.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const sockets = { keepAlive: true, maxSockets: BUCKET_SOCKETS };
  const client = new sdk.S3Client({
    region: location.region,
    forcePathStyle: location.pathStyle,
    ...(location.endpoint ? { endpoint: location.endpoint } : {}),
    requestHandler: {
      connectionTimeout: BUCKET_CONNECT_MS,
      requestTimeout: BUCKET_RESPONSE_MS,
      throwOnRequestTimeout: true,
      httpAgent: sockets,
      httpsAgent: sockets,
    },
  });
  const requests = { sdk, client, location };
  const isConditional = await refusesOverwriting(requests);
  return createBucket(requests, isConditional ? { IfNoneMatch: "*" } : null);
}

/** Loaded dynamically, because only sites with a bucket need it. */
export function loadSdk() {
  return import("@aws-sdk/client-s3");
}

/** Deletes every object whose key starts with a prefix. */
export async function deleteAll(bucket: Bucket, start: string): Promise<void> {
  for await (const { key } of bucket.list(start)) await bucket.delete(key);
}

/** @param condition headers that make the store refuse to overwrite; null if it cannot. */
function createBucket(requests: Requests, condition: { IfNoneMatch: string } | null): Bucket {
  const { sdk, client, location } = requests;
  const at = (key: string) => addressOf(location, key);
  const ask = <T>(work: () => Promise<T>) => explainFailures(location, work);

  const exists = async (key: string) => {
    const head = () => client.send(new sdk.HeadObjectCommand(at(key))).catch(nullWhenMissing);
    return (await ask(head)) !== null;
  };
  // Without conditional writes, this prevents overwriting except in unlikely races.
  const assertFree = async (key: string) => {
    if (await exists(key)) throw new Error("The key is in use.");
  };
  const create = async (key: string, Body: Uint8Array) => {
    if (!condition) await assertFree(key);
    const object = { ...at(key), ...condition, Body };
    await ask(() => client.send(new sdk.PutObjectCommand(object)));
  };
  const copy = async (from: string, to: string) => {
    await assertFree(to);
    const CopySource = copySourceOf(location, from);
    await ask(() => client.send(new sdk.CopyObjectCommand({ ...at(to), CopySource })));
  };

  return {
    create,
    async put(key, Body) {
      await ask(() => client.send(new sdk.PutObjectCommand({ ...at(key), Body })));
    },
    get: (key, range) => ask(() => getObject(requests, key, range)),
    exists,
    async delete(key) {
      await ask(() => client.send(new sdk.DeleteObjectCommand(at(key))));
    },
    copy,
    async join(parts, to) {
      const [first, ...more] = parts;
      if (!first) return create(to, new Uint8Array());
      if (more.length === 0) return copy(first.key, to);
      if (!condition) await assertFree(to);
      await ask(() => joinObjects(requests, parts, to, condition ?? {}));
    },
    list: (start) => listObjects(requests, start),
  };
}

async function* listObjects({ sdk, client, location }: Requests, start: string) {
  const { Bucket, Key: Prefix } = addressOf(location, start);
  let ContinuationToken: string | undefined;
  do {
    const query = { Bucket, Prefix, ...(ContinuationToken ? { ContinuationToken } : {}) };
    const page = await explainFailures(location, () =>
      client.send(new sdk.ListObjectsV2Command(query)),
    );
    for (const { Key = "", Size = 0, LastModified } of page.Contents ?? []) {
      const key = Key.slice(Prefix.length - start.length);
      yield { key, size: Size, modified: LastModified?.getTime() ?? 0 };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}

/** Whether the store honors `If-None-Match`. Also checks that the bucket is writable. */
async function refusesOverwriting({ sdk, client, location }: Requests): Promise<boolean> {
  const probe = { ...addressOf(location, "probe"), Body: new Uint8Array() };
  const write = (condition: { IfNoneMatch?: string }) =>
    client.send(new sdk.PutObjectCommand({ ...probe, ...condition }));
  return explainFailures(location, async () => {
    try {
      // The first start creates the object, which later starts find.
      await write({ IfNoneMatch: "*" });
      await write({ IfNoneMatch: "*" });
    } catch (error) {
      if (isCode(error, "PreconditionFailed")) return true;
      if (!isCode(error, "NotImplemented")) throw error;
      // The store rejected the header without evaluating it.
      await write({});
    }
    return false;
  });
}
