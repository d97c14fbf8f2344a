import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  askOffset,
  bodyOf,
  offsetOf,
  openResumableBench,
  statusOf,
} from "../support/bench/resumable-bench.ts";
import { FILES } from "../support/bench/storage-bench.ts";
import { reserve, tusUpload } from "../support/drive-client.ts";
import { sessionIdOf, signIn, signInStranger, tokenOf } from "../support/sites/gateway.ts";

const { bench, client, token, start, send, announce, unfinished, expectStored, cutUpload } =
  openResumableBench();

describe("a resumable upload is refused", () => {
  const attempt = async (path: string, size: number, bearer = token(), more = {}) => {
    const { upload, done } = tusUpload(bench().gateway.url, bearer, path, randomBytes(size), more);
    upload.start();
    const error = await done.catch((reason: unknown) => reason);
    return [statusOf(error), bodyOf(error)];
  };

  it("a resumable upload is refused outside the user's own folder", async () => {
    const stranger = await signInStranger(bench().gateway, "nosy");
    expect(await attempt(`${stranger.id}/root/1-x`, 10)).toEqual([
      403,
      expect.stringContaining("row-level security"),
    ]);
  });

  it("a resumable upload is refused to every other user", async () => {
    const stranger = await signInStranger(bench().gateway, "other");
    const theirs = await tokenOf(stranger.client);
    const path = await reserve(client(), "x", 8_000_000);
    expect((await attempt(path, 10, theirs))[0]).toBe(403);
    const address = await cutUpload(path, randomBytes(8_000_000));
    expect((await askOffset(address, theirs)).status).toBe(403);
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
    expect(await offsetOf(address, token())).toBeGreaterThanOrEqual(3_000_000);
  });

  it.each([
    ["nothing", {}, 403],
    ["a forged token", { authorization: "Bearer x.y.z" }, 401],
    ["a wrong key", { apikey: "sb_publishable_x" }, 401],
  ])("a resumable upload is refused to a caller with %s", async (_, headers, status) => {
    const response = await fetch(`${bench().gateway.url}/storage/v1/upload/resumable`, {
      method: "POST",
      headers: {
        ...headers,
        "tus-resumable": "1.0.0",
        "upload-length": "1",
        "upload-metadata": `bucketName ${btoa(FILES)},objectName ${btoa(`${bench().workspace.id}/root/1-x`)}`,
      } as Record<string, string>,
    });
    expect(response.status).toBe(status);
  });

  it("a resumable upload is refused once the session has ended in the middle of it", async () => {
    const { client: another } = await signIn(bench().gateway, bench().workspace);
    const guest = await tokenOf(another);
    const { path, content } = await announce(8_000_000);
    const uploadUrl = await cutUpload(path, content, guest);
    const { sql } = bench().gateway.database;
    await sql`delete from auth.sessions where id = ${sessionIdOf(guest)}`;
    expect((await askOffset(uploadUrl, guest)).status).toBe(403);
    // A finished upload reveals no more than an unfinished one.
    const other = await reserve(client(), "y", 10);
    const { url } = await send(other, randomBytes(10));
    expect((await askOffset(url ?? "", token())).status).toBe(200);
    expect((await askOffset(url ?? "", guest)).status).toBe(403);
    const { upload, done } = tusUpload(bench().gateway.url, guest, path, content, {
      uploadUrl,
    });
    upload.start();
    const error = await done.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    // After signing in again, the same person can resume.
    await send(path, content, { uploadUrl });
    await expectStored(path, content);
  });

  it("a resumable upload is refused when it is too large for the bucket", async () => {
    const { sql } = bench().gateway.database;
    await sql`update storage.buckets set file_size_limit = 1000 where id = ${FILES}`;
    const result = await attempt(bench().ownKey(), 1001);
    await sql`update storage.buckets set file_size_limit = 5368709120 where id = ${FILES}`;
    expect(result).toEqual([413, "The object exceeded the maximum allowed size"]);
    expect(await unfinished()).toEqual([]);
  });

  it("a resumable upload is refused when there is not enough space, with and without a reservation", async () => {
    const { sql } = bench().gateway.database;
    await sql`create or replace function private.drive_quota() returns bigint language sql stable as 'select 1000::bigint'`;
    expect(await attempt(bench().ownKey(), 1001)).toEqual([
      413,
      expect.stringContaining("Not enough space: 1001 bytes needed, 1000 bytes free."),
    ]);
    const path = await reserve(client(), "x", 1000);
    expect(await attempt(path, 1000)).toEqual([undefined, undefined]);
    await sql`create or replace function private.drive_quota() returns bigint language sql stable as 'select 10737418240'`;
    await bench().expectNoOrphans();
  });

  it("a resumable upload is refused when its reservation was released", async () => {
    const { path, content } = await announce(8_000_000);
    const uploadUrl = await cutUpload(path, content);
    await client().rpc("release_upload", { path });
    const { upload, done } = start(path, content, { uploadUrl, endpoint: null as never });
    upload.start();
    expect(await done.catch((error: unknown) => error)).toBeInstanceOf(Error);
    expect((await askOffset(uploadUrl, token())).status).toBe(404);
    await bench().expectNoOrphans();
  });

  it("a resumable upload is refused where an object already exists", async () => {
    const path = bench().ownKey();
    await bench().upload(path, "first");
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
  ])("a resumable upload is refused with %s", async (_, changes, status) => {
    const headers: Record<string, string> = {
      ...bench().headers,
      "tus-resumable": "1.0.0",
      "upload-length": "1",
      ...changes,
    };
    for (const [name, value] of Object.entries(headers)) if (value === "") delete headers[name];
    const response = await fetch(`${bench().gateway.url}/storage/v1/upload/resumable`, {
      method: "POST",
      headers,
    });
    expect(response.status).toBe(status);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("a resumable upload is refused at the wrong offset, or beyond the end", async () => {
    const { path, content } = await announce(8_000_000);
    const address = await cutUpload(path, content);
    const at = await offsetOf(address, token());
    const patch = (offset: number, size: number) =>
      fetch(address, {
        method: "PATCH",
        headers: {
          ...bench().headers,
          "tus-resumable": "1.0.0",
          "upload-offset": String(offset),
          "content-type": "application/offset+octet-stream",
        },
        body: new Uint8Array(size),
      });
    expect((await patch(at - 1, 10)).status).toBe(409);
    expect((await patch(at + 1, 10)).status).toBe(409);
    expect((await patch(at, 8_000_000)).status).toBe(413);
    expect(await offsetOf(address, token())).toBe(at);
  });
});
