import { STORAGE_PATH } from "../../../shared/api-paths.ts";
import { BackendError, onlyRow, unwrap } from "../../lib/errors.ts";
import { formatExcess, formatSize } from "../../lib/file-size.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { accessTokenOf, getClient } from "../../lib/supabase.ts";
import type { SubtreeFile } from "./file.ts";
import { toStorableName } from "./file-names.ts";
import type { ContentSource } from "./preview/content-source.ts";

export const BUCKET = "workspace-files";

/**
 * Reads a file's content, also when it was replaced after its path was read.
 * @param path the path when the file was listed; looked up if omitted.
 */
export async function readContent<Result>(
  id: string,
  path: string | null,
  read: (path: string) => Promise<Result>,
): Promise<Result> {
  const known = path ?? (await getContentPath(id));
  try {
    return await read(known);
  } catch (error) {
    const now = await getContentPath(id).catch(() => known);
    if (now === known) throw error;
    return read(now);
  }
}

/**
 * Lifetime of a signed URL in seconds. On hosted Supabase it can outlive a forced logout.
 * @limit drive: a signed URL of the workspace [seconds]
 */
export const SIGNED_FOR = 10 * 60;

/**
 * A URL from which the browser can load a file's content for `SIGNED_FOR` seconds.
 * @param name makes it a download with that file name.
 */
export async function signContent(path: string, name?: string): Promise<string> {
  const { signedUrl } = unwrap(await bucket().createSignedUrl(path, SIGNED_FOR));
  // storage-js's own option encodes the name twice.
  const download =
    name === undefined ? "" : `&download=${encodeURIComponent(toStorableName(name))}`;
  return signedUrl + download;
}

/**
 * A file's content as a stream.
 * @param range the first and last byte; the whole file if omitted.
 */
export async function fetchContent(
  path: string,
  signal: AbortSignal,
  range?: readonly [number, number],
): Promise<Response> {
  const headers = await storageAccess.headers();
  const response = await fetch(
    `${storageAccess.url}/object/authenticated/${BUCKET}/${encodePath(path)}`,
    {
      signal,
      // Supabase lets older files be stored in the browser's cache.
      cache: "no-store",
      headers: range ? { ...headers, range: `bytes=${range[0]}-${range[1]}` } : headers,
    },
  );
  // An empty file has no first byte.
  if (response.status === 416) return new Response("");
  if (!response.ok) {
    const { message = "" } = (await response.json().catch(() => ({}))) as { message?: string };
    throw new BackendError(message || `The file could not be read (${response.status}).`, response);
  }
  return response;
}

/** The bytes of a file from a given position, for archives. */
export async function streamContent(
  { id, storage_object_path: path, size }: Pick<SubtreeFile, "id" | "storage_object_path" | "size">,
  from: number,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { body } =
    from > 0 && path
      ? // A replaced content must not continue the previous one.
        await fetchContent(path, signal, [from, (size ?? 0) - 1])
      : await readContent(id, path, (at) => fetchContent(at, signal));
  return body ?? new Blob([]).stream();
}

/** The contents of the workspace user's files, for the previews. */
export const driveContents: ContentSource = {
  fetch: ({ id }, path, signal, range) =>
    readContent(id, path, (at) => fetchContent(at, signal, range)),
  sign: ({ id }, path) => readContent(id, path, (at) => signContent(at)),
};

/** Maximum number of uploads per reservation call; the database has the same limit. */
export const RESERVED_AT_ONCE = 100;

/**
 * Reserves space for uploads for one day, before their first bytes are sent; all or none. Missing
 * space is made by deleting leftovers of deleted files, then the oldest versions.
 * @returns the paths to upload to, in the order of the files.
 * @throws {BackendError} when a file is larger than the project allows or there is no space.
 */
export async function reserveUploads(
  uploads: readonly { name: string; size: number; folderId: string | null }[],
  attempt = 0,
): Promise<string[]> {
  const wanted = uploads.map(({ name, size, folderId }) => {
    return { name: toStorableName(name), size, folder: folderId };
  });
  const { data, error, status } = await rpc("reserve_uploads", { files: wanted });
  if (error?.hint === "file-limit") {
    const largest = Math.max(...uploads.map(({ size }) => size));
    throw new BackendError(await tooLarge(largest), { code: error.code, status });
  }
  if (error?.hint === "quota" && attempt < 2) {
    const needed = uploads.reduce((sum, { size }) => sum + size, 0);
    if (attempt === 1) unwrap(await rpc("release_versions", { needed }));
    await removeContents();
    return reserveUploads(uploads, attempt + 1);
  }
  return unwrap({ data, error, status });
}

async function tooLarge(size: number): Promise<string> {
  const { file_limit } = onlyRow(unwrap(await rpc("drive_usage")));
  return `Larger than this project allows: ${formatExcess(size)}, at most ${formatSize(file_limit)} per file.`;
}

/** Copies a content to a reserved path, on the server. */
export async function copyContent(from: string, to: string): Promise<void> {
  unwrap(await bucket().copy(from, to));
}

/** Extends a reservation by another day. @returns whether it still exists. */
export async function extendUpload(path: string): Promise<boolean> {
  // `false` is a valid result.
  return Boolean(unwrap(await rpc("extend_upload", { path })));
}

/** Releases a reservation and deletes what was uploaded to it. */
export async function releaseUpload(path: string): Promise<void> {
  unwrap(await rpc("release_upload", { path }));
}

/**
 * Deletes contents that no entry has, at once; those of a released reservation would take a minute
 * and another visit of My Drive.
 */
export async function deleteContents(paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += DELETED_AT_ONCE)
    unwrap(await bucket().remove(paths.slice(at, at + DELETED_AT_ONCE)));
}

/** As many as the database lists of due ones. */
const DELETED_AT_ONCE = 500;

/**
 * Deletes the blobs of deleted entries. Failures are retried next time and not reported: the
 * entries are already deleted.
 */
export async function removeContents(): Promise<void> {
  try {
    for (;;) {
      const paths: string[] = unwrap(await rpc("list_due_blobs"));
      if (paths.length === 0) return;
      unwrap(await bucket().remove(paths));
      if (unwrap(await rpc("clear_due_blobs", { paths })) === 0) return;
    }
  } catch (error) {
    console.info("Contents of deleted files will be removed later.", error);
  }
}

/** Access for requests that supabase-js cannot make: upload progress, resuming and streaming. */
export const storageAccess = {
  /** URL of the storage API, without a trailing slash. */
  get url(): string {
    return `${readClientConfig().supabaseUrl}${STORAGE_PATH}`;
  },
  /** Read for every request, because tokens expire. */
  async headers(): Promise<Record<string, string>> {
    return {
      authorization: `Bearer ${await accessTokenOf("workspace")}`,
      apikey: readClientConfig().publishableKey,
    };
  },
};

/** An object path as part of a URL. */
export const encodePath = (path: string) => path.split("/").map(encodeURIComponent).join("/");

async function getContentPath(id: string): Promise<string> {
  const entry = getClient("workspace").from("workspace_files").select("storage_object_path");
  const { storage_object_path } = onlyRow(await entry.eq("id", id).then(unwrap));
  if (!storage_object_path) throw new Error("A folder has no content of its own.");
  return storage_object_path;
}

const bucket = () => getClient("workspace").storage.from(BUCKET);
const rpc: ReturnType<typeof getClient>["rpc"] = (...call) => getClient("workspace").rpc(...call);
