import { Hono } from "hono";
import type { Caller } from "../auth/caller.ts";
import { deleteBlobs } from "./blobs/delete-blobs.ts";
import {
  commitObject,
  discardOnFailure,
  draftObject,
  type UploadContext,
} from "./commit-object.ts";
import { refuse } from "./failure.ts";
import { listObjects, listRequestSchema } from "./list-objects.ts";
import {
  decodePath,
  isValidKey,
  type ObjectAddress,
  parseAddress,
  parseBucket,
} from "./object-key.ts";
import {
  checkMaySave,
  getBucket,
  getObject,
  moveObject,
  type NewObject,
  removeObjects,
} from "./objects.ts";
import { readJson } from "./read-json.ts";
import { moveSchema, parseMove, removeSchema } from "./requests.ts";
import { hasReservation, reserveSpace } from "./reservations.ts";
import { callerOf, pathAfter, type StorageContext } from "./route-context.ts";
import { uploadObject } from "./upload-object.ts";

/** Seconds the space of a copy is reserved; a disk copies the largest file in less. */
const COPY_SECONDS = 60 * 60;

/** Lists and changes of objects, under the policies. */
export function objectRoutes(context: StorageContext): Hono {
  const routes = new Hono();
  routes.post("/object/list/*", async (c) => {
    const caller = await callerOf(context, c);
    const bucket = parseBucket(decodePath(pathAfter(c, "/object/list/")));
    const request = await readJson(c.req.raw, listRequestSchema);
    return c.json(await listObjects(context.sql, caller, bucket, request));
  });
  routes.post("/object/move", async (c) => {
    const caller = await callerOf(context, c);
    const { from, to } = parseMove(await readJson(c.req.raw, moveSchema));
    await moveObject(context.sql, caller, from, to);
    return c.json({ message: "Successfully moved" });
  });
  routes.post("/object/copy", async (c) => {
    const caller = await callerOf(context, c);
    const { from, to } = parseMove(await readJson(c.req.raw, moveSchema));
    const { id } = await copyObject(context, caller, from, to);
    return c.json({ Id: id, Key: `${to.bucket}/${to.key}` });
  });
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

/** Copies an object the caller may read to a key the caller may create. */
async function copyObject(
  context: UploadContext,
  caller: Caller,
  from: ObjectAddress,
  to: ObjectAddress,
): Promise<{ id: string }> {
  const { sql, blobs } = context;
  const source = await getObject(sql, caller, from);
  const { metadata, user_metadata: userMetadata } = source;
  const copy: NewObject = { ...draftObject(to), metadata, userMetadata };
  const id = copy.version;
  return discardOnFailure(context, id, async () => {
    await checkMaySave(sql, caller, copy, "create");
    const reserved = await hasReservation(sql, to);
    const space = { id, owner: caller.userId, size: Number(metadata.size) };
    await reserveSpace(sql, to, space, COPY_SECONDS);
    await blobs.copy(source.version, id);
    return commitObject(context, caller, copy, "create", { id, reserved });
  });
}
