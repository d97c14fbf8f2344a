import { Hono } from "hono";
import { PICTURE_FILE_MAX_BYTES } from "../../shared/limits.ts";
import { requireOwner } from "../auth/require-owner.ts";
import type { ServerDeps } from "../deps.ts";
import { notFound, siteError } from "../http/error-responses.ts";
import { BodyTooLargeError, readBody } from "../http/request-body.ts";
import { HEAD_BYTES, isPlainPicture } from "../storage/picture-check.ts";
import { toAvif } from "./to-avif.ts";

export interface PictureRoutesDeps {
  deps: Pick<ServerDeps, "database" | "log" | "origin" | "secrets">;
}

/**
 * Conversions of the owner's pictures that browsers cannot do, under `/picture/v1`: `POST /avif`
 * converts the WebP, JPEG or PNG in its body. Nothing is stored.
 */
export function createPictureRoutes({ deps }: PictureRoutesDeps): Hono {
  const routes = new Hono();
  /** The last conversion; each one uses all processors, so they run one after the other. */
  let last: Promise<unknown> = Promise.resolve();

  routes.post("/avif", async ({ req: { raw } }) => {
    await requireOwner(raw.headers, deps, "Only the owner converts pictures.");
    try {
      const bytes = await readBody(raw, PICTURE_FILE_MAX_BYTES);
      const type = raw.headers.get("content-type") ?? "";
      if (!ACCEPTED.has(type) || !isPlainPicture(type, bytes.subarray(0, HEAD_BYTES))) {
        return siteError(415, "Only WebP, JPEG and PNG pictures can be converted.");
      }
      const converting = last.then(() => toAvif(bytes));
      last = converting.catch(() => {});
      const headers = { "content-type": "image/avif", "cache-control": "no-store" };
      return new Response(await converting, { headers });
    } catch (error) {
      if (error instanceof BodyTooLargeError) return siteError(413, "The picture is too large.");
      deps.log.warn(`A picture could not be converted: ${(error as Error).message}`);
      return siteError(422, "The picture cannot be converted.");
    }
  });
  routes.all("*", () => notFound());
  return routes;
}

/** SVG is excluded, because it could refer to other files. */
const ACCEPTED = new Set(["image/webp", "image/jpeg", "image/png"]);
