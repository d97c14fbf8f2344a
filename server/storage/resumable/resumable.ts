import { randomUUID } from "node:crypto";
import { Server } from "@tus/server";
import type { Caller } from "../../auth/caller.ts";
import { isDatabaseAway } from "../../database/database-away.ts";
import type { Log } from "../../log/log.ts";
import { isBlobId } from "../blobs/blob-store.ts";
import type { UploadContext } from "../commit-object.ts";
import { StorageFailure, toFailure } from "../failure.ts";
import { releaseSpace } from "../reservations.ts";
import { streamOf } from "../stream-of.ts";
import { discardBody, readChunks } from "../upload-body.ts";
import { acceptUpload } from "./accept-upload.ts";
import { admitRequest } from "./admit-request.ts";
import { createFinishUpload } from "./finish-upload.ts";
import { toMetadata } from "./object-plan.ts";
import { TusStore } from "./tus-store.ts";
import { createUploadDigests } from "./upload-digests.ts";
import { createUploadLocks, type UploadLocks } from "./upload-locks.ts";

/** Answers a TUS request by an already identified caller. */
export type HandleResumable = (request: Request, caller: Caller) => Promise<Response>;

/**
 * Resumable uploads as on hosted Supabase (TUS 1.0 with creation, termination, expiration). The
 * policies are checked at creation, for every chunk and when the object is created; after the last
 * byte the upload becomes the object's blob.
 * @param path of the endpoint, which upload URLs start with.
 */
export function createResumable(context: UploadContext, path: string): HandleResumable {
  const callers = new WeakMap<object, Caller>();
  /** By request, why the database did not answer. */
  const away = new WeakMap<object, unknown>();
  const locks = createUploadLocks(context.session);
  const server = createTusServer(
    context,
    locks,
    path,
    (request) => {
      const caller = callers.get(request);
      if (!caller) throw new Error("Nobody was identified for this request.");
      return caller;
    },
    away,
  );
  return async (request, caller) => {
    const limited = withMinimumSpeed(request);
    callers.set(limited, caller);
    const response = await server.handleWeb(limited);
    if (response.status >= 400) await discardBody(limited);
    // The gateway answers that, for all routes.
    if (away.has(limited)) throw away.get(limited);
    const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const terminated = request.method === "DELETE" && response.ok && isBlobId(id);
    if (terminated) await releaseSpace(context.sql, id);
    removeCorsHeaders(response.headers);
    return response;
  };
}

function createTusServer(
  context: UploadContext,
  locks: UploadLocks,
  path: string,
  callerOf: (request: object) => Caller,
  away: WeakMap<object, unknown>,
): Server {
  const digests = createUploadDigests();
  const finish = createFinishUpload({ ...context, digests });
  return new Server({
    path,
    datastore: new TusStore(context.blobs.uploads, locks, digests),
    locker: locks,
    lockDrainTimeout: 500,
    namingFunction: () => randomUUID(),
    generateUrl: (_request, { path, id }) => `${path}/${id}`,
    getFileIdFromRequest: (_request, id) => (id && isBlobId(id) ? id : undefined),
    onIncomingRequest: async (request, id) => {
      const { method } = request;
      if (method === "POST") return;
      const caller = callerOf(request);
      await admitRequest(context, { method, id, caller }, () => finish(id, caller));
    },
    onUploadCreate: async (request, upload) => {
      const upsert = request.headers.get("x-upsert") === "true";
      const plan = await acceptUpload(context, upload, callerOf(request), upsert);
      return { metadata: toMetadata(plan) };
    },
    onUploadFinish: async (request, { id }) => {
      await finish(id, callerOf(request));
      return {};
    },
    onResponseError: (request, error) => {
      if (!isDatabaseAway(error)) return toTusError(context.log, request.method, error);
      away.set(request, error);
      return undefined;
    },
  });
}

/** The same request, whose body may not arrive arbitrarily slowly. */
function withMinimumSpeed(request: Request): Request {
  const { url, method, headers } = request;
  const hasBody = method === "POST" || method === "PATCH";
  const body = hasBody ? streamOf(readChunks(request, Number.POSITIVE_INFINITY)) : null;
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}

/** CORS headers are set by the gateway. */
function removeCorsHeaders(headers: Headers): void {
  for (const name of [...headers.keys()]) {
    if (name.startsWith("access-control-")) headers.delete(name);
  }
}

function toTusError(log: Log, method: string, error: unknown) {
  const failure = toFailure(error);
  if (failure instanceof StorageFailure) {
    if (failure.code >= 500) log.error("Storage could not serve a request.", failure.cause);
    return { status_code: failure.code, body: failure.message };
  }
  if (typeof (error as { status_code?: unknown }).status_code === "number") return undefined;

  log.error(`A resumable upload failed at ${method}.`, error);
  return { status_code: 500, body: "Internal server error" };
}
