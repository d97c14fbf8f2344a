import { FUNCTIONS_PATH, STORAGE_PATH } from "../../shared/api-paths.ts";
import { SHARED_ENTRIES } from "../../shared/limits.ts";
import type {
  OpenedInbox,
  OpenedShare,
  SharedEntry,
  ShareRefusal,
  ShareRequest,
  SignedFiles,
} from "../../supabase/functions/open-share/contract.ts";
import { BackendError } from "../lib/errors.ts";
import { withShownName } from "../lib/shown-name.ts";
import { readClientConfig } from "../lib/site-config.ts";
import { stored } from "../lib/stored.ts";
import type { ContentSource, PreviewFile } from "../workspace/files/preview/content-source.ts";

/** An error with the reason why a link could not be opened. */
export class ShareRefused extends BackendError {
  readonly reason: ShareRefusal;

  constructor(message: string, status: number, reason: ShareRefusal) {
    super(message, { status });
    this.reason = reason;
  }
}

/** A link's token, and the proof of its password if it has one. */
export interface ShareKey {
  token: string;
  pass: string;
}

/**
 * Opens a link. Without a password, the proof from an earlier visit in this tab is used.
 * @throws {ShareRefused} when the link cannot be used, or its password is missing or wrong.
 */
export async function openShare(token: string, password?: string): Promise<OpenedShare> {
  const opened = await open<OpenedShare>("open", token, password);
  const entries = [...opened.entries];
  for (let after = opened.next; after !== null && entries.length < SHARED_ENTRIES; ) {
    const { pass } = opened;
    const page = await callShare<OpenedShare>({ action: "open", token, pass, after });
    entries.push(...page.entries);
    after = page.next;
  }
  return { ...opened, entries: entries.map(withShownName) };
}

/** Opens a link that receives files. */
export const openInbox = (token: string, password?: string) =>
  open<OpenedInbox>("open-inbox", token, password);

async function open<Opened extends { pass: string }>(
  action: "open" | "open-inbox",
  token: string,
  password = "",
): Promise<Opened> {
  const key = `foyer-share ${token}`;
  const pass = stored(key, "sessionStorage") ?? "";
  const opened = await callShare<Opened>({ action, token, pass, password });
  try {
    if (opened.pass) sessionStorage.setItem(key, opened.pass);
  } catch {
    // Storage may be forbidden; the password is then asked for again after a reload.
  }
  return opened;
}

/**
 * A URL that opens a file's content, valid for at least a minute.
 * @param name makes it a download with that file name.
 */
export async function signShared(key: ShareKey, id: string, name?: string): Promise<string> {
  const url = (await signAll(key, [id])).get(id);
  if (!url) throw new BackendError("This file is no longer shared.", { status: 404 });
  return name === undefined ? url : `${url}&download=${encodeURIComponent(name.toWellFormed())}`;
}

/** Signs up to 100 files, or their thumbnails. @returns the URLs by id, without missing ones. */
export async function signAll(key: ShareKey, ids: string[], thumbnails = false) {
  const request = { action: "sign", ...key, files: ids, thumbnails } as const;
  const { files } = await callShare<SignedFiles>(request);
  const base = `${readClientConfig().supabaseUrl}${STORAGE_PATH}`;
  return new Map(files.map(({ id, url }) => [id, `${base}${url}`]));
}

export async function fetchShared(
  key: ShareKey,
  id: string,
  signal: AbortSignal,
  range?: readonly [number, number],
): Promise<Response> {
  const url = await signShared(key, id);
  const headers = range ? { range: `bytes=${range[0]}-${range[1]}` } : {};
  const response = await fetch(url, { signal, headers, cache: "no-store" });
  // An empty file has no first byte.
  if (response.status === 416) return new Response("");
  if (!response.ok) {
    throw new BackendError(`The file could not be read (${response.status}).`, response);
  }
  return response;
}

export function sharedContents(key: ShareKey): ContentSource {
  return {
    fetch: ({ id }, _path, signal, range) => fetchShared(key, id, signal, range),
    sign: ({ id }) => signShared(key, id),
  };
}

export function toPreviewFile({ id, name, size, type, updatedAt }: SharedEntry): PreviewFile {
  // Visitors do not know the storage path; this value only distinguishes contents.
  return { id, name, size, mimetype: type, storage_object_path: `${id} ${updatedAt}` };
}

export async function callShare<Result>(request: ShareRequest): Promise<Result> {
  const { supabaseUrl, publishableKey } = readClientConfig();
  const response = await fetch(`${supabaseUrl}${FUNCTIONS_PATH}/open-share`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  const body = (await response.json().catch(() => ({}))) as Result & {
    error?: string;
    reason?: ShareRefusal;
  };
  if (response.ok) return body;
  const { error = `The server answered with status ${response.status}.`, reason } = body;
  if (reason) throw new ShareRefused(error, response.status, reason);
  throw new BackendError(error, { status: response.status });
}
