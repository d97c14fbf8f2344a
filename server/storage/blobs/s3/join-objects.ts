import { buffer } from "node:stream/consumers";
import { addressOf, copySourceOf, isCode, type Requests } from "./requests.ts";

/** Bytes of any part but the last of an object joined from several: S3's minimum. */
const BUCKET_PART_MIN_BYTES = 5 * 1024 * 1024;

/** Parts joined at a time; a store that cannot copy them makes each pass through memory. */
const BUCKET_JOINS_AT_ONCE = 6;

/** An object that becomes a part of another one. */
export interface StoredPart {
  key: string;
  /** Bytes. */
  size: number;
}

/**
 * Joins objects into one. The store copies them itself; what passes through this server are parts
 * smaller than a store's minimum, and all parts with a store that cannot copy them.
 * @param condition of the write, such as `IfNoneMatch`.
 */
export async function joinObjects(
  requests: Requests,
  parts: readonly StoredPart[],
  target: string,
  condition: { IfNoneMatch?: string },
): Promise<void> {
  const { sdk, client, location } = requests;
  const to = addressOf(location, target);
  const { UploadId = "" } = await client.send(new sdk.CreateMultipartUploadCommand(to));
  const upload = { ...to, UploadId };
  try {
    const Parts = await mapSome(groupParts(parts), (group, index) =>
      sendGroup(requests, { ...upload, PartNumber: index + 1 }, group),
    );
    const complete = { ...upload, ...condition, MultipartUpload: { Parts } };
    await client.send(new sdk.CompleteMultipartUploadCommand(complete));
  } catch (error) {
    // Parts of an unfinished upload are invisible but paid for. After a crash, a lifecycle rule of
    // the bucket has to remove them.
    await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}

interface PartAddress {
  Bucket: string;
  Key: string;
  UploadId: string;
  PartNumber: number;
}

async function sendGroup(requests: Requests, address: PartAddress, group: Group) {
  const { sdk, client } = requests;
  const { PartNumber } = address;
  const [only, ...more] = group.keys;
  const ETag = only && more.length === 0 ? await copyPart(requests, address, only) : null;
  if (ETag) return { PartNumber, ETag };
  const Body = Buffer.concat(await Promise.all(group.keys.map((key) => read(requests, key))));
  const sent = await client.send(new sdk.UploadPartCommand({ ...address, Body }));
  return { PartNumber, ETag: sent.ETag, ChecksumCRC32: sent.ChecksumCRC32 };
}

/** @returns null when the store does not implement it. */
async function copyPart(
  { sdk, client, location }: Requests,
  address: PartAddress,
  key: string,
): Promise<string | null> {
  const CopySource = copySourceOf(location, key);
  try {
    const copied = await client.send(new sdk.UploadPartCopyCommand({ ...address, CopySource }));
    return copied.CopyPartResult?.ETag ?? null;
  } catch (error) {
    if (isCode(error, "NotImplemented")) return null;
    throw error;
  }
}

async function read({ sdk, client, location }: Requests, key: string): Promise<Buffer> {
  const { Body } = await client.send(new sdk.GetObjectCommand(addressOf(location, key)));
  return buffer(Body as AsyncIterable<Uint8Array>);
}

/** Objects that become one part. */
interface Group {
  keys: string[];
  size: number;
}

/** Every part but the last has a minimum size, so that smaller ones are sent together. */
export function groupParts(parts: readonly StoredPart[]): Group[] {
  const groups: Group[] = [];
  for (const { key, size } of parts) {
    const last = groups.at(-1);
    if (last && last.size < BUCKET_PART_MIN_BYTES) {
      last.keys.push(key);
      last.size += size;
    } else groups.push({ keys: [key], size });
  }
  return groups;
}

/** A few at a time; the results in the order of the items. The first failure stops the rest. */
async function mapSome<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  let failed = false;
  const worker = async () => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: BUCKET_JOINS_AT_ONCE }, worker));
  for (const outcome of workers) if (outcome.status === "rejected") throw outcome.reason;
  return results;
}
