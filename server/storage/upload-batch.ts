import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { grouped } from "../../shared/grouped.ts";
import { SMALL_FILE_BYTES, SMALL_FILES_AT_ONCE } from "../../shared/limits.ts";
import type { Caller } from "../auth/caller.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import {
  commitObjects,
  discardOnFailure,
  draftObject,
  limitOf,
  metadataOf,
  type UploadContext,
} from "./commit-object.ts";
import { type FailureBody, refuse, StorageFailure, toFailure } from "./failure.ts";
import { parseKey } from "./object-key.ts";
import { getBucket, type NewObject } from "./objects.ts";
import { asBrokenBody, receiveChunks } from "./receive-upload.ts";
import { listReserved } from "./reservations.ts";
import { discardBody, readChunks } from "./upload-body.ts";

/** The first line of a batch, as JSON. The bytes of its files follow in the same order. */
const listSchema = z
  .array(
    z.object({
      path: z.string(),
      type: z.string(),
      size: z.int().min(0).max(SMALL_FILE_BYTES),
    }),
  )
  .min(1)
  .max(SMALL_FILES_AT_ONCE);

/** Bytes of a batch: a path has up to 1,024 characters, a type as many as a request's header. */
const BATCH_BYTES = SMALL_FILES_AT_ONCE * (SMALL_FILE_BYTES + 4 * 1024);

/**
 * Stores small files for reserved paths from one request, in memory. Each is stored or refused by
 * itself; only their commits are shared.
 * @returns for each file, in their order, null or why it is refused.
 * @throws {StorageFailure} when the whole request is refused.
 */
export async function uploadBatch(
  context: UploadContext,
  request: Request,
  caller: Caller,
  bucketId: string,
): Promise<(FailureBody | null)[]> {
  try {
    // A visitor's reservation is for an exact size, which `uploadObject` compares.
    if (caller.role === "anon") throw refuse.denied();
    const bucket = await getBucket(context.sql, bucketId);
    const rules = { limit: limitOf(context, bucket), mimeTypes: bucket.allowed_mime_types };
    const body = await buffer(readChunks(request, BATCH_BYTES)).catch((error: unknown) => {
      throw asBrokenBody(error);
    });
    const files = splitBatch(body);
    const reserved = await listReserved(
      context.sql,
      bucketId,
      files.map(({ path }) => path),
    );
    const commit = grouped(
      (objects: NewObject[]) =>
        commitObjects(
          context,
          caller,
          objects.map((object) => ({ ...object, upload: object.version })),
          { mode: "upsert", reserved: true },
        ),
      { most: SMALL_FILES_AT_ONCE, isFinal: isDatabaseAway, collectMs: 0 },
    );
    const store = async ({ path, type, bytes }: BatchFile) => {
      const draft = draftObject({ bucket: bucketId, key: parseKey(path) });
      if (!reserved.has(path)) throw refuse.uploadCanceled();
      await discardOnFailure(context, draft.version, async () => {
        const content = { type, headers: request.headers };
        const received = await receiveChunks(only(bytes), content, rules, (source) =>
          context.blobs.put(draft.version, source),
        );
        await commit({ ...draft, metadata: metadataOf(received) });
      });
    };
    return await Promise.all(files.map((file) => store(file).then(() => null, toAnswer)));
  } catch (error) {
    await discardBody(request);
    throw error;
  }
}

interface BatchFile {
  path: string;
  type: string;
  bytes: Uint8Array;
}

/** @throws {StorageFailure} 400 when the files do not have the announced sizes. */
function splitBatch(body: Buffer): BatchFile[] {
  let at = body.indexOf("\n") + 1;
  const list = listSchema.safeParse(parseJson(body.toString("utf8", 0, at)));
  if (!list.success) throw refuse.invalidParameter("The batch does not begin with its list");
  const files = list.data.map(({ size, ...file }) => {
    at += size;
    return { ...file, bytes: body.subarray(at - size, at) };
  });
  if (at !== body.length) throw refuse.invalidParameter("The files do not have the given sizes");
  return files;
}

async function* only<T>(item: T): AsyncGenerator<T> {
  yield item;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @throws what is not a refusal of this file alone. */
function toAnswer(error: unknown): FailureBody {
  const failure = toFailure(error);
  if (failure instanceof StorageFailure) return failure.body;
  throw error;
}
