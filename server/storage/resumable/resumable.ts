import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { Server } from "@tus/server";
import { ANY_BODY_HEADER } from "../../../shared/api-paths.ts";
import type { Caller } from "../../auth/caller.ts";
import { isDatabaseAway } from "../../database/database-away.ts";
import type { Connection } from "../../http/visitor-address.ts";
import { whileAllowed } from "../../http/while-allowed.ts";
import type { Log } from "../../log/log.ts";
import { isBlobId } from "../blobs/blob-store.ts";
import type { UploadContext } from "../commit-object.ts";
import { refuse, StorageFailure, toFailure } from "../failure.ts";
import { releaseSpace } from "../reservations.ts";
import { type Body, discardBody } from "../upload-body.ts";
import { createFinishUpload } from "./finish-upload.ts";
import { TusStore } from "./tus-store.ts";
import { createUploadDigests } from "./upload-digests.ts";
import { createUploadLocks } from "./upload-locks.ts";
import { acceptUpload, admitRequest } from "./upload-plans.ts";

/**
 * Answers a TUS request.
 * @param identify returns the caller; repeated while bytes arrive.
 * @param connection from which the body is read, if there is one.
 */
export type HandleResumable = (
  request: Request,
  identify: () => Promise<Caller>,
  connection?: Connection,
) => Promise<Response>;

/**
 * Resumable uploads as on hosted Supabase (TUS 1.0 with creation, termination, expiration). The
 * policies are checked at creation, for every chunk, and when the object is created; after the last
 * byte, the upload becomes the object's blob.
 * @param path of the endpoint, the prefix of upload URLs.
 */
export function createResumable(context: UploadContext, path: string): HandleResumable {
  const calls = new AsyncLocalStorage<Call>();
  const server = createTusServer(context, path, () => {
    const call = calls.getStore();
    if (!call) throw new Error("Nobody was identified for this request.");
    return call;
  });
  return async (request, identify, connection = {}) => {
    const { incoming } = connection;
    const body = incoming instanceof Readable ? incoming : request;
    const caller = await identify();
    const call: Call = { request, body, caller, identify, connection, away: null };
    const { url, method, headers } = request;
    const withoutBody = new Request(url, { method, headers });
    const response = await calls.run(call, () => server.handleWeb(withoutBody));
    if (response.status >= 400) await discardBody(body);
    // The gateway answers the loss of the database connection, for all routes.
    if (call.away) throw call.away;
    const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const terminated = request.method === "DELETE" && response.ok && isBlobId(id);
    if (terminated) await releaseSpace(context.sql, id);
    removeCorsHeaders(response.headers);
    const isProxied =
      incoming?.httpVersion === "1.0" || PROXY_HEADERS.some((name) => request.headers.has(name));
    if (!isProxied) response.headers.set(ANY_BODY_HEADER, "1");
    return response;
  };
}

/**
 * What proxies add, which limit a body, and may hold it back until it is complete. Without a setting,
 * nginx adds nothing, but speaks HTTP/1.0.
 */
const PROXY_HEADERS = ["forwarded", "via", "x-forwarded-for", "cf-connecting-ip"];

interface Call {
  request: Request;
  body: Body;
  caller: Caller;
  identify: () => Promise<Caller>;
  connection: Connection;
  /** The database error, if the database was unavailable. */
  away: unknown;
}

function createTusServer(context: UploadContext, path: string, currentCall: () => Call): Server {
  const locks = createUploadLocks(context.session);
  const digests = createUploadDigests();
  const finish = createFinishUpload({ ...context, digests });
  return new Server({
    path,
    datastore: new TusStore(context.blobs.uploads, locks, digests, currentCall),
    locker: locks,
    lockDrainTimeout: 500,
    namingFunction: () => randomUUID(),
    generateUrl: (_request, { path, id }) => `${path}/${id}`,
    getFileIdFromRequest: (_request, id) => (id && isBlobId(id) ? id : undefined),
    onIncomingRequest: async (request, id) => {
      const { method } = request;
      if (method === "POST") return;
      const { caller, connection, identify } = currentCall();
      const admit = (caller: Caller) =>
        admitRequest(context, { method, id, caller }, () => finish(id, caller));
      await admit(caller);
      if (method !== "PATCH") return;
      whileAllowed(connection, () =>
        identify()
          .then(admit)
          .then(() => true, isDatabaseAway),
      );
    },
    onUploadCreate: async (request, upload) => {
      const { caller } = currentCall();
      // A visitor who lost the response starts again, if the earlier upload has no bytes.
      const hasBytes = request.headers.get("content-type") === "application/offset+octet-stream";
      if (caller.role === "anon" && hasBytes) throw refuse.invalidParameter(BYTES_APART);
      const upsert = request.headers.get("x-upsert") === "true";
      return { metadata: await acceptUpload(context, upload, caller, upsert) };
    },
    onUploadFinish: async (_request, { id }) => {
      await finish(id, currentCall().caller);
      return {};
    },
    onResponseError: (request, error) => {
      if (!isDatabaseAway(error)) return toTusError(context.log, request.method, error);
      currentCall().away = error;
      return undefined;
    },
  });
}

const BYTES_APART = "The bytes are sent in requests of their own";

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
