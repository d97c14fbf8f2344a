import { randomBytes } from "node:crypto";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { keyOf } from "../../server/database/session-locks.ts";
import type { BlobStore } from "../../server/storage/blobs/blob-store.ts";
import { createMemoryBlobStore } from "../../server/storage/blobs/memory-blob-store.fixture.ts";
import { UPLOAD_CHUNK_BYTES } from "../../shared/limits.ts";
import {
  askOffset,
  offsetOf,
  openResumableBench,
  statusOf,
} from "../support/bench/resumable-bench.ts";
import { createOtherStorage, FILES } from "../support/bench/storage-bench.ts";
import { addRow, reserve } from "../support/drive-client.ts";
import { whileFailing } from "../support/sites/gateway.ts";

const { bench, client, token, start, send, announce, unfinished, expectStored, cutUpload } =
  openResumableBench();

describe("a resumable upload", () => {
  it("a resumable upload of several chunks becomes the same object as a plain one", async () => {
    const content = randomBytes(2 * UPLOAD_CHUNK_BYTES + 12_345);
    const path = await reserve(client(), "big.bin", content.length);
    await send(path, content);
    await expectStored(path, content);
    const { data } = await client().storage.from(FILES).info(path);
    expect(data).toMatchObject({
      size: content.length,
      contentType: "application/x-thing",
      cacheControl: "max-age=3600",
    });
    expect(await unfinished()).toEqual([]);
    await bench().expectNoOrphans();
    expect(
      await addRow(client(), {
        user_id: bench().workspace.id,
        name: "big.bin",
        storage_object_path: path,
        size: content.length,
      }),
    ).toBeTruthy();
  });

  it.each([0, 1, UPLOAD_CHUNK_BYTES])("a resumable upload of %i bytes is stored", async (size) => {
    const { path, content } = await announce(size);
    await send(path, content);
    await expectStored(path, content);
    expect(await unfinished()).toEqual([]);
  });

  it("a resumable upload resumes where it was interrupted", async () => {
    const { path, content } = await announce(8_000_000);
    const address = await cutUpload(path, content);
    let sent = 0;
    await send(path, content, {
      uploadUrl: address,
      onChunkComplete: (size) => {
        sent += size;
      },
    });
    expect(sent).toBeLessThanOrEqual(5_000_000);
    await expectStored(path, content);
  });

  it("a resumable upload resumes on another server process, as after a restart", async () => {
    const { path, content } = await announce(8_000_000);
    const address = await cutUpload(path, content);
    const other = await startOther();
    try {
      const uploadUrl = address.replace(bench().gateway.url, other.url);
      await send(path, content, { uploadUrl });
    } finally {
      await other.stop();
    }
    await expectStored(path, content);
    expect(await unfinished()).toEqual([]);
  });

  it("a resumable upload is taken over by another server process while its connection still hangs", async () => {
    const { path, content } = await announce(8_000_000);
    const address = await cutUpload(path, content);
    const from = await offsetOf(address, token());
    const other = await startOther();
    const hanging = request(address, {
      method: "PATCH",
      headers: {
        authorization: `Bearer ${token()}`,
        "tus-resumable": "1.0.0",
        "upload-offset": from,
        "content-type": "application/offset+octet-stream",
        "content-length": content.length - from,
      },
    });
    hanging.on("error", () => {});
    try {
      // Waits until the server has stored the first bytes of a body that never ends.
      hanging.write(content.subarray(from, from + 500_000));
      await expect.poll(() => isLocked(address)).toBe(true);
      const uploadUrl = address.replace(bench().gateway.url, other.url);
      await send(path, content, { uploadUrl });
    } finally {
      hanging.destroy();
      await other.stop();
    }
    await expectStored(path, content);
  });

  it("a resumable upload needs no file system", async () => {
    const { path, content } = await announce(8_000_000);
    const other = await startOther(createMemoryBlobStore());
    try {
      await send(path, content, {
        endpoint: `${other.url}/storage/v1/upload/resumable`,
        chunkSize: 3_000_000,
      });
      const headers = bench().headers;
      const url = `${other.url}/storage/v1/object/${FILES}/${path}`;
      const stored = Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
      expect(stored.equals(content)).toBe(true);
    } finally {
      await other.stop();
    }
  });

  it("a resumable upload extends its reservation with every chunk", async () => {
    const { path, content } = await announce(4_000_000);
    const address = await cutUpload(path, content);
    const { sql } = bench().gateway.database;
    await sql`update private.pending_blobs set due_at = now() + interval '5 minutes'`;
    await send(path, content, { uploadUrl: address });
    const [row] =
      await sql`select due_at > now() + interval '23 hours' as later from private.pending_blobs`;
    expect(row?.later).toBe(true);
  });

  it("a resumable upload reports completion to a client that missed the last response", async () => {
    const { path, content } = await announce(1000);
    const { url } = await send(path, content);
    expect(await offsetOf(url ?? "", token())).toBe(1000);
    await send(path, content, { uploadUrl: url });
    const nothing = await fetch(url ?? "", {
      method: "PATCH",
      headers: {
        authorization: `Bearer ${token()}`,
        "tus-resumable": "1.0.0",
        "upload-offset": "1000",
        "content-type": "application/offset+octet-stream",
      },
    });
    expect([nothing.status, nothing.headers.get("upload-offset")]).toEqual([204, "1000"]);
    await expectStored(path, content);
    await bench().expectNoOrphans();
  });

  it("a resumable upload is completed by the next offset request when the database failed at its end", async () => {
    const { path, content } = await announce(1000);
    const failing = whileFailing(
      bench().gateway,
      "insert on storage.objects",
      () => send(path, content),
      "new.metadata ->> 'size' = '1000'",
    );
    expect(statusOf(await failing.catch((error: unknown) => error))).toBe(500);
    const [id] = await unfinished();
    expect(
      await offsetOf(`${bench().gateway.url}/storage/v1/upload/resumable/${id}`, token()),
    ).toBe(1000);
    await expectStored(path, content);
    await bench().expectNoOrphans();
  });

  it("a canceled resumable upload is deleted on the server", async () => {
    const { path, content } = await announce(8_000_000);
    const uploadUrl = await cutUpload(path, content);
    const { upload } = start(path, content, { uploadUrl });
    await upload.abort(true).catch(() => {});
    const response = await fetch(uploadUrl, {
      method: "DELETE",
      headers: { ...bench().headers, "tus-resumable": "1.0.0" },
    });
    expect([204, 404]).toContain(response.status);
    expect((await askOffset(uploadUrl, token())).status).toBe(404);
    expect(await unfinished()).toEqual([]);
  });
});

/** Whether any server holds the lock of an upload. */
async function isLocked(address: string): Promise<boolean> {
  const key = keyOf(`upload ${address.split("/").at(-1)}`);
  const rows = await bench().gateway.database.sql`
    select from pg_locks where locktype = 'advisory' and objid = ${key}
      and database = (select oid from pg_database where datname = current_database())`;
  return rows.length > 0;
}

/** Another server process's storage, on its own port. */
async function startOther(store?: BlobStore) {
  const storage = createOtherStorage(bench().gateway, store);
  const app = new Hono().route("/storage/v1", storage.routes);
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    await storage.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, storage, stop };
}
