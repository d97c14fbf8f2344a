import type { DetailedError, UploadOptions } from "tus-js-client";
import { UPLOAD_CHUNK_BYTES } from "../../../../shared/limits.ts";
import { BackendError } from "../../../lib/errors.ts";
import { BUCKET, encodePath, storageAccess } from "../contents-api.ts";
import { ConnectionLost, type SendOptions } from "./upload-backend.ts";
import { isLarge } from "./upload-machine.ts";

interface FileToSend {
  path: string;
  file: Blob;
  type: string;
  /** URL at which an earlier attempt can be resumed. */
  resumeUrl: string | null;
}

/**
 * Uploads a file to its path, in chunks when it is large.
 * @throws {ConnectionLost} when a retry may succeed.
 * @throws {BackendError} when the backend refuses.
 */
export function sendFile(content: FileToSend, options: SendOptions) {
  return isLarge(content.file)
    ? sendInChunks(content, options)
    : sendInOneRequest(content, options);
}

/** Uploads a small content to its path, once. */
export function sendContent(path: string, content: Blob): Promise<void> {
  const file = { path, file: content, type: content.type, resumeUrl: null };
  const { signal } = new AbortController();
  return sendFile(file, { signal, onProgress() {}, onResumable() {} });
}

/** Terminates a resumable upload on the server. */
export async function endUpload(url: string): Promise<void> {
  const { Upload } = await import("tus-js-client");
  await Upload.terminate(url, { headers: await storageAccess.headers(), retryDelays: null });
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
async function sendInOneRequest(
  { path, file, type }: FileToSend,
  { signal, onProgress }: SendOptions,
): Promise<void> {
  const headers = await storageAccess.headers();
  await new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${storageAccess.url}/object/${BUCKET}/${encodePath(path)}`);
    // The path belongs to this upload: an existing object comes from an earlier attempt.
    const all = { ...headers, "content-type": type, "cache-control": "max-age=3600" };
    for (const [name, value] of Object.entries({ ...all, "x-upsert": "true" })) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else reject(refusalOf(request.status, request.responseText));
    });
    request.addEventListener("error", () => reject(new ConnectionLost()));
    const abort = () => {
      request.abort();
      reject(signal.reason);
    };
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    request.addEventListener("loadend", () => signal.removeEventListener("abort", abort));
    request.send(file);
  });
}

async function sendInChunks(
  { path, file, type, resumeUrl }: FileToSend,
  { signal, onProgress, onResumable }: SendOptions,
): Promise<void> {
  const { Upload } = await import("tus-js-client");
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      ...resumeAfterServerError,
      endpoint: `${storageAccess.url}/upload/resumable`,
      uploadUrl: resumeUrl,
      metadata: { bucketName: BUCKET, objectName: path, contentType: type, cacheControl: "3600" },
      headers: { "x-upsert": "false" },
      chunkSize: UPLOAD_CHUNK_BYTES,
      uploadDataDuringCreation: true,
      storeFingerprintForResuming: false,
      retryDelays: [500, 1500, 4000, 8000, 15_000],
      async onBeforeRequest(request) {
        for (const [name, value] of Object.entries(await storageAccess.headers())) {
          request.setHeader(name, value);
        }
      },
      onProgress,
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

function failureOf(error: Error | DetailedError): Error {
  const response = "originalResponse" in error ? error.originalResponse : null;
  if (!response) return new ConnectionLost();
  return refusalOf(response.getStatus(), response.getBody());
}

/**
 * The error for a response of the storage. A response of a restarting server, or of a proxy in front
 * of it, is not a refusal.
 */
export function refusalOf(status: number, body: string): Error {
  if ([0, 423, 502, 503, 504].includes(status)) return new ConnectionLost();
  const message = messageIn(body);
  const text = PROJECT_LIMIT.test(message) ? TOO_LARGE : message;
  return new BackendError(text || `The upload failed (${status}).`, { status });
}

/** Storage's refusals when the project's own limit is below the drive's, at once and in chunks. */
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
 * tus-js-client restarts an upload when the server cannot report its offset, even if only for a
 * moment. A complete upload, whose last response was lost, would then be refused: its path is
 * taken. With this option, server errors are retried like a lost connection.
 */
export const resumeAfterServerError = {
  onAfterResponse(request, response) {
    const status = response.getStatus();
    if (request.getMethod() === "HEAD" && status >= 500) {
      throw new Error(`The upload cannot be continued at the moment (${status}).`);
    }
  },
} satisfies UploadOptions;
