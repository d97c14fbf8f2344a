import { Readable } from "node:stream";
import { Hono } from "hono";
import { expect, it } from "vitest";
import type { BlobStore } from "./blobs/blob-store.ts";
import type { StoredObject } from "./objects.ts";
import { serve } from "./route-context.ts";

it.each([
  ["closed when nobody waits for the response any more", true],
  ["open otherwise", false],
])("the source of a response is %s", async (_, isGone) => {
  const source = new Readable({ read() {} });
  const blobs = { get: async () => source } as Partial<BlobStore> as BlobStore;
  const routes = new Hono();
  routes.get("/", (c) => serve({ blobs }, c, storedObject, {}));
  await routes.request("/", {}, { outgoing: { destroyed: isGone } });
  expect(source.destroyed).toBe(isGone);
});

const storedObject = {
  metadata: {
    size: 5,
    lastModified: "2026-01-02T03:04:05Z",
    mimetype: "text/plain",
    eTag: '"1"',
    cacheControl: "no-cache",
  },
} as StoredObject;
