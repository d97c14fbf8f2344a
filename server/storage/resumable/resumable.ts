import { randomUUID } from "node:crypto";
import { Server } from "@tus/server";
import type { Caller } from "../../auth/caller.ts";
import { isDatabaseAway } from "../../database/database-away.ts";
import type { Log } from "../../log/log.ts";
import { isBlobId } from "../blobs/blob-store.ts";
import type { UploadContext } from "../commit-object.ts";
import { refuse, StorageFailure, toFailure } from "../failure.ts";
import { releaseSpace } from "../reservations.ts";
import { streamOf } from "../stream-of.ts";
import { discardBody, readChunks } from "../upload-body.ts";
import { createFinishUpload } from "./finish-upload.ts";
import { TusStore } from "./tus-store.ts";
import { createUploadDigests } from "./upload-digests.ts";
import { createUploadLocks } from "./upload-locks.ts";
import { acceptUpload, admitRequest } from "./upload-plans.ts";

/** Answers a TUS request of an identified caller. */
export type HandleResumable = (request: Request, caller: Caller) => Promise<Response>;

/**
 * Resumable uploads as on hosted Supabase (TUS 1.0 with creation, termination, expiration). The
 * policies are checked at creation, for every chunk, and when the object is created; after the last
 * byte, the upload becomes the object's blob.
 * @param path of the endpoint, the prefix of upload URLs.
 */
export function createResumable(context: UploadContext, path: string): HandleResumable {
  const calls = new WeakMap<object, Call>();
  const server = createTusServer(context, path, (request) => {
    const call = calls.get(request);
    if (!call) throw new Error("Nobody was identified for this request.");
    return call;
  });
  return async (request, caller) => {
    const limited = withMinimumSpeed(request);
    const call: Call = { caller, away: null };
    calls.set(limited, call);
    const response = await server.handleWeb(limited);
    if (response.status >= 400) await discardBody(limited);
    // The gateway answers the loss of the database connection, for all routes.
    if (call.away) throw call.away;
    const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const terminated = request.method === "DELETE" && response.ok && isBlobId(id);
    if (terminated) await releaseSpace(context.sql, id);
    removeCorsHeaders(response.headers);
    return response;
  };
}

interface Call {
  caller: Caller;
  /** The database error, if the database was unavailable. */
  away: unknown;
}

function createTusServer(
  context: UploadContext,
  path: string,
  callOf: (request: object) => Call,
): Server {
  const locks = createUploadLocks(context.session);
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
      const { caller } = callOf(request);
      await admitRequest(context, { method, id, caller }, () => finish(id, caller));
    },
    onUploadCreate: async (request, upload) => {
      const { caller } = callOf(request);
      // A visitor who lost the response starts again, if the earlier upload has no bytes.
      const hasBytes = request.headers.get("content-type") === "application/offset+octet-stream";
      if (caller.role === "anon" && hasBytes) throw refuse.invalidParameter(BYTES_APART);
      const upsert = request.headers.get("x-upsert") === "true";
      return { metadata: await acceptUpload(context, upload, caller, upsert) };
    },
    onUploadFinish: async (request, { id }) => {
      await finish(id, callOf(request).caller);
      return {};
    },
    onResponseError: (request, error) => {
      if (!isDatabaseAway(error)) return toTusError(context.log, request.method, error);
      callOf(request).away = error;
      return undefined;
    },
  });
}

const BYTES_APART = "The bytes are sent in requests of their own";

/** Enforces a minimum speed for the request's body. */
function withMinimumSpeed(request: Request): Request {
  const { url, method, headers } = request;
  const hasBody = method === "POST" || method === "PATCH";
  const body = hasBody ? streamOf(readChunks(request, Number.POSITIVE_INFINITY)) : null;
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}

/** Removes CORS headers, because the gateway sets them. */
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
