import { BUCKET, encodePath, storageAccess } from "../contents-api.ts";
import { type FileToSend, refusalOf, sendInChunks } from "./send-in-chunks.ts";
import { ConnectionLost, type SendOptions } from "./upload-backend.ts";
import { isLarge } from "./upload-machine.ts";

/**
 * Uploads a file to its path, in chunks when it is large.
 * @throws {ConnectionLost} when a retry may succeed.
 * @throws {BackendError} when the backend refuses.
 */
export async function sendFile(content: FileToSend, options: SendOptions): Promise<void> {
  const { path, file, type } = content;
  if (isLarge(file)) return sendInChunks(content, options, storageAccess);
  await post(`${BUCKET}/${encodePath(path)}`, file, type, options);
}

/** Uploads small content to its path in one request. */
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

/**
 * Sends a body to an object's route; uses XMLHttpRequest, because fetch reports no upload progress.
 * @returns the response's text.
 * @throws like `sendFile`.
 */
export async function post(
  route: string,
  body: Blob,
  type: string,
  { signal, onProgress }: Pick<SendOptions, "signal" | "onProgress">,
): Promise<string> {
  const headers = await storageAccess.headers();
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${storageAccess.url}/object/${route}`);
    // The path belongs to this upload, so an existing object comes from an earlier attempt.
    const all = { ...headers, "content-type": type, "cache-control": "no-store" };
    for (const [name, value] of Object.entries({ ...all, "x-upsert": "true" })) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) resolve(request.responseText);
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
    request.send(body);
  });
}
