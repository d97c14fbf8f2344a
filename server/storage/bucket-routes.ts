import { Hono } from "hono";
import { refuse } from "./failure.ts";
import { decodePath, parseBucket } from "./object-key.ts";
import { listBuckets } from "./objects.ts";
import { callerOf, pathAfter, type StorageContext } from "./route-context.ts";

/** Reads of the buckets the caller can see. */
export function bucketRoutes(context: StorageContext): Hono {
  const { sql } = context;
  const routes = new Hono();
  routes.get("/bucket", async (c) => c.json(await listBuckets(sql, await callerOf(context, c))));
  routes.get("/bucket/:id", async (c) => {
    const id = parseBucket(decodePath(pathAfter(c, "/bucket/")));
    const buckets = await listBuckets(sql, await callerOf(context, c));
    const bucket = buckets.find((one) => one.id === id);
    if (!bucket) throw refuse.noSuchBucket();
    return c.json(bucket);
  });
  return routes;
}
