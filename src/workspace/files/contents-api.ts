import { onlyRow, unwrap } from "../../lib/errors.ts";
import { readClientConfig } from "../../lib/site-config.ts";
import { getClient } from "../../lib/supabase.ts";
import { stored } from "./file-names.ts";
import type { StorageAccess } from "./uploads/send-file.ts";

export const BUCKET = "workspace-files";

/**
 * Reads what a file holds. Since its path was read, the file may have been given another content.
 * @param path where it lay when it was listed; looked up without one.
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
 * An address under which the browser can load a file's content for an hour.
 * @param name makes it a download under that name.
 */
export async function signContent(path: string, name?: string): Promise<string> {
  const options = name === undefined ? {} : { download: name };
  const { signedUrl } = unwrap(await bucket().createSignedUrl(path, 3600, options));
  return signedUrl;
}

/**
 * A file's content as it arrives.
 * @param range the first and the last byte; all without it.
 */
export async function fetchContent(
  path: string,
  signal: AbortSignal,
  range?: readonly [number, number],
): Promise<Response> {
  const headers = await storageAccess.headers();
  const response = await fetch(
    `${storageAccess.url}/object/authenticated/${BUCKET}/${path.split("/").map(encodeURIComponent).join("/")}`,
    { signal, headers: range ? { ...headers, range: `bytes=${range[0]}-${range[1]}` } : headers },
  );
  // An empty file has no first byte.
  if (response.status === 416) return new Response("");
  if (!response.ok) {
    const { message = "" } = (await response.json().catch(() => ({}))) as { message?: string };
    throw new Error(message || `The file could not be read (${response.status}).`);
  }
  return response;
}

/** The path for a file about to be uploaded; its room is held for a day. */
export async function reserveUpload(
  name: string,
  size: number,
  folderId: string | null,
): Promise<string> {
  const target = folderId === null ? {} : { folder: folderId };
  return unwrap(await rpc("reserve_upload", { name: stored(name), size, ...target }));
}

/** Whether what was reserved still stands; if so, for another day. */
export async function extendUpload(path: string): Promise<boolean> {
  // `false` is an answer too.
  return Boolean(unwrap(await rpc("extend_upload", { path })));
}

/** Gives up what was reserved, and what was sent there. */
export async function releaseUpload(path: string): Promise<void> {
  unwrap(await rpc("release_upload", { path }));
}

/**
 * Removes the contents whose entries are gone. What fails here stays due for the next time, so it
 * is nobody's failure: the entries are gone as asked.
 */
export async function removeContents(): Promise<void> {
  try {
    for (;;) {
      const paths: string[] = unwrap(await rpc("due_removals"));
      if (paths.length === 0) return;
      unwrap(await bucket().remove(paths));
      if (unwrap(await rpc("clear_removals", { paths })) === 0) return;
    }
  } catch (error) {
    console.info("Contents of deleted files will be removed later.", error);
  }
}

/** For what supabase-js cannot do: tell progress, resume, and read as it arrives. */
export const storageAccess: StorageAccess = {
  get url() {
    return `${readClientConfig().supabaseUrl}/storage/v1`;
  },
  async headers() {
    const { data } = await getClient("workspace").auth.getSession();
    if (!data.session) throw new Error("Your session has ended.");
    return {
      authorization: `Bearer ${data.session.access_token}`,
      apikey: readClientConfig().publishableKey,
    };
  },
};

async function getContentPath(id: string): Promise<string> {
  const entry = getClient("workspace").from("workspace_files").select("storage_object_path");
  const { storage_object_path } = onlyRow(await entry.eq("id", id).then(unwrap));
  if (!storage_object_path) throw new Error("A folder has no content of its own.");
  return storage_object_path;
}

const bucket = () => getClient("workspace").storage.from(BUCKET);
const rpc: ReturnType<typeof getClient>["rpc"] = (...call) => getClient("workspace").rpc(...call);
