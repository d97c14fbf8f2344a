import { Hono } from "hono";
import { refuse } from "../failure.ts";
import type { StorageContext } from "../route-context.ts";
import { createResumable } from "./resumable.ts";

/** @param mount where the storage service's routes are mounted. */
export function resumableRoutes(context: StorageContext, mount: string): Hono {
  const handle = createResumable(context, `${mount}/upload/resumable`);
  const routes = new Hono();
  for (const path of ["/upload/resumable", "/upload/resumable/:id"]) {
    // Hono routes HEAD as GET, which the TUS protocol does not have.
    routes.on(["GET", "POST", "PATCH", "DELETE", "OPTIONS"], path, async (c) => {
      if (c.req.raw.method === "GET") throw refuse.noSuchRoute();
      // Clients for hosted Supabase send only the access token here.
      const headers = new Headers(c.req.raw.headers);
      if (!headers.has("apikey")) headers.set("apikey", context.publishableKey);
      return handle(c.req.raw, await context.identify(headers));
    });
  }
  return routes;
}
