import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { SMALL_FILE_BYTES, SMALL_FILES_AT_ONCE } from "../../shared/limits.ts";
import type { Caller } from "../auth/caller.ts";
import type { UploadContext } from "./commit-object.ts";
import { type FailureBody, refuse, StorageFailure, toFailure } from "./failure.ts";
import { isValidKey, parseKey } from "./object-key.ts";
import { getBucket } from "./objects.ts";
import { asBrokenBody } from "./receive-upload.ts";
import { listReserved } from "./reservations.ts";
import { readChunks } from "./upload-body.ts";
import { uploadObject } from "./upload-object.ts";

/** The first line of a batch, as JSON. The files' bytes follow in the same order. */
const listSchema = z
  .array(
    z.object({
      path: z.string(),
      type: z.string().regex(/^[ -~]*$/),
      size: z.int().min(0).max(SMALL_FILE_BYTES),
    }),
  )
  .min(1)
  .max(SMALL_FILES_AT_ONCE);

/** Maximum bytes of a batch, with paths of 1,024 characters and types of a header's length. */
const BATCH_BYTES = SMALL_FILES_AT_ONCE * (SMALL_FILE_BYTES + 4 * 1024);

/**
 * Stores the small files of one request, which is buffered in memory, as if each were sent alone.
 * Their paths must be reserved.
 * @returns null or the refusal of each file, in order.
 * @throws {StorageFailure} when the whole request is refused.
 */
export async function uploadBatch(
  context: UploadContext,
  request: Request,
  caller: Caller,
  bucket: string,
): Promise<(FailureBody | null)[]> {
  if (caller.role === "anon") throw refuse.denied();
  const body = await buffer(readChunks(request, BATCH_BYTES)).catch((error: unknown) => {
    throw asBrokenBody(error);
  });
  const files = splitBatch(body);
  const keys = files.map(({ path }) => path).filter(isValidKey);
  const [known, reserved] = await Promise.all([
    getBucket(context.sql, bucket),
    listReserved(context.sql, bucket, keys),
  ]);
  const store = async ({ path, type, bytes }: BatchFile) => {
    const address = { bucket, key: parseKey(path) };
    if (!reserved.has(address.key)) throw refuse.uploadCanceled();
    const headers = new Headers(request.headers);
    headers.set("content-type", type);
    headers.set("content-length", String(bytes.byteLength));
    const alone = new Request(request.url, { method: "POST", headers, body: bytes });
    await uploadObject(context, alone, caller, address, "upsert", {
      bucket: known,
      reserved: true,
    });
    return null;
  };
  return Promise.all(files.map((file) => store(file).catch(toAnswer)));
}

interface BatchFile {
  path: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** @throws {StorageFailure} 400 when the files do not have the announced sizes. */
function splitBatch(body: Buffer<ArrayBuffer>): BatchFile[] {
  let at = body.indexOf("\n") + 1;
  const files = parseList(body.toString("utf8", 0, at)).map(({ size, ...file }) => {
    at += size;
    return { ...file, bytes: body.subarray(at - size, at) };
  });
  if (at !== body.length) throw refuse.invalidParameter("The files do not have the given sizes");
  return files;
}

function parseList(line: string): z.infer<typeof listSchema> {
  try {
    return listSchema.parse(JSON.parse(line));
  } catch {
    throw refuse.invalidParameter("The batch does not begin with its list");
  }
}

/** @throws errors that are not a refusal of this file alone. */
function toAnswer(error: unknown): FailureBody {
  const failure = toFailure(error);
  if (failure instanceof StorageFailure) return failure.body;
  throw error;
}
