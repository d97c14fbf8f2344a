import type { DetailedError, UploadOptions } from "tus-js-client";
import { ANY_BODY_HEADER } from "../../../../shared/api-paths.ts";
import { EMBEDDED_CHUNK_BYTES, UPLOAD_CHUNK_BYTES } from "../../../../shared/limits.ts";
import { BackendError } from "../../../lib/errors.ts";
import { readClientConfig } from "../../../lib/site-config.ts";
import { ConnectionLost, type SendOptions } from "./upload-backend.ts";

export interface FileToSend {
  path: string;
  file: Blob;
  type: string;
  /** URL at which an earlier attempt can be resumed. */
  resumeUrl: string | null;
}

/** Access to the storage API as the sender, who may be a visitor. */
export interface StorageAccess {
  url: string;
  /** Returns the headers of a request; called for each request. */
  headers(): Promise<Record<string, string>>;
  /** Whether the first request may carry bytes; true by default. */
  sendsAtOnce?: boolean;
}

/** Sends a file to its path by the resumable protocol. */
export async function sendInChunks(
  { path, file, type, resumeUrl }: FileToSend,
  { signal, onProgress, onResumable }: SendOptions,
  { url, headers, sendsAtOnce = true }: StorageAccess,
): Promise<void> {
  const { Upload, defaultOptions } = await import("tus-js-client");
  let since = performance.now();
  const mayBeWhole = readClientConfig().embedded && file.size > EMBEDDED_CHUNK_BYTES;
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `${url}/upload/resumable`,
      uploadUrl: resumeUrl,
      metadata: {
        bucketName: "workspace-files",
        objectName: path,
        contentType: type,
      },
      headers: { "x-upsert": "false" },
      chunkSize: UPLOAD_CHUNK_BYTES,
      uploadDataDuringCreation: sendsAtOnce && !mayBeWhole,
      fileReader: { openFile: async () => sourceOf(file) },
      onAfterResponse(request, response) {
        resumeAfterServerError.onAfterResponse(request, response);
        if (!mayBeWhole) return;
        const isWhole = request.getMethod() === "POST" && response.getHeader(ANY_BODY_HEADER);
        if (isWhole) upload.options.chunkSize = file.size;
        // After a lost connection, as much is sent at once as it can carry.
        if (request.getMethod() === "HEAD") upload.options.chunkSize = UPLOAD_CHUNK_BYTES;
      },
      storeFingerprintForResuming: false,
      // A proxy that has added no header may refuse a whole file.
      onShouldRetry(error, ...retry) {
        if (error.originalResponse?.getStatus() === 413) {
          return upload.options.chunkSize === file.size;
        }
        return defaultOptions.onShouldRetry?.(error, ...retry) ?? false;
      },
      retryDelays: [500, 1500, 4000, 8000, 15_000],
      async onBeforeRequest(request) {
        for (const [name, value] of Object.entries(await headers())) {
          request.setHeader(name, value);
        }
      },
      onProgress,
      // Chunks double while they are quick: each costs a round trip and a sync to disk.
      onChunkComplete() {
        const isQuick = performance.now() - since < QUICK_CHUNK_MS;
        since = performance.now();
        if (!readClientConfig().embedded || !isQuick) return;
        const { chunkSize = UPLOAD_CHUNK_BYTES } = upload.options;
        upload.options.chunkSize = Math.min(2 * chunkSize, EMBEDDED_CHUNK_BYTES);
      },
      onUploadUrlAvailable: () => upload.url && onResumable(upload.url),
      onSuccess: () => resolve(),
      onError: (error) => reject(failureOf(error)),
    });
    const abort = () => {
      void upload.abort().catch(() => {});
      reject(signal.reason);
    };
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    upload.start();
  });
}

/**
 * A file that is sent whole is read by Chromium's network service; a part of it goes through the
 * browser's process, which takes longer than the server needs to receive and store it.
 */
const sourceOf = (file: Blob) => ({
  size: file.size,
  async slice(start: number, end: number) {
    const isWhole = start === 0 && end >= file.size;
    return { value: isWhole ? file : file.slice(start, end), done: end >= file.size };
  },
  close() {},
});

/** Maximum milliseconds of a chunk after which the next one may be larger. */
const QUICK_CHUNK_MS = 10_000;

function failureOf(error: Error | DetailedError): Error {
  const response = "originalResponse" in error ? error.originalResponse : null;
  if (!response) return new ConnectionLost();
  return refusalOf(response.getStatus(), response.getBody());
}

/**
 * The error for a response of the storage. A response of a restarting server, or of a proxy in
 * front of it, counts as a lost connection instead of a refusal.
 */
export function refusalOf(status: number, body: string): Error {
  if ([0, 423, 502, 503, 504].includes(status)) return new ConnectionLost();
  const message = messageIn(body);
  const text = PROJECT_LIMIT.test(message) ? TOO_LARGE : message;
  return new BackendError(text || `The upload failed (${status}).`, { status });
}

/** Storage's messages for files above the project's limit, which is below the drive's. */
const PROJECT_LIMIT = /exceeded the maximum allowed size|^Maximum size exceeded/;
const TOO_LARGE = "Larger than this project allows.";

function messageIn(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === "string" ? message : "";
  } catch {
    // The resumable protocol answers in plain text.
    return body.length < 200 && !body.includes("<") ? body.trim() : "";
  }
}

/**
 * By default, tus-js-client restarts an upload when the server cannot report its offset, even
 * briefly. A complete upload whose last response was lost would then be refused, because its path
 * is taken. With this option, server errors are retried like a lost connection.
 */
export const resumeAfterServerError = {
  onAfterResponse(request, response) {
    const status = response.getStatus();
    if (request.getMethod() === "HEAD" && status >= 500) {
      throw new Error(`The upload cannot be continued at the moment (${status}).`);
    }
  },
} satisfies UploadOptions;
