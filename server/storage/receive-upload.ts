import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import busboy from "busboy";
import type { JSONValue } from "postgres";
import { DISCARD_BYTES } from "../limits/limits.ts";
import { refuse, StorageFailure } from "./failure.ts";
import { HEAD_BYTES, isPlainPicture } from "./picture-check.ts";
import { readChunks } from "./upload-body.ts";

/**
 * Limits of a multipart upload: storage-js sends three parts; `fieldSize` is in bytes per field.
 */
const MULTIPART_LIMITS = {
  files: 1,
  fields: 8,
  parts: 12,
  fieldSize: 64 * 1024,
  headerPairs: 20,
};

export interface UploadRules {
  /** Maximum size of the file in bytes. */
  limit: number;
  /** Accepted types such as `image/png` or `image/*`; null for any. */
  mimeTypes: string[] | null;
}

export interface ReceivedUpload {
  size: number;
  mimetype: string;
  cacheControl: string;
  /** Includes the quotation marks. */
  eTag: string;
  plainPicture: boolean;
  /** SHA-256 of the bytes in hexadecimal. */
  sha256: string;
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

async function receiveRaw(
  request: Request,
  type: string,
  rules: UploadRules,
  sink: Sink,
): Promise<ReceivedUpload> {
  if (Number(request.headers.get("content-length")) > rules.limit) throw refuse.tooLarge();
  const mimetype = acceptType(type, rules.mimeTypes);
  const meter = createMeter(rules.limit);
  await sink(meter.measure(readChunks(request, rules.limit + DISCARD_BYTES)));
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
    // The file may fail before the sink starts to read, which then reports the error.
    file.on("error", () => {});
    try {
      mimetype = acceptType(info.mimeType, rules.mimeTypes);
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
  const body = Readable.from(readChunks(request, rules.limit + DISCARD_BYTES), {
    objectMode: false,
  });
  body.on("error", (error) => parser.destroy(error));
  body.pipe(parser);
  const [outcome] = await Promise.allSettled([parsed]);
  body.destroy();
  // The sink must finish its cleanup before the error is reported.
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

/**
 * The declared type of an upload, checked against those its bucket accepts (null for any).
 * @returns it in lower case, without parameters except a charset.
 * @throws {StorageFailure} 415.
 */
export function acceptType(type: string, mimeTypes: string[] | null): string {
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

function openParser(request: Request): busboy.Busboy {
  try {
    return busboy({
      headers: Object.fromEntries(request.headers),
      limits: MULTIPART_LIMITS,
    });
  } catch {
    throw refuse.invalidParameter("The multipart body has no boundary");
  }
}

/**
 * Counts and hashes passing bytes, and keeps the first ones. Data beyond the limit is read and
 * discarded, because most clients read the response only after sending everything.
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
      const sha256 = hash.digest("hex");
      return {
        size,
        mimetype,
        eTag: `"${sha256.slice(0, 32)}"`,
        sha256,
        plainPicture: isPlainPicture(mimetype, head.subarray(0, Math.min(size, HEAD_BYTES))),
      };
    },
  };
}

function parseMetadata(text: string | null, encoding: "base64" | "utf8"): JSONValue {
  if (!text) return null;
  try {
    return JSON.parse(Buffer.from(text, encoding).toString("utf8")) as JSONValue;
  } catch {
    throw refuse.invalidParameter("The metadata is not valid JSON");
  }
}

/** Handles only errors of the client's side of an upload; disk errors do not occur here. */
export function asBrokenBody(error: unknown): StorageFailure {
  return error instanceof StorageFailure ? error : refuse.brokenBody(error);
}
