import { Hono } from "hono";
import { z } from "zod";
import type { Caller } from "../auth/caller.ts";
import { deleteBlobs } from "./blobs/delete-blobs.ts";
import { refuse } from "./failure.ts";
import { listObjects, listRequestSchema } from "./list-objects.ts";
import {
  decodePath,
  isValidKey,
  type ObjectAddress,
  parseAddress,
  parseBucket,
  parseKey,
} from "./object-key.ts";
import { getBucket, getObject, listReadable, moveObject, removeObjects } from "./objects.ts";
import { callerOf, pathAfter, readJson, type StorageContext } from "./route-context.ts";
import type { UrlSigner } from "./signed-url.ts";
import { uploadBatch } from "./upload-batch.ts";
import { copyObject, uploadObject } from "./upload-object.ts";

/** Maximum validity of a signed URL in seconds: a day. */
const SIGNED_URL_SECONDS = 24 * 60 * 60;

/** Maximum validity in seconds of URLs for a link, because links live for up to a year. */
const LINK_URL_SECONDS = 366 * SIGNED_URL_SECONDS;

/** Validity in seconds, at most a day. */
const lifetime = z.int().min(1).max(SIGNED_URL_SECONDS);
/**
 * `paths` signs several URLs at once. URLs for a `share`, which requires the secret key, are valid
 * as long as the link shows the object, so that a browser can resume a download.
 */
const signSchema = z.object({
  expiresIn: lifetime,
  share: z.string().optional(),
  paths: z.array(z.string()).max(1000).optional(),
});
const removeSchema = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });
/** The body of `move` and `copy`. */
const moveSchema = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().optional(),
});

/** Lists and changes objects under the policies, and signs their URLs. */
export function objectRoutes(context: StorageContext): Hono {
  const { sql, signer } = context;
  const routes = new Hono();
  routes.post("/object/list/*", async (c) => {
    const caller = await callerOf(context, c);
    const bucket = parseBucket(decodePath(pathAfter(c, "/object/list/")));
    const request = await readJson(c.req.raw, listRequestSchema);
    return c.json(await listObjects(sql, caller, bucket, request));
  });
  routes.post("/object/move", async (c) => {
    const caller = await callerOf(context, c);
    const { from, to } = parseMove(await readJson(c.req.raw, moveSchema));
    await moveObject(sql, caller, from, to);
    return c.json({ message: "Successfully moved" });
  });
  routes.post("/object/copy", async (c) => {
    const caller = await callerOf(context, c);
    const { from, to } = parseMove(await readJson(c.req.raw, moveSchema));
    const { id } = await copyObject(context, caller, from, to);
    return c.json({ Id: id, Key: `${to.bucket}/${to.key}` });
  });
  routes.post("/object/sign/*", async (c) => {
    const caller = await callerOf(context, c);
    const target = pathAfter(c, "/object/sign/");
    const { paths, expiresIn, share } = await readJson(c.req.raw, signSchema);
    if (paths && share && caller.role === "service_role") {
      const link = { ...caller, claims: { ...caller.claims, share } };
      return c.json(await signMany(context, link, target, paths, LINK_URL_SECONDS));
    }
    if (paths) return c.json(await signMany(context, caller, target, paths, expiresIn));
    const address = parseAddress(target);
    await getObject(sql, caller, address);
    return c.json({ signedURL: await signedPath(signer, address, caller, expiresIn) });
  });
  routes.post("/object/batch/*", async (c) => {
    const caller = await callerOf(context, c);
    const bucket = parseBucket(decodePath(pathAfter(c, "/object/batch/")));
    return c.json(await uploadBatch(context, c.req.raw, caller, bucket));
  });
  // Registered after the paths above, which its pattern matches as well.
  routes.on(["POST", "PUT"], "/object/*", async (c) => {
    const caller = await callerOf(context, c);
    const address = parseAddress(pathAfter(c, "/object/"));
    // As on hosted Supabase, PUT creates a missing object.
    const upsert = c.req.method === "PUT" || c.req.header("x-upsert") === "true";
    const mode = upsert ? "upsert" : "create";
    const { id } = await uploadObject(context, c.req.raw, caller, address, mode);
    return c.json({ Id: id, Key: `${address.bucket}/${address.key}` });
  });
  routes.delete("/object/*", async (c) => {
    const caller = await callerOf(context, c);
    const target = decodePath(pathAfter(c, "/object/"));
    if (target.includes("/")) {
      const { bucket, key } = parseAddress(target.replaceAll("%", "%25"));
      const removed = await remove(context, caller, bucket, [key]);
      if (removed.length === 0) throw refuse.noSuchObject();
      return c.json({ message: "Successfully deleted" });
    }
    const { prefixes } = await readJson(c.req.raw, removeSchema);
    return c.json(await remove(context, caller, parseBucket(target), prefixes));
  });
  return routes;
}

async function remove(context: StorageContext, caller: Caller, bucket: string, keys: string[]) {
  const { sql } = context;
  await getBucket(sql, bucket);
  const rows = await removeObjects(sql, caller, bucket, keys.filter(isValidKey));
  const blobIds = rows.map((row) => row.version);
  await deleteBlobs(context, blobIds);
  return rows;
}

async function signMany(
  { sql, signer }: StorageContext,
  caller: Caller,
  target: string,
  paths: string[],
  expiresIn: number,
) {
  const bucket = parseBucket(decodePath(target));
  const readable = await listReadable(sql, caller, bucket, paths.filter(isValidKey));
  const sign = (key: string) => signedPath(signer, { bucket, key }, caller, expiresIn);
  return Promise.all(
    paths.map(async (path) =>
      readable.has(path)
        ? { error: null, path, signedURL: await sign(path) }
        : {
            error: "Either the object does not exist or you do not have access to it",
            path,
            signedURL: null,
          },
    ),
  );
}

async function signedPath(
  signer: UrlSigner,
  address: ObjectAddress,
  caller: Caller,
  expiresIn: number,
): Promise<string> {
  const path = `${address.bucket}/${address.key}`;
  return `/object/sign/${path}?token=${await signer.sign(address, caller, expiresIn)}`;
}

/** @throws {StorageFailure} 400 for invalid keys or buckets. */
function parseMove(request: z.infer<typeof moveSchema>): {
  from: ObjectAddress;
  to: ObjectAddress;
} {
  const bucket = parseBucket(request.bucketId);
  return {
    from: { bucket, key: parseKey(request.sourceKey) },
    to: {
      bucket: request.destinationBucket ? parseBucket(request.destinationBucket) : bucket,
      key: parseKey(request.destinationKey),
    },
  };
}
