import { STORAGE_PATH } from "../../../shared/api-paths.ts";
import { BackendError, UNKNOWN_ERROR } from "../../lib/errors.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { accessTokenOf, getClient } from "../../lib/supabase.ts";

/** The bucket of public files. */
const BUCKET = "profile-pictures";

export interface UploadOptions {
  /** Progress from 0 to 1, whenever the browser reports it. */
  onProgress: (share: number) => void;
  /** Aborts the upload; the promise then rejects with the signal's reason. */
  signal: AbortSignal;
  /** Seconds for which browsers cache the file without revalidation; an hour by default. */
  cacheSeconds?: number;
}

/**
 * Uploads a public file. Does not use supabase-js, which reports no upload progress.
 * @param path in the bucket; the last segment contains the time, so that a new file has a new URL.
 * @throws {BackendError} with the backend's message.
 */
export async function uploadPublicFile(
  path: string,
  file: Blob,
  options: UploadOptions,
): Promise<void> {
  const { supabaseUrl, publishableKey } = readClientConfig();
  const form = new FormData();
  form.append("cacheControl", String(options.cacheSeconds ?? 3600));
  form.append("", file);
  const headers = {
    apikey: publishableKey,
    authorization: `Bearer ${await accessTokenOf("admin")}`,
    "x-upsert": "true",
  };
  await post(`${supabaseUrl}${STORAGE_PATH}/object/${BUCKET}/${path}`, form, headers, options);
}

export function publicUrlOf(path: string): string {
  return getClient("admin").storage.from(BUCKET).getPublicUrl(path).data.publicUrl;
}

/** The stored form of a public URL: a path if the site is its own backend and may move. */
export function toStoredAddress(publicUrl: string): string {
  return readClientConfig().embedded ? new URL(publicUrl).pathname : publicUrl;
}

/** Removes uploaded files. Ignores failures. */
export async function removePublicFiles(paths: string[]): Promise<void> {
  if (paths.length === 0) return;
  await getClient("admin")
    .storage.from(BUCKET)
    .remove(paths)
    .catch(() => {});
}

function post(
  address: string,
  body: FormData,
  headers: Record<string, string>,
  { onProgress, signal }: UploadOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve();
      else reject(new BackendError(messageIn(responseText), { status }));
    };
    request.onerror = () => reject(new BackendError("The connection was lost."));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort());
    if (signal.aborted) reject(signal.reason);
    else request.send(body);
  });
}

function messageIn(answer: string): string {
  try {
    const { message } = JSON.parse(answer) as { message?: unknown };
    return typeof message === "string" && message !== "" ? message : UNKNOWN_ERROR;
  } catch {
    return UNKNOWN_ERROR;
  }
}

/**
 * The URL of an uploaded picture, after verifying that it loads.
 * @param path in the bucket.
 * @throws {Error} when the picture cannot be loaded, for example because the bucket is not public.
 */
export async function getPictureAddress(path: string): Promise<string> {
  const picture = new Image();
  const publicUrl = publicUrlOf(path);
  picture.src = publicUrl;
  await picture.decode().catch(() => {
    throw new Error(NO_PUBLIC_URL);
  });
  return toStoredAddress(publicUrl);
}

export const NO_PUBLIC_URL = "Could not get public URL for the uploaded image.";
