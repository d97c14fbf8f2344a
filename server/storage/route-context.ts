import type { Context } from "hono";
import type { z } from "zod";
import type { Caller } from "../auth/caller.ts";
import { BodyTooLargeError, readBody } from "../http/request-body.ts";
import { whileAllowed } from "../http/while-allowed.ts";
import type { UploadContext } from "./commit-object.ts";
import { refuse, StorageFailure } from "./failure.ts";
import type { StoredObject } from "./objects.ts";
import { type ServeOptions, serveObject } from "./serve-object.ts";
import type { UrlSigner } from "./signed-url.ts";

/** Maximum bytes of a storage call's JSON: a thousand keys of a thousand characters. */
const STORAGE_BODY_BYTES = 1024 * 1024;

/** Dependencies of every route of the storage service. */
export interface StorageContext extends UploadContext {
  signer: UrlSigner;
  publishableKey: string;
  /** @throws {HTTPException} when the request has no valid key or token. */
  identify(headers: Headers): Promise<Caller>;
}

export function callerOf({ identify }: StorageContext, c: Context): Promise<Caller> {
  return identify(c.req.raw.headers);
}

/** The path after a route's fixed part, still percent-encoded, for any mount point. */
export function pathAfter(c: Context, fixed: string): string {
  const { pathname } = new URL(c.req.url);
  const at = pathname.indexOf(fixed);
  if (at < 0) throw refuse.noSuchRoute();
  return pathname.slice(at + fixed.length);
}

/**
 * Serves an object that not everyone may read.
 * @param find returns the object if the caller may read it; repeated while the bytes are being
 * sent.
 */
export async function servePrivate(
  context: StorageContext,
  c: Context,
  find: () => Promise<StoredObject>,
): Promise<Response> {
  const object = await find();
  whileAllowed(c.env, () =>
    find().then(
      () => true,
      (error) => !(error instanceof StorageFailure && error.code < 500),
    ),
  );
  // Browsers must not store the response, because their cache outlives the session.
  return serve(context, c, object, { cacheControl: "private, no-store" });
}

/** Answers with the object's bytes. */
export async function serve(
  { blobs }: Pick<StorageContext, "blobs">,
  c: Context,
  object: StoredObject,
  options: Partial<ServeOptions>,
): Promise<Response> {
  const download = c.req.query("download") ?? null;
  const response = await serveObject(c.req.raw, blobs, object, { download, ...options });
  // Closes the file if the client has left, or was told that it takes too long.
  if (c.env?.outgoing?.destroyed) await response.body?.cancel();
  return response;
}

/** Parses and validates a JSON body. @throws {StorageFailure} 400 or 413. */
export async function readJson<T extends z.ZodType>(
  request: Request,
  schema: T,
): Promise<z.infer<T>> {
  const text = await readText(request);
  let value: unknown;
  try {
    value = JSON.parse(text || "{}");
  } catch {
    throw refuse.invalidParameter("The body is not valid JSON");
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refuse.invalidParameter(`body/${issue?.path.join("/") ?? ""} ${issue?.message ?? ""}`);
  }
  return parsed.data;
}

async function readText(request: Request): Promise<string> {
  try {
    return new TextDecoder().decode(await readBody(request, STORAGE_BODY_BYTES));
  } catch (error) {
    throw error instanceof BodyTooLargeError ? refuse.tooLarge() : refuse.brokenBody(error);
  }
}
