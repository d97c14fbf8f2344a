import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import busboy from "busboy";
import type { JSONValue } from "postgres";
import { countForGc } from "./buffer-gc.ts";
import { refuse, StorageFailure } from "./failure.ts";
import { HEAD_BYTES, isPlainPicture } from "./picture-check.ts";

export interface UploadRules {
  /** Largest accepted file, bytes. */
  limit: number;
  /** Accepted types such as `image/png` or `image/*`; null for any. */
  mimeTypes: string[] | null;
}

export interface ReceivedUpload {
  size: number;
  mimetype: string;
  cacheControl: string;
  /** Includes the quotes. */
  eTag: string;
  plainPicture: boolean;
  userMetadata: JSONValue;
}

/** Stores the bytes; rejects when they cannot be stored completely. */
export type Sink = (source: AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Streams a request's file into `sink`, raw or as multipart (storage-js uses an empty string as the
 * name of the file field), with backpressure.
 * @throws {StorageFailure} for a file over the limit, of a rejected type, or incomplete.
 */
export async function receiveUpload(
  request: Request,
  rules: UploadRules,
  sink: Sink,
): Promise<ReceivedUpload> {
  const type = request.headers.get("content-type") ?? "application/octet-stream";
  return /^multipart\/form-data\b/i.test(type)
    ? receiveMultipart(request, rules, sink)
    : receiveRaw(request, type, rules, sink);
}

/** Reads the rest of a refused upload, within limits: most clients read the response only then. */
export async function discardBody(request: Request): Promise<void> {
  if (request.bodyUsed || request.body?.locked) return;
  try {
    for await (const _chunk of readBody(request, MAX_DISCARDED, {
      ...MINIMUM_SPEED,
      totalMs: MAX_DISCARD_MS,
    }));
  } catch {
    // The refusal is the response either way.
  }
}

async function receiveRaw(
  request: Request,
  type: string,
  rules: UploadRules,
  sink: Sink,
): Promise<ReceivedUpload> {
  if (Number(request.headers.get("content-length")) > rules.limit) throw refuse.tooLarge();
  const mimetype = acceptType(type, rules);
  const meter = createMeter(rules.limit);
  await sink(meter.measure(readBody(request, rules.limit + MAX_DISCARDED)));
  return {
    ...meter.result(mimetype),
    cacheControl: cacheControlOf(request.headers.get("cache-control")),
    userMetadata: parseMetadata(request.headers.get("x-metadata"), "base64"),
  };
}

async function receiveMultipart(
  request: Request,
  rules: UploadRules,
  sink: Sink,
): Promise<ReceivedUpload> {
  const parser = openParser(request);
  const meter = createMeter(rules.limit);
  const fields = new Map<string, string>();
  let mimetype = "";
  let storing: Promise<void> | undefined;

  parser.on("field", (name, value) => fields.set(name, value));
  parser.on("file", (_name, file, info) => {
    // It may fail before the sink starts to read; the sink reports the error then.
    file.on("error", () => {});
    try {
      mimetype = acceptType(info.mimeType, rules);
      storing = sink(meter.measure(file));
      storing.catch((error) => parser.destroy(error));
    } catch (error) {
      storing = Promise.reject(error);
      storing.catch(() => file.resume());
    }
  });
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on("close", resolve);
    parser.on("error", reject);
  });
  const body = Readable.from(readBody(request, rules.limit + MAX_DISCARDED), { objectMode: false });
  body.on("error", (error) => parser.destroy(error));
  body.pipe(parser);
  const [outcome] = await Promise.allSettled([parsed]);
  body.destroy();
  // The sink has to finish its cleanup before the error is reported.
  await storing;
  if (outcome.status === "rejected") throw asBrokenBody(outcome.reason);
  if (!storing) throw refuse.noContent();
  const seconds = fields.get("cacheControl");
  return {
    ...meter.result(mimetype),
    cacheControl: cacheControlOf(seconds === undefined ? null : `max-age=${seconds}`),
    userMetadata: parseMetadata(fields.get("metadata") ?? null, "utf8"),
  };
}

function openParser(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: Object.fromEntries(request.headers),
      limits: { files: 1, fields: 8, parts: 12, fieldSize: 64 * 1024, headerPairs: 20 },
    });
  } catch {
    throw refuse.invalidParameter("The multipart body has no boundary");
  }
}

/**
 * Counts and hashes the bytes that pass through, and keeps the first ones. Data beyond the limit is
 * read and discarded, because most clients read the response only after sending everything.
 */
function createMeter(limit: number) {
  const hash = createHash("sha256");
  const head = Buffer.alloc(HEAD_BYTES);
  let size = 0;
  return {
    async *measure(source: AsyncIterable<Uint8Array>) {
      try {
        for await (const chunk of source) {
          if (size < HEAD_BYTES) head.set(chunk.subarray(0, HEAD_BYTES - size), size);
          size += chunk.byteLength;
          if (size > limit) continue;
          hash.update(chunk);
          yield chunk;
        }
      } catch (error) {
        throw asBrokenBody(error);
      }
      if (size > limit) throw refuse.tooLarge();
    },
    result(mimetype: string) {
      return {
        size,
        mimetype,
        eTag: `"${hash.digest("hex").slice(0, 32)}"`,
        plainPicture: isPlainPicture(mimetype, head.subarray(0, Math.min(size, HEAD_BYTES))),
      };
    },
  };
}

/** @returns the type in lower case, without parameters except a charset. */
export function acceptType(type: string, { mimeTypes }: UploadRules): string {
  const [essence = "", ...parameters] = type
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (!/^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,100}$/.test(essence)) throw refuse.mimeType(type);
  const accepted =
    mimeTypes === null ||
    mimeTypes.length === 0 ||
    mimeTypes.some((allowed) =>
      allowed.endsWith("/*") ? essence.startsWith(allowed.slice(0, -1)) : allowed === essence,
    );
  if (!accepted) throw refuse.mimeType(essence);
  const charset = parameters.find((part) => /^charset="?[\w-]{1,40}"?$/.test(part));
  return charset ? `${essence};${charset}` : essence;
}

/** The header is sent to every reader, so only plain directives are accepted. */
export function cacheControlOf(header: string | null): string {
  return header !== null && /^[\w-]+(=\d{1,10})?(, ?[\w-]+(=\d{1,10})?){0,5}$/.test(header)
    ? header
    : "no-cache";
}

function parseMetadata(text: string | null, encoding: "base64" | "utf8"): JSONValue {
  if (!text) return null;
  try {
    return JSON.parse(Buffer.from(text, encoding).toString("utf8")) as JSONValue;
  } catch {
    throw refuse.invalidParameter("The metadata is not valid JSON");
  }
}

/** Minimum speed of a body. Only the time spent waiting for it counts. */
interface MinimumSpeed {
  /** Bytes that have to arrive in each window. */
  bytes: number;
  windowMs: number;
  /** For the whole body; unlimited when absent. */
  totalMs?: number;
}

/**
 * A slow telephone line is ten times faster. Without this limit, a client that sends a byte now and
 * then could hold its connection and its partial blob indefinitely.
 */
const MINIMUM_SPEED: MinimumSpeed = { bytes: 64 * 1024, windowMs: 60_000 };

/**
 * A body's chunks, on demand. A missing body is an empty file, as on hosted Supabase.
 * @throws when the client is slower than `speed`, disconnects, or sends more than `most` bytes.
 */
export async function* readBody(
  request: Request,
  most: number,
  speed: MinimumSpeed = MINIMUM_SPEED,
): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  const reader = request.body.getReader();
  const wait = createWait(speed);
  let total = 0;
  try {
    while (true) {
      const { done, value } = await wait(reader.read());
      if (done) return;
      total += value.byteLength;
      if (total > most) throw refuse.tooLarge();
      countForGc(value.byteLength);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function createWait({ bytes, windowMs, totalMs = Number.POSITIVE_INFINITY }: MinimumSpeed) {
  let left = totalMs;
  let waited = 0;
  let received = 0;
  return async (reading: Promise<ReadableStreamReadResult<Uint8Array>>) => {
    for (;;) {
      const since = performance.now();
      const chunk = await within(Math.min(left, windowMs - waited), reading);
      const passed = performance.now() - since;
      left -= passed;
      waited += passed;
      if (chunk) {
        received += chunk.value?.byteLength ?? 0;
        return chunk;
      }
      if (left <= 1 || received < bytes) throw new Error("The client sent too slowly.");
      waited = 0;
      received = 0;
    }
  };
}

/** @returns null on timeout. */
async function within<T>(milliseconds: number, reading: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, milliseconds));
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}

/** Milliseconds for which the rest of a refused upload is read. */
const MAX_DISCARD_MS = 30_000;

/**
 * Bytes read past a file's limit before the connection is closed, including the multipart overhead.
 */
export const MAX_DISCARDED = 64 * 1024 * 1024;

/** Only handles errors of the client's side of an upload; disk errors do not pass through here. */
function asBrokenBody(error: unknown): StorageFailure {
  return error instanceof StorageFailure ? error : refuse.brokenBody(error);
}
