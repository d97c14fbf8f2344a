import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { S3ServiceException } from "@aws-sdk/client-s3";
import type { ByteRange } from "../../byte-range.ts";
import { addressOf, isCode, nullWhenMissing, type Requests } from "./requests.ts";

/**
 * Attempts to continue a broken download from a bucket without receiving a byte; with their pauses,
 * they last 7.75 s.
 * @limit drive: attempts to continue a broken download from a bucket [attempts]
 */
const MOST_ATTEMPTS = 5;

/** Pause before the first attempt in milliseconds, doubled before each further one. */
const FIRST_PAUSE_MS = 250;

/**
 * The bytes of an object. If the connection breaks off midway, the rest is requested and follows,
 * so that a large download, an archive or a checksum need not begin again.
 * @returns null if the object does not exist. The stream fails if the rest cannot be read either.
 */
export async function getObject(
  requests: Requests,
  key: string,
  range?: ByteRange,
): Promise<Readable | null> {
  try {
    const { Body, ContentLength, ETag } = await send(requests, key, { range });
    const first = Body as Readable;
    // The end of an answer without a length cannot be told from an interruption.
    if (ContentLength === undefined) return first;
    const start = range?.start ?? 0;
    return readOn(first, { start, end: start + ContentLength - 1 }, async (missing, signal) => {
      const answer = await send(requests, key, { range: missing, etag: ETag, signal });
      return answer.Body as Readable;
    });
  } catch (error) {
    // A range of an empty object is never satisfiable.
    if (isCode(error, "InvalidRange")) return Readable.from([]);
    return nullWhenMissing(error);
  }
}

interface Wanted {
  range?: ByteRange | undefined;
  /** Refuses any other version of the object. */
  etag?: string | undefined;
  signal?: AbortSignal;
}

function send({ sdk, client, location }: Requests, key: string, { range, etag, signal }: Wanted) {
  const command = new sdk.GetObjectCommand({
    ...addressOf(location, key),
    ...(range && { Range: `bytes=${range.start}-${range.end}` }),
    ...(etag && { IfMatch: etag }),
  });
  return client.send(command, signal && { abortSignal: signal });
}

/**
 * A stream of the bytes of a range, from more than one answer if necessary.
 * @param first the answer to the request for all of them.
 * @param request requests those that are missing.
 */
function readOn(
  first: Readable,
  { start, end }: ByteRange,
  request: (missing: ByteRange, signal: AbortSignal) => Promise<Readable>,
): Readable {
  const closed = new AbortController();
  const { signal } = closed;
  let body = first;
  let chunks: AsyncIterator<Uint8Array> | null = chunksOf(first);
  let next = start;
  let attempts = 0;

  async function open(): Promise<AsyncIterator<Uint8Array>> {
    body = await request({ start: next, end }, signal);
    if (signal.aborted) body.destroy();
    return chunksOf(body);
  }

  /** The next bytes; null at the end. */
  async function read(): Promise<Uint8Array | null> {
    while (true) {
      try {
        chunks ??= await open();
        const { value, done } = await chunks.next();
        if (done && next <= end) throw new Error("The bucket's answer ended too early.");
        if (done) return null;
        next += value.byteLength;
        attempts = 0;
        return value;
      } catch (error) {
        // After the last byte, only the checksum can fail.
        const isFinal = next > end || signal.aborted || isRefused(error);
        if (isFinal || attempts === MOST_ATTEMPTS) throw error;
        chunks = null;
        await setTimeout(FIRST_PAUSE_MS * 2 ** attempts, undefined, { signal });
        attempts += 1;
      }
    }
  }

  return new Readable({
    read() {
      read().then(
        (chunk) => this.push(chunk),
        (error) => this.destroy(error),
      );
    },
    destroy(error, callback) {
      closed.abort();
      body.destroy();
      callback(error);
    },
  });
}

/** Whether the bucket answered that the rest cannot be had, such as of a deleted object. */
function isRefused(error: unknown): boolean {
  const status = (error as Partial<S3ServiceException>).$metadata?.httpStatusCode ?? 0;
  return status >= 400 && status < 500;
}

function chunksOf(body: Readable): AsyncIterator<Uint8Array> {
  // A failure while nothing is being read is thrown at the next read.
  body.on("error", () => {});
  return body[Symbol.asyncIterator]();
}
