import { createHash, randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Server, type Upload } from "@tus/server";
import type { Caller } from "../auth/caller.ts";
import { isBlobId } from "./blob-store.ts";
import { refuse, StorageFailure, toFailure } from "./failure.ts";
import { type ObjectAddress, parseBucket, parseKey } from "./object-key.ts";
import { checkMaySave, getBucket, getObjectUnchecked, type SaveMode } from "./objects.ts";
import { HEAD_BYTES, isPlainPicture } from "./picture-check.ts";
import { acceptType, cacheControlOf, discardBody, readBody } from "./receive-upload.ts";
import { extendReservation, hasReservation, releaseSpace, reserveSpace } from "./reservations.ts";
import { streamOf } from "./stream-of.ts";
import { commitObject, draftObject, limitOf, type UploadContext } from "./upload.ts";
import { createUploadLocks } from "./upload-locks.ts";
import { UPLOAD_LIFETIME, UploadStore } from "./upload-store.ts";

export interface Resumable {
  /** Answers a TUS request by an already identified caller. */
  handle(request: Request, caller: Caller): Promise<Response>;
  /** Removes abandoned uploads. @returns how many. */
  sweep(now?: number): Promise<number>;
}

/**
 * Resumable uploads as on hosted Supabase (TUS 1.0 with creation, termination, expiration). The
 * policies are checked at creation, for every chunk and when the object is created; after the last
 * byte the file becomes the object's blob without being copied.
 */
export function createResumable(
  context: UploadContext,
  options: { directory: string; path: string },
): Resumable {
  const { sql, blobs, log } = context;
  const store = new UploadStore(options.directory);
  const callers = new WeakMap<object, Caller>();
  const finishing = new Map<string, Promise<void>>();
  const server = new Server({
    path: options.path,
    datastore: store,
    locker: createUploadLocks(),
    lockDrainTimeout: 500,
    namingFunction: () => randomUUID(),
    generateUrl: (_request, { path, id }) => `${path}/${id}`,
    getFileIdFromRequest: (_request, id) => (id && isBlobId(id) ? id : undefined),
    onIncomingRequest: async (request, id) => {
      if (request.method !== "POST") await admit(request.method, id, callerOf(request));
    },
    onUploadCreate: async (request, upload) => ({
      metadata: await accept(upload, callerOf(request), request.headers.get("x-upsert") === "true"),
    }),
    onUploadFinish: async (request, { id }) => {
      await finishOnce(id, callerOf(request));
      return {};
    },
    onResponseError: (request, error) => explain(request.method, error),
  });

  return {
    async handle(request, caller) {
      const hasBody = request.method === "POST" || request.method === "PATCH";
      const body = hasBody ? streamOf(readBody(request, Number.POSITIVE_INFINITY)) : null;
      const { url, method, headers } = request;
      const timed = new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
      callers.set(timed, caller);
      const answer = await server.handleWeb(timed);
      if (answer.status >= 400) await discardBody(timed);
      const ended = new URL(url).pathname.split("/").at(-1) ?? "";
      if (request.method === "DELETE" && answer.ok && isBlobId(ended)) {
        await releaseSpace(sql, ended);
      }
      for (const name of [...answer.headers.keys()]) {
        // CORS headers are set by the gateway.
        if (name.startsWith("access-control-")) answer.headers.delete(name);
      }
      return answer;
    },
    async sweep(now = Date.now()) {
      let removed = 0;
      for (const [id, modified] of await store.list()) {
        if (now - modified < UPLOAD_LIFETIME && !(await isCanceled(id))) continue;
        await discard(id);
        removed++;
      }
      return removed;
    },
  };

  function callerOf(request: object): Caller {
    const caller = callers.get(request);
    if (!caller) throw new Error("Nobody was identified for this request.");
    return caller;
  }

  /** @returns the validated metadata to store with the upload. */
  async function accept(upload: Upload, caller: Caller, upsert: boolean) {
    const given = upload.metadata ?? {};
    const bucketName = parseBucket(given.bucketName ?? "");
    const objectName = parseKey(given.objectName ?? "");
    const size = upload.size ?? 0;
    const bucket = await getBucket(sql, bucketName);
    if (size > limitOf(context, bucket)) throw refuse.tooLarge();
    const rules = { limit: size, mimeTypes: bucket.allowed_mime_types };
    const contentType = acceptType(given.contentType || "application/octet-stream", rules);
    const address = { bucket: bucketName, key: objectName };
    await checkMaySave(sql, caller, draftObject(address), upsert ? "upsert" : "create");
    const reserved = await hasReservation(sql, address);
    await reserveSpace(sql, address, { id: upload.id, owner: caller.userId, size }, UNSTARTED);
    return {
      bucketName,
      objectName,
      contentType,
      cacheControl: cacheControlOf(given.cacheControl ? `max-age=${given.cacheControl}` : null),
      owner: caller.userId ?? "",
      upsert: String(upsert),
      reserved: String(reserved),
    };
  }

  /** Allows only the owner to access an upload, and only while they may save there. */
  async function admit(method: string, id: string, caller: Caller): Promise<void> {
    const record = await store.find(id);
    if (!record) return;
    const { metadata } = record;
    if (metadata.owner !== (caller.userId ?? "")) throw refuse.denied();
    const address = addressOf(metadata);
    // The object exists; a caller who may no longer save there learns nothing about it.
    if (record.finished) return checkMaySave(sql, caller, draftObject(address), "upsert");
    const upload = await store.getUpload(id);
    // The last chunk was stored, but creating the object failed then.
    if (method === "HEAD" && upload.offset === upload.size) return finishOnce(id, caller);
    await checkMaySave(sql, caller, draftObject(address), modeOf(metadata));
    if (method !== "PATCH") return;
    if (metadata.reserved === "true" && !(await extendReservation(sql, address))) {
      await discard(id);
      throw refuse.uploadCanceled();
    }
    await reserveSpace(sql, address, { id, owner: caller.userId, size: record.size }, STARTED);
  }

  async function discard(id: string): Promise<void> {
    await store.discard(id);
    await releaseSpace(sql, id);
  }

  function finishOnce(id: string, caller: Caller): Promise<void> {
    const running = finishing.get(id);
    if (running) return running;
    const work = finish(id, caller).finally(() => finishing.delete(id));
    finishing.set(id, work);
    return work;
  }

  async function finish(id: string, caller: Caller): Promise<void> {
    const record = await store.find(id);
    if (!record || record.finished) return;
    const { metadata, size } = record;
    const address = addressOf(metadata);
    const file = store.pathOf(id);
    const mimetype = metadata.contentType ?? "application/octet-stream";
    const eTag = eTagOf(id);
    const object = draftObject(address, {
      eTag,
      size,
      mimetype,
      cacheControl: metadata.cacheControl ?? "no-cache",
      plainPicture: isPlainPicture(mimetype, await readHead(file)),
    });
    try {
      await commitObject(context, caller, object, modeOf(metadata), {
        id,
        reserved: metadata.reserved === "true",
        store: () => blobs.adopt(object.version, file),
      });
    } catch (error) {
      // An earlier attempt may have succeeded although its response was lost.
      const failure = toFailure(error);
      const done =
        failure instanceof StorageFailure &&
        failure.code === 409 &&
        (await getObjectUnchecked(sql, address)).metadata.eTag === eTag;
      if (!done) throw error;
    }
    await store.finish(id, record);
  }

  async function isCanceled(id: string): Promise<boolean> {
    const record = await store.find(id);
    if (!record || record.finished || record.metadata.reserved !== "true") return false;
    return !(await hasReservation(sql, addressOf(record.metadata)));
  }

  function explain(method: string, error: unknown) {
    const failure = toFailure(error);
    if (failure instanceof StorageFailure) {
      if (failure.code >= 500) log.error("An object could not be stored.", failure.cause);
      return { status_code: failure.code, body: failure.message };
    }
    if (typeof (error as { status_code?: unknown }).status_code === "number") return undefined;
    log.error(`A resumable upload failed at ${method}.`, error);
    return { status_code: 500, body: "Internal server error" };
  }
}

/** Seconds the space of an upload is reserved before its first chunk. */
const UNSTARTED = 5 * 60;

/** Seconds it is reserved after each chunk: until the first sweep after its lifetime. */
const STARTED = UPLOAD_LIFETIME / 1000 + 2 * 60 * 60;

type Metadata = Record<string, string | null>;

function addressOf(metadata: Metadata): ObjectAddress {
  return { bucket: metadata.bucketName ?? "", key: metadata.objectName ?? "" };
}

function modeOf(metadata: Metadata): SaveMode {
  return metadata.upsert === "true" ? "upsert" : "create";
}

/** Opaque, the same for every attempt. Not a hash of the bytes, which may be gigabytes. */
function eTagOf(id: string): string {
  return `"${createHash("sha256").update(`upload ${id}`).digest("hex").slice(0, 32)}"`;
}

async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The folder of unfinished uploads, on the blobs' disk, so that a file can be linked as a blob. */
export function uploadsFolder(blobFolder: string): string {
  return join(blobFolder, "uploads");
}
