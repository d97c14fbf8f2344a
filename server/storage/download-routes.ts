import { Hono } from "hono";
import type { Caller } from "../auth/caller.ts";
import type { Sql } from "../database/connect.ts";
import { refuse } from "./failure.ts";
import { type ObjectAddress, parseAddress } from "./object-key.ts";
import { getBucket, getObject, getObjectUnchecked, infoOf, type StoredObject } from "./objects.ts";
import { callerOf, pathAfter, type StorageContext, serve, servePrivate } from "./route-context.ts";

/**
 * Serves the bytes and metadata of objects: of public buckets to everyone, of others to callers who
 * may read them or have a signed URL.
 */
export function downloadRoutes(context: StorageContext): Hono {
  const { sql, signer } = context;
  const routes = new Hono();
  routes.get("/object/sign/*", async (c) => {
    const address = parseAddress(pathAfter(c, "/object/sign/"));
    const caller = await signer.verify(c.req.query("token") ?? "", address);
    return servePrivate(context, c, async () => {
      await requireShare(sql, caller, address);
      return getObject(sql, caller, address);
    });
  });
  routes.get("/object/public/*", async (c) => {
    const address = parseAddress(pathAfter(c, "/object/public/"));
    return serve(context, c, await getPublicObject(context, address), {});
  });
  routes.get("/object/info/public/*", async (c) => {
    const address = parseAddress(pathAfter(c, "/object/info/public/"));
    return c.json(infoOf(await getPublicObject(context, address)));
  });
  for (const prefix of ["/object/info/authenticated/", "/object/info/"]) {
    routes.get(`${prefix}*`, async (c) => {
      const caller = await callerOf(context, c);
      return c.json(infoOf(await getObject(sql, caller, parseAddress(pathAfter(c, prefix)))));
    });
  }
  for (const prefix of ["/object/authenticated/", "/object/"]) {
    routes.get(`${prefix}*`, async (c) => {
      const caller = await callerOf(context, c);
      const address = parseAddress(pathAfter(c, prefix));
      return servePrivate(context, c, () => getObject(sql, caller, address));
    });
  }
  return routes;
}

/** A URL signed for a link opens an object only while the link shows it. */
async function requireShare(sql: Sql, { claims }: Caller, { key }: ObjectAddress): Promise<void> {
  const { share } = claims;
  if (share === undefined) return;
  const [row] = await sql`select private.shows_path(${String(share)}, ${key}) as shown`;
  if (!row?.shown) throw refuse.noSuchObject();
}

async function getPublicObject(
  { sql }: StorageContext,
  address: ObjectAddress,
): Promise<StoredObject> {
  const bucket = await getBucket(sql, address.bucket);
  // A private bucket is indistinguishable from a missing one.
  if (!bucket.public) throw refuse.noSuchBucket();
  return getObjectUnchecked(sql, address);
}
