import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { DetailedError, Upload, UploadOptions } from "tus-js-client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../../server/log.ts";
import { createStorage } from "../../server/storage/routes.ts";
import { addRow, PIECE, reserve, tusUpload } from "../support/drive-client.ts";
import { eventually } from "../support/eventually.ts";
import { signInStranger } from "../support/gateway.ts";
import { FILES, type StorageBench, startStorageBench } from "../support/storage-bench.ts";

let bench: StorageBench;
let token: string;

beforeAll(async () => {
  bench = await startStorageBench();
  token = bench.headers.authorization.slice("Bearer ".length);
});
afterAll(() => bench.gateway.stop());
afterEach(async () => {
  const { sql } = bench.gateway.database;
  await sql`delete from public.workspace_files`;
  const rows = await sql<{ name: string }[]>`select name from storage.objects`;
  if (rows.length > 0)
    await client()
      .storage.from(FILES)
      .remove(rows.map((row) => row.name));
  await sql`delete from private.blob_removals`;
  await rm(join(bench.gateway.blobs, "uploads"), { recursive: true, force: true });
});

const client = () => bench.workspace.client;
const start = (
  path: string,
  content: Buffer,
  more: Partial<UploadOptions> = {},
  url = bench.gateway.url,
) => tusUpload(url, token, path, content, more);
const uploads = () => readdir(join(bench.gateway.blobs, "uploads")).catch(() => []);
/** The bytes of uploads that are not finished yet. */
const unfinished = async () => (await uploads()).filter((name) => name.length === 36);

async function expectStored(path: string, content: Buffer) {
  const { data, error } = await client().storage.from(FILES).download(path);
  expect(error).toBeNull();
  expect(Buffer.from(await (data as Blob).arrayBuffer()).equals(content)).toBe(true);
}

/** Begins an upload and stops in the middle, as a closed laptop does. @returns its address. */
async function cutUpload(path: string, content: Buffer, url = bench.gateway.url): Promise<string> {
  const begun: { upload: Upload } = start(
    path,
    content,
    {
      chunkSize: 1_000_000,
      onChunkComplete: (_size, accepted) => {
        if (accepted >= 3_000_000) void begun.upload.abort();
      },
    },
    url,
  );
  begun.upload.start();
  await eventually(async () => Boolean(begun.upload.url)).toBe(true);
  await eventually(async () => (await offsetOf(begun.upload.url ?? "", token)) >= 3_000_000).toBe(
    true,
  );
  return begun.upload.url ?? "";
}

async function offsetOf(address: string, bearer: string): Promise<number> {
  const response = await head(address, bearer);
  return Number(response.headers.get("upload-offset"));
}

const head = (address: string, bearer: string) =>
  fetch(address, {
    method: "HEAD",
    headers: { authorization: `Bearer ${bearer}`, "tus-resumable": "1.0.0" },
  });

const statusOf = (error: unknown) =>
  (error as DetailedError | undefined)?.originalResponse?.getStatus();
const bodyOf = (error: unknown) =>
  (error as DetailedError | undefined)?.originalResponse?.getBody();

describe("a resumable upload", () => {
  it("of several pieces becomes the same object as a plain one", async () => {
    const content = randomBytes(2 * PIECE + 12_345);
    const path = await reserve(client(), "big.bin", content.length);
    const { upload, done } = start(path, content);
    upload.start();
    await done;
    await expectStored(path, content);
    const { data } = await client().storage.from(FILES).info(path);
    expect(data).toMatchObject({
      size: content.length,
      contentType: "application/x-thing",
      cacheControl: "max-age=3600",
    });
    expect(await unfinished()).toEqual([]);
    await bench.expectNoOrphans();
    expect(
      await addRow(client(), {
        user_id: bench.workspace.id,
        name: "big.bin",
        storage_object_path: path,
        size: content.length,
      }),
    ).toBeTruthy();
  });

  it.each([0, 1, PIECE])("of %i bytes", async (size) => {
    const content = randomBytes(size);
    const path = await reserve(client(), "x", size);
    const { upload, done } = start(path, content);
    upload.start();
    await done;
    await expectStored(path, content);
    expect(await unfinished()).toEqual([]);
  });

  it("goes on where it was cut", async () => {
    const content = randomBytes(8_000_000);
    const path = await reserve(client(), "x", content.length);
    const address = await cutUpload(path, content);
    let sent = 0;
    const { upload, done } = start(path, content, {
      uploadUrl: address,
      onChunkComplete: (size) => {
        sent += size;
      },
    });
    upload.start();
    await done;
    expect(sent).toBeLessThanOrEqual(5_000_000);
    await expectStored(path, content);
  });

  it("goes on at another server process, as after a restart", async () => {
    const content = randomBytes(8_000_000);
    const path = await reserve(client(), "x", content.length);
    const address = await cutUpload(path, content);
    const other = await startOther();
    try {
      const uploadUrl = address.replace(bench.gateway.url, other.url);
      const { upload, done } = start(path, content, { uploadUrl });
      upload.start();
      await done;
    } finally {
      await other.stop();
    }
    await expectStored(path, content);
    expect(await unfinished()).toEqual([]);
  });

  it("keeps its reservation alive with every piece", async () => {
    const content = randomBytes(4_000_000);
    const path = await reserve(client(), "x", content.length);
    const address = await cutUpload(path, content);
    const { sql } = bench.gateway.database;
    await sql`update private.blob_removals set due_at = now() + interval '5 minutes'`;
    const { upload, done } = start(path, content, { uploadUrl: address });
    upload.start();
    await done;
    const [row] =
      await sql`select due_at > now() + interval '23 hours' as later from private.blob_removals`;
    expect(row?.later).toBe(true);
  });

  it("tells a client that missed the last answer that all is there", async () => {
    const content = randomBytes(1000);
    const path = await reserve(client(), "x", content.length);
    const first = start(path, content);
    first.upload.start();
    await first.done;
    expect(await offsetOf(first.upload.url ?? "", token)).toBe(1000);
    const again = start(path, content, { uploadUrl: first.upload.url as string });
    again.upload.start();
    await again.done;
    await bench.expectNoOrphans();
  });

  it("is finished by the next question when the database failed at its end", async () => {
    const { sql } = bench.gateway.database;
    const content = randomBytes(1000);
    const path = await reserve(client(), "x", content.length);
    await sql`create function public.fail() returns trigger language plpgsql as $$ begin
      raise exception 'broken'; end $$`;
    await sql`create trigger fail before insert on storage.objects for each row
      when (new.metadata ->> 'size' = '1000') execute function public.fail()`;
    const { upload, done } = start(path, content);
    upload.start();
    expect(statusOf(await done.catch((error: unknown) => error))).toBe(500);
    await sql`drop trigger fail on storage.objects`;
    await sql`drop function public.fail`;
    const [id] = await unfinished();
    expect(await offsetOf(`${bench.gateway.url}/storage/v1/upload/resumable/${id}`, token)).toBe(
      1000,
    );
    await expectStored(path, content);
    await bench.expectNoOrphans();
  });

  it("ends on the server when it is cancelled", async () => {
    const content = randomBytes(8_000_000);
    const path = await reserve(client(), "x", content.length);
    const uploadUrl = await cutUpload(path, content);
    const { upload } = start(path, content, { uploadUrl });
    await upload.abort(true).catch(() => {});
    const response = await fetch(uploadUrl, {
      method: "DELETE",
      headers: { ...bench.headers, "tus-resumable": "1.0.0" },
    });
    expect([204, 404]).toContain(response.status);
    expect((await head(uploadUrl, token)).status).toBe(404);
    expect(await unfinished()).toEqual([]);
  });
});

describe("a resumable upload is refused", () => {
  const attempt = async (path: string, size: number, bearer = token, more = {}) => {
    const { upload, done } = tusUpload(bench.gateway.url, bearer, path, randomBytes(size), more);
    upload.start();
    const error = await done.catch((reason: unknown) => reason);
    return [statusOf(error), bodyOf(error)];
  };

  it("outside the own folder", async () => {
    const stranger = await signInStranger(bench.gateway, "nosy");
    expect(await attempt(`${stranger.id}/root/1-x`, 10)).toEqual([
      403,
      expect.stringContaining("row-level security"),
    ]);
  });

  it("to everyone else", async () => {
    const stranger = await signInStranger(bench.gateway, "other");
    const { data } = await stranger.client.auth.getSession();
    const theirs = data.session?.access_token as string;
    const path = await reserve(client(), "x", 8_000_000);
    expect((await attempt(path, 10, theirs))[0]).toBe(403);
    const address = await cutUpload(path, randomBytes(8_000_000));
    expect((await head(address, theirs)).status).toBe(403);
    for (const [method, status] of [
      ["PATCH", 403],
      ["DELETE", 403],
    ] as const) {
      const response = await fetch(address, {
        method,
        headers: {
          authorization: `Bearer ${theirs}`,
          "tus-resumable": "1.0.0",
          "upload-offset": "3000000",
          "content-type": "application/offset+octet-stream",
        },
      });
      expect(response.status, method).toBe(status);
    }
    expect(await offsetOf(address, token)).toBeGreaterThanOrEqual(3_000_000);
  });

  it.each([
    ["nothing", {}, 403],
    ["a forged token", { authorization: "Bearer x.y.z" }, 401],
    ["a wrong key", { apikey: "sb_publishable_x" }, 401],
  ])("to who shows %s", async (_, headers, status) => {
    const response = await fetch(`${bench.gateway.url}/storage/v1/upload/resumable`, {
      method: "POST",
      headers: {
        ...headers,
        "tus-resumable": "1.0.0",
        "upload-length": "1",
        "upload-metadata": `bucketName ${btoa(FILES)},objectName ${btoa(`${bench.workspace.id}/root/1-x`)}`,
      } as Record<string, string>,
    });
    expect(response.status).toBe(status);
  });

  it("once the session has ended, in the middle of it", async () => {
    const guest = await signInWorkspaceUserAgain();
    const path = await reserve(client(), "x", 8_000_000);
    const content = randomBytes(8_000_000);
    const begun: { upload: Upload; done: Promise<void> } = tusUpload(
      bench.gateway.url,
      guest,
      path,
      content,
      {
        chunkSize: 1_000_000,
        onChunkComplete: (_size, accepted) => {
          if (accepted === 2_000_000) void begun.upload.abort();
        },
      },
    );
    begun.upload.start();
    await eventually(async () =>
      begun.upload.url ? offsetOf(begun.upload.url, guest) : 0,
    ).toBeGreaterThanOrEqual(2_000_000);
    const session = JSON.parse(
      Buffer.from(guest.split(".")[1] ?? "", "base64url").toString(),
    ).session_id;
    await bench.gateway.database.sql`delete from auth.sessions where id = ${session}`;
    expect((await head(begun.upload.url ?? "", guest)).status).toBe(403);
    const { upload, done } = tusUpload(bench.gateway.url, guest, path, content, {
      uploadUrl: begun.upload.url as string,
    });
    upload.start();
    const error = await done.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    // Signed in again, the same person goes on.
    const resumed = start(path, content, { uploadUrl: begun.upload.url as string });
    resumed.upload.start();
    await resumed.done;
    await expectStored(path, content);
  });

  it("when it is too large for the bucket", async () => {
    const { sql } = bench.gateway.database;
    await sql`update storage.buckets set file_size_limit = 1000 where id = ${FILES}`;
    const result = await attempt(bench.ownKey(), 1001);
    await sql`update storage.buckets set file_size_limit = 5368709120 where id = ${FILES}`;
    expect(result).toEqual([413, "The object exceeded the maximum allowed size"]);
    expect(await unfinished()).toEqual([]);
  });

  it("when there is no room, announced or not; plain uploads as well", async () => {
    const { sql } = bench.gateway.database;
    await sql`create or replace function private.drive_quota() returns bigint language sql stable as 'select 1000::bigint'`;
    expect(await attempt(bench.ownKey(), 1001)).toEqual([
      413,
      expect.stringContaining("There is no room for this file"),
    ]);
    const announced = await client().rpc("reserve_upload", { name: "x", size: 1001 });
    expect(announced.error).toMatchObject({ code: "PT413", hint: "quota" });
    const plain = await client().storage.from(FILES).upload(bench.ownKey(), randomBytes(1001));
    expect(plain.error?.message).toContain("There is no room for this file");
    const path = await reserve(client(), "x", 1000);
    expect(await attempt(path, 1000)).toEqual([undefined, undefined]);
    await sql`create or replace function private.drive_quota() returns bigint language sql stable as 'select 10737418240'`;
    await bench.expectNoOrphans();
  });

  it("when it was given up", async () => {
    const content = randomBytes(8_000_000);
    const path = await reserve(client(), "x", content.length);
    const uploadUrl = await cutUpload(path, content);
    await client().rpc("release_upload", { path });
    const { upload, done } = start(path, content, { uploadUrl, endpoint: null as never });
    upload.start();
    expect(await done.catch((error: unknown) => error)).toBeInstanceOf(Error);
    expect((await head(uploadUrl, token)).status).toBe(404);
    await bench.expectNoOrphans();
  });

  it("where an object is already", async () => {
    const path = bench.ownKey();
    await bench.upload(path, "first");
    expect((await attempt(path, 10))[0]).toBe(409);
    await expectStored(path, Buffer.from("first"));
  });

  it.each([
    ["no metadata", {}, 400],
    [
      "a path that is none",
      { "upload-metadata": `bucketName ${btoa(FILES)},objectName ${btoa("../x")}` },
      400,
    ],
    [
      "an unknown bucket",
      { "upload-metadata": `bucketName ${btoa("x")},objectName ${btoa("x")}` },
      404,
    ],
    ["no length", { "upload-length": "" }, 400],
    ["a length that is none", { "upload-length": "-1" }, 400],
    ["a length told later", { "upload-length": "", "upload-defer-length": "1" }, 501],
    ["parts to put together", { "upload-concat": "partial" }, 501],
    ["no version of the protocol", { "tus-resumable": "" }, 412],
  ])("with %s", async (_, changes, status) => {
    const headers: Record<string, string> = {
      ...bench.headers,
      "tus-resumable": "1.0.0",
      "upload-length": "1",
      ...changes,
    };
    for (const [name, value] of Object.entries(headers)) if (value === "") delete headers[name];
    const response = await fetch(`${bench.gateway.url}/storage/v1/upload/resumable`, {
      method: "POST",
      headers,
    });
    expect(response.status).toBe(status);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("at the wrong place of the file, or beyond its end", async () => {
    const path = await reserve(client(), "x", 8_000_000);
    const address = await cutUpload(path, randomBytes(8_000_000));
    const at = await offsetOf(address, token);
    const patch = (offset: number, size: number) =>
      fetch(address, {
        method: "PATCH",
        headers: {
          ...bench.headers,
          "tus-resumable": "1.0.0",
          "upload-offset": String(offset),
          "content-type": "application/offset+octet-stream",
        },
        body: new Uint8Array(size),
      });
    expect((await patch(at - 1, 10)).status).toBe(409);
    expect((await patch(at + 1, 10)).status).toBe(409);
    expect((await patch(at, 8_000_000)).status).toBe(413);
    expect(await offsetOf(address, token)).toBe(at);
  });

  async function signInWorkspaceUserAgain(): Promise<string> {
    const { email, password } = bench.workspace;
    const response = await fetch(`${bench.gateway.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: bench.headers.apikey, "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }
});

/** The storage of another server process over the same database and folder. */
async function startOther() {
  const { database, secrets, blobs } = bench.gateway;
  const storage = createStorage({
    deps: {
      database: { ...database, stop: async () => {} },
      secrets,
      log: silentLog,
      paths: { client: "", prerender: "", blobs },
    },
  });
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
