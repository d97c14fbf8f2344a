import type { Context } from "hono";
import type { Caller } from "../auth/caller.ts";
import type { UploadContext } from "./commit-object.ts";
import { refuse } from "./failure.ts";
import type { StoredObject } from "./objects.ts";
import { type ServeOptions, serveObject } from "./serve-object.ts";
import type { UrlSigner } from "./signed-url.ts";

/** What every route of the storage service depends on. */
export interface StorageContext extends UploadContext {
  signer: UrlSigner;
  publishableKey: string;
  /** @throws {Refused} when the request has no valid key or token. */
  identify(headers: Headers): Promise<Caller>;
}

export function callerOf({ identify }: StorageContext, c: Context): Promise<Caller> {
  return identify(c.req.raw.headers);
}

/** The path after a route's fixed part, still percent-encoded; independent of the mount point. */
export function pathAfter(c: Context, fixed: string): string {
  const { pathname } = new URL(c.req.url);
  const at = pathname.indexOf(fixed);
  if (at < 0) throw refuse.noSuchRoute();
  return pathname.slice(at + fixed.length);
}

/** Answers with the object's bytes. */
export function serve(
  { blobs }: StorageContext,
  c: Context,
  object: StoredObject,
  options: Partial<ServeOptions>,
): Promise<Response> {
  const download = c.req.query("download") ?? null;
  return serveObject(c.req.raw, blobs, object, { download, ...options });
}
