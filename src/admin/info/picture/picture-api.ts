import { STORAGE_PATH } from "../../../../shared/api-paths.ts";
import { BackendError, UNKNOWN_ERROR } from "../../../lib/errors.ts";
import { readClientConfig } from "../../../lib/site-config.ts";
import { accessTokenOf, getClient } from "../../../lib/supabase.ts";

const BUCKET = "profile-pictures";

export interface UploadOptions {
  /** Progress from 0 to 1, whenever the browser reports it. */
  onProgress: (share: number) => void;
  /** Aborts the upload; the promise then rejects with the signal's reason. */
  signal: AbortSignal;
}

/**
 * Uploads a PNG under a unique name. Not through supabase-js, which reports no upload progress.
 * @returns its path in the bucket.
 * @throws {BackendError} with the backend's message.
 */
export async function uploadPicture(png: Blob, options: UploadOptions): Promise<string> {
  const { supabaseUrl, publishableKey } = readClientConfig();
  const path = `public/${Date.now()}.png`;
  const form = new FormData();
  form.append("cacheControl", "3600");
  form.append("", png);
  const headers = {
    apikey: publishableKey,
    authorization: `Bearer ${await accessTokenOf("admin")}`,
    "x-upsert": "true",
  };
  await post(`${supabaseUrl}${STORAGE_PATH}/object/${BUCKET}/${path}`, form, headers, options);
  return path;
}

/**
 * The public URL of an uploaded picture, verified to load. Where the site is its own backend it is
 * a path, which stays valid when the site moves.
 * @throws {Error} when it cannot be loaded, for example in a bucket that is not public.
 */
export async function getPublicUrl(path: string): Promise<string> {
  const { publicUrl } = getClient("admin").storage.from(BUCKET).getPublicUrl(path).data;
  const picture = new Image();
  picture.src = publicUrl;
  await picture.decode().catch(() => {
    throw new Error(NO_PUBLIC_URL);
  });
  return readClientConfig().embedded ? new URL(publicUrl).pathname : publicUrl;
}

export const NO_PUBLIC_URL = "Could not get public URL for the uploaded image.";

/** Removes an upload by its path or public URL. Ignores other URLs and failures. */
export async function removePicture(place: string): Promise<void> {
  const path = /(?:^|\/object\/public\/profile-pictures\/)(public\/\d+\.png)$/.exec(place)?.[1];
  if (!path) return;
  await getClient("admin")
    .storage.from(BUCKET)
    .remove([path])
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
