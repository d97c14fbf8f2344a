import { Hono } from "hono";
import { STORAGE_PATH } from "../../shared/api-paths.ts";
import { FILE_MAX_BYTES } from "../../shared/limits.ts";
import { identifyCaller, refusalResponse } from "../auth/caller.ts";
import type { ServerDeps } from "../deps.ts";
import { answerFailure, Refused } from "./answer-failure.ts";
import { reportMissing } from "./blobs/report-missing.ts";
import { bucketRoutes } from "./bucket-routes.ts";
import { downloadRoutes } from "./download-routes.ts";
import { objectRoutes } from "./object-routes.ts";
import { resumableRoutes } from "./resumable/routes.ts";
import type { StorageContext } from "./route-context.ts";
import { createUrlSigner } from "./signed-url.ts";
import { signedUrlRoutes } from "./signed-url-routes.ts";
import { startSweeps, sweepAlone, sweepStorage } from "./sweep.ts";

export interface StorageOptions {
  deps: Pick<ServerDeps, "blobs" | "database" | "log" | "origin" | "secrets">;
  /** Largest file for buckets without their own limit, bytes. */
  fileSizeLimit?: number;
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

/**
 * The part of Supabase Storage's API that storage-js uses, on `storage.objects` and a blob store.
 */
export function createStorage(options: StorageOptions): Storage {
  const context = createContext(options);
  const sweep = () => sweepStorage(context);
  const close = startSweeps(() => sweepAlone(context), context.log);
  const routes = new Hono();
  routes.onError((error, c) => answerFailure(context.log, c, error));
  routes.route("/", bucketRoutes(context));
  routes.route("/", resumableRoutes(context, STORAGE_PATH));
  // Before those of objects, whose patterns match these paths as well.
  routes.route("/", signedUrlRoutes(context));
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
    async identify(headers) {
      const found = await identifyCaller(headers, deps);
      if ("refusal" in found) throw new Refused(refusalResponse(found.refusal));
      return found.caller;
    },
  };
}
