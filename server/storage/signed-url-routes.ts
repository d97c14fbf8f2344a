import { Hono } from "hono";
import type { Caller } from "../auth/caller.ts";
import {
  decodePath,
  isValidKey,
  type ObjectAddress,
  parseAddress,
  parseBucket,
} from "./object-key.ts";
import { getObject, listReadable } from "./objects.ts";
import { readJson } from "./read-json.ts";
import { signSchema } from "./requests.ts";
import { callerOf, pathAfter, type StorageContext, serve } from "./route-context.ts";
import type { UrlSigner } from "./signed-url.ts";

/** Creating signed URLs, one or many at once, and opening them. */
export function signedUrlRoutes(context: StorageContext): Hono {
  const { sql, signer } = context;
  const routes = new Hono();
  routes.get("/object/sign/*", async (c) => {
    const address = parseAddress(pathAfter(c, "/object/sign/"));
    const caller = await signer.verify(c.req.query("token") ?? "", address);
    const object = await getObject(sql, caller, address);
    // Revalidated each time, so that nothing is served from a cache after the session has ended.
    return serve(context, c, object, { cacheControl: "private, no-cache" });
  });
  routes.post("/object/sign/*", async (c) => {
    const caller = await callerOf(context, c);
    const target = pathAfter(c, "/object/sign/");
    const { paths, expiresIn } = await readJson(c.req.raw, signSchema);
    if (paths) return c.json(await signMany(context, caller, target, paths, expiresIn));
    const address = parseAddress(target);
    await getObject(sql, caller, address);
    return c.json({ signedURL: await signedPath(signer, address, caller, expiresIn) });
  });
  return routes;
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
