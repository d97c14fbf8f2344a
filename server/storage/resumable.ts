import { createHash, randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { Server, type Upload } from "@tus/server";
import type { Caller } from "../keys.ts";
import { isBlobId } from "./blob-store.ts";
import { refuse, StorageFailure, toFailure } from "./failure.ts";
import { type ObjectAddress, parseBucket, parseKey } from "./object-key.ts";
import { checkMaySave, getBucket, getObjectUnchecked, type SaveMode } from "./objects.ts";
import { HEAD_BYTES, isPlainPicture } from "./picture-check.ts";
import { acceptType, cacheControlOf, discardBody, readBody } from "./receive-upload.ts";
import { claimRoom, extendReservation, hasReservation } from "./reservations.ts";
import { streamOf } from "./stream-of.ts";
import { commitObject, draftObject, limitOf, type UploadContext } from "./upload.ts";
import { createUploadLocks } from "./upload-locks.ts";
import { UPLOAD_LIFETIME, UploadStore } from "./upload-store.ts";

export interface Resumable {
  /** Answers a request of the TUS protocol by a caller who is already known. */
  handle(request: Request, caller: Caller): Promise<Response>;
  /** Removes uploads nobody goes on with. @returns how many. */
  sweep(now?: number): Promise<number>;
}

/**
 * Resumable uploads as hosted Supabase takes them (TUS 1.0 with creation, termination, expiration).
 * The policies are asked at creation, with every piece and when the object appears; the last byte
 * turns the file into the object's blob without copying it.
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
      for (const name of [...answer.headers.keys()]) {
        // Who may read the answer is the gateway's decision.
        if (name.startsWith("access-control-")) answer.headers.delete(name);
      }
      return answer;
    },
    async sweep(now = Date.now()) {
      let removed = 0;
      for (const [id, modified] of await store.list()) {
        if (now - modified < UPLOAD_LIFETIME && !(await isGivenUp(id))) continue;
        await store.discard(id);
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

  /** @returns what is kept of the upload's metadata, checked. */
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
    await claimRoom(sql, address, { owner: caller.userId, size, reserved: false });
    const reserved = await hasReservation(sql, address);
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

  /** Lets only its owner near an upload, and only while they may save there. */
  async function admit(method: string, id: string, caller: Caller): Promise<void> {
    const record = await store.find(id);
    if (!record) return;
    const { metadata } = record;
    if (metadata.owner !== (caller.userId ?? "")) throw refuse.denied();
    if (record.finished) return;
    const upload = await store.getUpload(id);
    // The last piece was stored, but the object could not be made of it then.
    if (method === "HEAD" && upload.offset === upload.size) return finishOnce(id, caller);
    const address = addressOf(metadata);
    await checkMaySave(sql, caller, draftObject(address), modeOf(metadata));
    if (metadata.reserved !== "true" || method !== "PATCH") return;
    if (!(await extendReservation(sql, address))) {
      await store.discard(id);
      throw refuse.givenUp();
    }
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
        reserved: metadata.reserved === "true",
        store: () => blobs.adopt(object.version, file),
      });
    } catch (error) {
      // An earlier attempt may have come through without anybody hearing of it.
      const failure = toFailure(error);
      const done =
        failure instanceof StorageFailure &&
        failure.code === 409 &&
        (await getObjectUnchecked(sql, address)).metadata.eTag === eTag;
      if (!done) throw error;
    }
    await store.finish(id, record);
  }

  async function isGivenUp(id: string): Promise<boolean> {
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

type Metadata = Record<string, string | null>;

function addressOf(metadata: Metadata): ObjectAddress {
  return { bucket: metadata.bucketName ?? "", key: metadata.objectName ?? "" };
}

function modeOf(metadata: Metadata): SaveMode {
  return metadata.upsert === "true" ? "upsert" : "create";
}

/** Opaque, and the same for every attempt. The bytes are not read again for it: they may be gigabytes. */
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

/** The folder of unfinished uploads, on the same disk as the blobs, so that one becomes the other. */
export function uploadsFolder(blobFolder: string): string {
  return join(blobFolder, "uploads");
}
