import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { STORAGE_PATH } from "../../shared/api-paths.ts";
import { FILE_MAX_BYTES } from "../../shared/limits.ts";
import { requireCaller } from "../auth/caller.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import type { ServerDeps } from "../deps.ts";
import type { Log } from "../log/log.ts";
import { routeGroup } from "../observability/route-group.ts";
import { reportMissing } from "./blobs/report-missing.ts";
import { downloadRoutes } from "./download-routes.ts";
import { refuse, StorageFailure, toFailure } from "./failure.ts";
import { decodePath, parseBucket } from "./object-key.ts";
import { objectRoutes } from "./object-routes.ts";
import { listBuckets } from "./objects.ts";
import { createResumable } from "./resumable/resumable.ts";
import { callerOf, pathAfter, type StorageContext } from "./route-context.ts";
import { createUrlSigner } from "./signed-url.ts";
import { startSweeps, sweepAlone, sweepStorage } from "./sweep.ts";

export interface StorageOptions {
  deps: Pick<ServerDeps, "blobs" | "database" | "log" | "origin" | "secrets">;
  /** Maximum file size for buckets without their own limit, in bytes. */
  fileSizeLimit?: number;
}

export interface Storage {
  /**
   * Mounted under `/storage/v1`; unknown paths are left to the gateway. The routes identify callers
   * themselves, because public objects and signed URLs need no key.
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

/** The part of Supabase Storage's API that storage-js uses. */
export function createStorage(options: StorageOptions): Storage {
  const context = createContext(options);
  const sweep = () => sweepStorage(context);
  const close = startSweeps(() => sweepAlone(context), context.log);
  const routes = new Hono();
  routes.onError((error, c) => answerFailure(context.log, c, error));
  routes.route("/", bucketRoutes(context));
  routes.route("/", resumableRoutes(context, STORAGE_PATH));
  routes.route("/", downloadRoutes(context));
  routes.route("/", objectRoutes(context));
  return { routes, sweep, close };
}

function createContext(options: StorageOptions): StorageContext {
  const { deps, fileSizeLimit = FILE_MAX_BYTES } = options;
  const { publishableKey, jwtSecret } = deps.secrets;
  return {
    sql: deps.database.sql,
    session: deps.database.session,
    blobs: reportMissing(deps.blobs, deps.log),
    log: deps.log,
    fileSizeLimit,
    publishableKey,
    signer: createUrlSigner(jwtSecret),
    identify: (headers) => requireCaller(headers, deps),
  };
}

/** The response to a failed request, in hosted Supabase's format. */
function answerFailure(log: Log, c: Context, error: unknown): Response {
  // The gateway answers HTTP exceptions and the loss of the database, for all routes.
  if (error instanceof HTTPException || isDatabaseAway(error)) throw error;
  const failure = toFailure(error);
  if (failure instanceof StorageFailure) {
    if (failure.code >= 500) log.error("Storage could not serve a request.", failure.cause);
    return c.json(failure.body, failure.httpStatus as 400);
  }
  log.error(`${c.req.method} ${routeGroup(c.req.path)} failed.`, error);
  const body = { statusCode: "500", error: "InternalError", message: "Internal server error" };
  return c.json(body, 500);
}

/** Lists and describes the buckets that the caller can see. */
function bucketRoutes(context: StorageContext): Hono {
  const { sql } = context;
  const routes = new Hono();
  routes.get("/bucket", async (c) => c.json(await listBuckets(sql, await callerOf(context, c))));
  routes.get("/bucket/:id", async (c) => {
    const id = parseBucket(decodePath(pathAfter(c, "/bucket/")));
    const buckets = await listBuckets(sql, await callerOf(context, c));
    const bucket = buckets.find((one) => one.id === id);
    if (!bucket) throw refuse.noSuchBucket();
    return c.json(bucket);
  });
  return routes;
}

/** @param mount path under which the storage service is mounted. */
function resumableRoutes(context: StorageContext, mount: string): Hono {
  const handle = createResumable(context, `${mount}/upload/resumable`);
  const routes = new Hono();
  for (const path of ["/upload/resumable", "/upload/resumable/:id"]) {
    // Hono handles HEAD as GET, which the TUS protocol does not define.
    routes.on(["GET", "POST", "PATCH", "DELETE", "OPTIONS"], path, async (c: Context) => {
      if (c.req.raw.method === "GET") throw refuse.noSuchRoute();
      // Clients for hosted Supabase send only the access token here.
      const headers = new Headers(c.req.raw.headers);
      if (!headers.has("apikey")) headers.set("apikey", context.publishableKey);
      return handle(c.req.raw, () => context.identify(headers), c.env);
    });
  }
  return routes;
}
