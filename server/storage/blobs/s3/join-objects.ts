import { buffer } from "node:stream/consumers";
import { addressOf, copySourceOf, isCode, type Requests } from "./requests.ts";

/** Minimum bytes of any part but the last when S3 joins objects. */
const BUCKET_PART_MIN_BYTES = 5 * 1024 * 1024;

/** Maximum number of concurrent joins; if a store cannot copy parts, they pass through memory. */
const BUCKET_JOINS_AT_ONCE = 6;

/** An object that is joined into another one. */
export interface StoredPart {
  key: string;
  /** Size in bytes. */
  size: number;
}

/**
 * Joins objects into one. The store copies the parts itself; only parts below the store's minimum
 * size, or all parts if the store cannot copy, pass through this server.
 * @param condition headers of the write, such as `IfNoneMatch`.
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
    // Unfinished uploads are billed; after a crash, the bucket's lifecycle rule removes them.
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

/** @returns null if the store does not implement copying. */
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

/** Objects that are combined into one part. */
interface Group {
  keys: string[];
  size: number;
}

/** Groups small objects, because every part but the last has a minimum size. */
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

/** Maps items with limited concurrency, in order. The first failure stops the rest. */
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
