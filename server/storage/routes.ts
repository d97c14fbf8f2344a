import { type Context, Hono } from "hono";
import { STORAGE_PATH } from "../../shared/api-paths.ts";
import { FILE_MAX_BYTES } from "../../shared/limits.ts";
import { type Caller, identifyCaller, refusalResponse } from "../auth/caller.ts";
import type { ServerDeps } from "../deps.ts";
import type { BlobStore } from "./blob-store.ts";
import { refuse, StorageFailure, toFailure } from "./failure.ts";
import { createFileBlobStore } from "./file-blob-store.ts";
import { listObjects, listRequestSchema } from "./list-objects.ts";
import {
  decodePath,
  isValidKey,
  type ObjectAddress,
  parseAddress,
  parseBucket,
} from "./object-key.ts";
import {
  getBucket,
  getObject,
  getObjectUnchecked,
  infoOf,
  listBuckets,
  listReadable,
  moveObject,
  removeObjects,
  type StoredObject,
} from "./objects.ts";
import { readJson } from "./read-json.ts";
import { reportMissing } from "./report-missing.ts";
import { moveSchema, parseMove, removeSchema, signSchema } from "./requests.ts";
import { removeDueObjects } from "./reservations.ts";
import { createResumable, uploadsFolder } from "./resumable.ts";
import { type ServeOptions, serveObject } from "./serve-object.ts";
import { createUrlSigner } from "./signed-url.ts";
import { sweepOrphans } from "./sweep.ts";
import { copyObject, uploadObject } from "./upload.ts";

export interface StorageOptions {
  deps: Pick<ServerDeps, "database" | "log" | "origin" | "paths" | "secrets">;
  /** Largest file for buckets without their own limit, bytes. */
  fileSizeLimit?: number;
  /** Default: files under `paths.blobs`. */
  blobs?: BlobStore;
}

export interface Storage {
  /**
   * Mounted under `/storage/v1`. Unknown paths are left to the gateway. Identifies callers itself,
   * because public objects and signed URLs need no key.
   */
  routes: Hono;
  /**
   * Removes due objects, abandoned uploads and unreferenced blobs. Also runs automatically at start
   * and every hour.
   */
  sweep(): Promise<number>;
  /** Stops the sweeps; resolves when none is running. */
  close(): Promise<void>;
}

const SWEEP_INTERVAL = 60 * 60 * 1000;

/**
 * The part of Supabase Storage's API that storage-js uses, on `storage.objects` and a blob store.
 */
export function createStorage(options: StorageOptions): Storage {
  const { deps, fileSizeLimit = FILE_MAX_BYTES } = options;
  const { sql } = deps.database;
  const blobs = reportMissing(options.blobs ?? createFileBlobStore(deps.paths.blobs), deps.log);
  const signer = createUrlSigner(deps.secrets.jwtSecret);
  const context = { sql, blobs, log: deps.log, fileSizeLimit };
  const resumable = createResumable(context, {
    directory: uploadsFolder(deps.paths.blobs),
    path: `${STORAGE_PATH}/upload/resumable`,
  });
  const sweep = async () => {
    // A failing part must not prevent the others from running.
    const parts = await Promise.allSettled([
      resumable.sweep(),
      removeDueObjects(sql).then(removeBlobs),
    ]);
    const orphans = await sweepOrphans({ sql, blobs, log: deps.log });
    for (const part of parts) if (part.status === "rejected") throw part.reason;
    return orphans;
  };
  let sweeping: Promise<unknown> = sweepQuietly();
  const timer = setInterval(() => {
    sweeping = sweepQuietly();
  }, SWEEP_INTERVAL);
  timer.unref();

  const routes = new Hono();
  routes.onError((error, c) => answerFailure(c, error));

  routes.get("/bucket", async (c) => c.json(await listBuckets(sql, await callerOf(c))));
  routes.get("/bucket/:id", async (c) => {
    const id = parseBucket(decodePath(restOf(c, "/bucket/")));
    const bucket = (await listBuckets(sql, await callerOf(c))).find((one) => one.id === id);
    if (!bucket) throw refuse.noSuchBucket();
    return c.json(bucket);
  });

  for (const path of ["/upload/resumable", "/upload/resumable/:id"]) {
    // Hono routes HEAD as GET, which the TUS protocol does not have.
    routes.on(["GET", "POST", "PATCH", "DELETE", "OPTIONS"], path, async (c) => {
      if (c.req.raw.method === "GET") throw refuse.noSuchRoute();
      // Clients for hosted Supabase send only the access token here.
      const headers = new Headers(c.req.raw.headers);
      if (!headers.has("apikey")) headers.set("apikey", deps.secrets.publishableKey);
      return resumable.handle(c.req.raw, await callerOf(headers));
    });
  }

  routes.get("/object/public/*", async (c) => {
    const address = parseAddress(restOf(c, "/object/public/"));
    return serve(c, await getPublicObject(address), {});
  });
  routes.get("/object/info/public/*", async (c) => {
    const object = await getPublicObject(parseAddress(restOf(c, "/object/info/public/")));
    return c.json(infoOf(object));
  });
  routes.get("/object/sign/*", async (c) => {
    const address = parseAddress(restOf(c, "/object/sign/"));
    const caller = signer.verify(c.req.query("token") ?? "", address);
    // Revalidated each time, so that nothing is served from a cache after the session has ended.
    return serve(c, await getObject(sql, caller, address), { cacheControl: "private, no-cache" });
  });

  routes.post("/object/sign/*", async (c) => {
    const caller = await callerOf(c);
    const target = restOf(c, "/object/sign/");
    const request = await readJson(c.req.raw, signSchema);
    if (request.paths)
      return c.json(await signMany(caller, target, request.paths, request.expiresIn));
    const address = parseAddress(target);
    await getObject(sql, caller, address);
    return c.json({ signedURL: signedPath(address, caller, request.expiresIn) });
  });
  routes.post("/object/list/*", async (c) => {
    const caller = await callerOf(c);
    const bucket = parseBucket(decodePath(restOf(c, "/object/list/")));
    const request = await readJson(c.req.raw, listRequestSchema);
    return c.json(await listObjects(sql, caller, bucket, request));
  });
  routes.post("/object/move", async (c) => {
    const caller = await callerOf(c);
    const { from, to } = parseMove(await readJson(c.req.raw, moveSchema));
    await moveObject(sql, caller, from, to);
    return c.json({ message: "Successfully moved" });
  });
  routes.post("/object/copy", async (c) => {
    const caller = await callerOf(c);
    const { from, to } = parseMove(await readJson(c.req.raw, moveSchema));
    const copied = await copyObject(context, caller, from, to);
    return c.json({ Id: copied.id, Key: `${to.bucket}/${to.key}` });
  });

  for (const prefix of ["/object/info/authenticated/", "/object/info/"]) {
    routes.get(`${prefix}*`, async (c) => {
      const caller = await callerOf(c);
      return c.json(infoOf(await getObject(sql, caller, parseAddress(restOf(c, prefix)))));
    });
  }
  for (const prefix of ["/object/authenticated/", "/object/"]) {
    routes.get(`${prefix}*`, async (c) => {
      const caller = await callerOf(c);
      const object = await getObject(sql, caller, parseAddress(restOf(c, prefix)));
      return serve(c, object, { cacheControl: "private, no-cache" });
    });
  }
  routes.on(["POST", "PUT"], "/object/*", async (c) => {
    const caller = await callerOf(c);
    const address = parseAddress(restOf(c, "/object/"));
    // As on hosted Supabase, PUT creates a missing object.
    const upsert = c.req.method === "PUT" || c.req.header("x-upsert") === "true";
    const mode = upsert ? "upsert" : "create";
    const { id } = await uploadObject(context, c.req.raw, caller, address, mode);
    return c.json({ Id: id, Key: `${address.bucket}/${address.key}` });
  });
  routes.delete("/object/*", async (c) => {
    const caller = await callerOf(c);
    const target = decodePath(restOf(c, "/object/"));
    if (target.includes("/")) {
      const { bucket, key } = parseAddress(target.replaceAll("%", "%25"));
      const removed = await remove(caller, bucket, [key]);
      if (removed.length === 0) throw refuse.noSuchObject();
      return c.json({ message: "Successfully deleted" });
    }
    const { prefixes } = await readJson(c.req.raw, removeSchema);
    return c.json(await remove(caller, parseBucket(target), prefixes));
  });

  return {
    routes,
    sweep,
    close: async () => {
      clearInterval(timer);
      await sweeping;
    },
  };

  async function sweepQuietly(): Promise<void> {
    await sweep().catch((error) => deps.log.error("Looking for orphaned files failed.", error));
  }

  async function callerOf(from: Context | Headers): Promise<Caller> {
    const headers = from instanceof Headers ? from : from.req.raw.headers;
    const found = await identifyCaller(headers, deps);
    if ("refusal" in found) throw new Refused(refusalResponse(found.refusal));
    return found.caller;
  }

  async function getPublicObject(address: ObjectAddress): Promise<StoredObject> {
    const bucket = await getBucket(sql, address.bucket);
    // A private bucket is indistinguishable from a missing one.
    if (!bucket.public) throw refuse.noSuchBucket();
    return getObjectUnchecked(sql, address);
  }

  function serve(c: Context, object: StoredObject, options: Partial<ServeOptions>) {
    const download = c.req.query("download") ?? null;
    return serveObject(c.req.raw, blobs, object, { download, ...options });
  }

  async function remove(caller: Caller, bucket: string, keys: string[]) {
    await getBucket(sql, bucket);
    const rows = await removeObjects(sql, caller, bucket, keys.filter(isValidKey));
    await removeBlobs(rows.map((row) => row.version));
    return rows;
  }

  async function removeBlobs(ids: string[]): Promise<void> {
    for (const id of ids) {
      await blobs.remove(id).catch((error) => {
        deps.log.error("A removed object's file is left for the next sweep.", error);
      });
    }
  }

  function signedPath(address: ObjectAddress, caller: Caller, expiresIn: number): string {
    const path = `${address.bucket}/${address.key}`;
    return `/object/sign/${path}?token=${signer.sign(address, caller, expiresIn)}`;
  }

  async function signMany(caller: Caller, target: string, paths: string[], expiresIn: number) {
    const bucket = parseBucket(decodePath(target));
    const readable = await listReadable(sql, caller, bucket, paths.filter(isValidKey));
    return paths.map((path) =>
      readable.has(path)
        ? { error: null, path, signedURL: signedPath({ bucket, key: path }, caller, expiresIn) }
        : {
            error: "Either the object does not exist or you do not have access to it",
            path,
            signedURL: null,
          },
    );
  }

  function answerFailure(c: Context, error: unknown): Response {
    if (error instanceof Refused) return error.response;
    const failure = toFailure(error);
    if (failure instanceof StorageFailure) {
      if (failure.code >= 500) deps.log.error("An object could not be stored.", failure.cause);
      return c.json(failure.body, failure.httpStatus as 400);
    }
    // The raw path: decoded, it could contain line breaks and terminal codes.
    deps.log.error(`Storage failed at ${c.req.method} ${new URL(c.req.url).pathname}.`, error);
    const body = { statusCode: "500", error: "InternalError", message: "Internal server error" };
    return c.json(body, 500);
  }
}

/** The caller was rejected before storage was accessed. */
class Refused extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super("Refused");
    this.response = response;
  }
}

/** The path after a route's fixed part, still percent-encoded; independent of the mount point. */
function restOf(c: Context, fixed: string): string {
  const { pathname } = new URL(c.req.url);
  const at = pathname.indexOf(fixed);
  if (at < 0) throw refuse.noSuchRoute();
  return pathname.slice(at + fixed.length);
}
