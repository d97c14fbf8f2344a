import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ContractTarget, startContractTarget } from "../../support/contract-target.ts";
import { openNewConnections } from "../../support/databases/open-new-connections.ts";

const FILES = "workspace-files";
const PICTURES = "profile-pictures";
const PICTURE_LIMIT = 5 * 1024 * 1024;

let target: ContractTarget;
const used = { [FILES]: new Set<string>(), [PICTURES]: new Set<string>() };

beforeAll(async () => {
  target = await startContractTarget();
});
beforeEach(openNewConnections);
afterAll(async () => {
  for (const [bucket, keys] of Object.entries(used)) {
    if (keys.size > 0) await target.service.storage.from(bucket).remove([...keys]);
  }
  await target.stop();
});

/** A key used by no other test, in the workspace user's folder. */
function ownKey(name = "file.txt"): string {
  const key = `${target.workspace.id}/root/${randomUUID()}-${name}`;
  used[FILES].add(key);
  return key;
}

function pictureKey(): string {
  const key = `public/${randomUUID()}.png`;
  used[PICTURES].add(key);
  return key;
}

const files = () => target.workspace.client.storage.from(FILES);
const pictures = () => target.owner.client.storage.from(PICTURES);

function png(size: number): Buffer {
  const bytes = randomBytes(size);
  Buffer.from("89504e470d0a1a0a", "hex").copy(bytes);
  return bytes;
}

async function bytesOf(blob: Blob | null): Promise<Buffer> {
  return Buffer.from(await (blob as Blob).arrayBuffer());
}

describe("uploading and downloading", () => {
  it("uploading accepts raw bytes and returns them", async () => {
    const key = ownKey();
    const content = randomBytes(300_000);
    const uploaded = await files().upload(key, content, { contentType: "application/x-thing" });
    expect(uploaded.error).toBeNull();
    expect(uploaded.data).toMatchObject({ path: key, fullPath: `${FILES}/${key}` });
    expect(uploaded.data?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await files().info(key)).data?.contentType).toBe("application/x-thing");
    expect(await bytesOf((await files().download(key)).data)).toEqual(content);
  });

  it("an upload can be a Blob, which supabase-js sends as multipart", async () => {
    const key = ownKey();
    const content = randomBytes(70_001);
    const blob = new Blob([content], { type: "image/png" });
    const uploaded = await files().upload(key, blob, { cacheControl: "120", metadata: { a: "ü" } });
    expect(uploaded.error).toBeNull();
    const { data: info } = await files().info(key);
    expect(info).toMatchObject({
      size: 70_001,
      contentType: "image/png",
      cacheControl: "max-age=120",
      metadata: { a: "ü" },
      bucketId: FILES,
      name: key,
    });
    expect(await bytesOf((await files().download(key)).data)).toEqual(content);
  });

  it("uploading accepts a stream", async () => {
    const key = ownKey();
    const stream = new Blob(["from ", "a ", "stream"]).stream();
    const uploaded = await files().upload(key, stream, { contentType: "text/plain" });
    expect(uploaded.error).toBeNull();
    expect(await (await files().download(key)).data?.text()).toBe("from a stream");
  });

  it("an upload can be an empty file, raw and multipart", async () => {
    for (const body of [Buffer.alloc(0), new Blob([])]) {
      const key = ownKey();
      expect((await files().upload(key, body)).error).toBeNull();
      expect((await files().download(key)).data?.size).toBe(0);
    }
  });

  it("uploading refuses an existing key unless asked to replace it", async () => {
    const key = ownKey();
    await files().upload(key, "one");
    const again = await files().upload(key, "two");
    expect(again.error).toMatchObject({
      statusCode: "409",
      message: "The resource already exists",
    });
    expect(await (await files().download(key)).data?.text()).toBe("one");
    expect((await files().upload(key, "three", { upsert: true })).error).toBeNull();
    expect(await (await files().download(key)).data?.text()).toBe("three");
  });

  it("an update changes an existing object and creates a missing one", async () => {
    const key = ownKey();
    const created = await files().update(key, "old");
    expect(created.error).toBeNull();
    const updated = await files().update(key, "new");
    expect(updated.error).toBeNull();
    expect(updated.data?.id).toBe(created.data?.id);
    expect(await (await files().download(key)).data?.text()).toBe("new");
  });

  it("an existence check finds an object", async () => {
    const key = ownKey();
    expect((await files().exists(key)).data).toBe(false);
    await files().upload(key, "here");
    expect((await files().exists(key)).data).toBe(true);
  });

  it("a missing object is reported as not found", async () => {
    const { data, error } = await files().download(ownKey());
    expect(data).toBeNull();
    expect(error).toMatchObject({ status: 400, statusCode: "404", message: "Object not found" });
  });

  it("objects are moved and copied", async () => {
    const [from, copy, moved] = [ownKey(), ownKey(), ownKey()];
    await files().upload(from, "content");
    expect((await files().copy(from, copy)).data).toEqual({ path: `${FILES}/${copy}` });
    expect((await files().move(from, moved)).data).toEqual({ message: "Successfully moved" });
    expect((await files().exists(from)).data).toBe(false);
    expect(await (await files().download(copy)).data?.text()).toBe("content");
    expect(await (await files().download(moved)).data?.text()).toBe("content");
    expect((await files().move(copy, moved)).error).toMatchObject({ statusCode: "409" });
    expect((await files().copy(ownKey(), ownKey())).error).toMatchObject({ statusCode: "404" });
  });
});

describe("limits", () => {
  it.each([
    ["raw", (bytes: Buffer) => bytes],
    ["multipart", (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: "image/png" })],
  ])("a size limit is exact to the byte for the upload form %s", async (_form, wrap) => {
    const options = { contentType: "image/png" };
    const fits = pictureKey();
    expect((await pictures().upload(fits, wrap(png(PICTURE_LIMIT)), options)).error).toBeNull();
    const tooLarge = pictureKey();
    const refused = await pictures().upload(tooLarge, wrap(png(PICTURE_LIMIT + 1)), options);
    expect(refused.error).toMatchObject({
      statusCode: "413",
      message: "The object exceeded the maximum allowed size",
    });
    expect((await pictures().exists(tooLarge)).data).toBe(false);
  });

  it.each(["image/svg+xml", "text/html", "application/zip"])(
    "limits refuse %s as a profile picture",
    async (type) => {
      for (const body of [Buffer.from("x"), new Blob(["x"], { type })]) {
        const refused = await pictures().upload(pictureKey(), body, { contentType: type });
        expect(refused.error).toMatchObject({
          statusCode: "415",
          message: `mime type ${type} is not supported`,
        });
      }
    },
  );
});

describe("access", () => {
  const denied = { statusCode: "403", message: "new row violates row-level security policy" };

  it("access to workspace-files is limited to the workspace user", async () => {
    const key = ownKey();
    await files().upload(key, "private");
    for (const { storage } of [target.anonymous, target.stranger.client, target.owner.client]) {
      const bucket = storage.from(FILES);
      expect((await bucket.download(key)).error).toMatchObject({ statusCode: "404" });
      expect((await bucket.info(key)).error).toMatchObject({ statusCode: "404" });
      expect((await bucket.createSignedUrl(key, 60)).error).toMatchObject({ statusCode: "404" });
      expect((await bucket.list(`${target.workspace.id}/root`)).data).toEqual([]);
      expect((await bucket.upload(ownKey(), "x")).error).toMatchObject(denied);
      expect((await bucket.upload(key, "x", { upsert: true })).error).toMatchObject(denied);
      expect((await bucket.update(key, "x")).error).toMatchObject(denied);
      expect((await bucket.remove([key])).data).toEqual([]);
      expect((await bucket.move(key, ownKey())).error).toMatchObject({ statusCode: "404" });
    }
    const open = await fetch(`${target.url}/storage/v1/object/public/${FILES}/${key}`);
    expect(open.status).toBe(400);
    expect(await (await files().download(key)).data?.text()).toBe("private");
  });

  it("access of the workspace user is limited to their own folder", async () => {
    const foreign = `${randomUUID()}/root/file.txt`;
    expect((await files().upload(foreign, "x")).error).toMatchObject(denied);
    const key = ownKey();
    await files().upload(key, "x");
    expect((await files().move(key, foreign)).error).toMatchObject(denied);
    expect((await files().copy(key, foreign)).error).toMatchObject(denied);
  });

  it("access to profile pictures is read-write for the owner and read-only by URL for everyone else", async () => {
    const key = pictureKey();
    const content = png(100);
    expect((await pictures().upload(key, content, { contentType: "image/png" })).error).toBeNull();
    for (const { storage } of [target.anonymous, target.stranger.client, target.workspace.client]) {
      const bucket = storage.from(PICTURES);
      const options = { contentType: "image/png" };
      expect((await bucket.upload(pictureKey(), content, options)).error).toMatchObject(denied);
      expect((await bucket.list("public")).data).toEqual([]);
      expect((await bucket.remove([key])).data).toEqual([]);
      const { publicUrl } = bucket.getPublicUrl(key).data;
      const response = await fetch(publicUrl);
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    }
  });

  it("access of the secret key is unlimited", async () => {
    const key = ownKey();
    const bucket = target.service.storage.from(FILES);
    expect((await bucket.upload(key, "by the service")).error).toBeNull();
    expect(await (await bucket.download(key)).data?.text()).toBe("by the service");
    expect((await bucket.remove([key])).data).toHaveLength(1);
  });

  it("access is refused with a missing key and a forged token", async () => {
    const address = `${target.url}/storage/v1/object/${FILES}/${ownKey()}`;
    expect((await fetch(address)).ok).toBe(false);
    const forged = { ...target.workspace.headers, authorization: "Bearer a.b.c" };
    expect((await fetch(address, { headers: forged })).ok).toBe(false);
    expect((await fetch(address, { method: "POST", headers: forged, body: "x" })).ok).toBe(false);
  });
});

describe("removing", () => {
  it("removing a list of objects returns the objects that existed", async () => {
    const keys = [ownKey("a.txt"), ownKey("b.txt")];
    for (const key of keys) await files().upload(key, "x");
    const { data, error } = await files().remove([...keys, ownKey("absent.txt")]);
    expect(error).toBeNull();
    expect(data?.map(({ name }) => name).sort()).toEqual([...keys].sort());
    for (const key of keys) expect((await files().exists(key)).data).toBe(false);
  });
});

describe("signed URLs", () => {
  it("signed URLs give access to a private object to anyone who has them", async () => {
    const key = ownKey();
    await files().upload(key, "for you");
    const { data } = await files().createSignedUrl(key, 60);
    // storage-js would encode the name twice, and the file would be saved with `%` in its name.
    const download = encodeURIComponent("résumé — 最終 100%.txt");
    const response = await fetch(`${data?.signedUrl}&download=${download}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("for you");
    expect(response.headers.get("content-disposition")).toContain(`filename*=UTF-8''${download}`);
  });

  it("signed URLs can be created in bulk, with an error for each forbidden object", async () => {
    const key = ownKey();
    await files().upload(key, "x");
    const absent = ownKey();
    const { data } = await files().createSignedUrls([key, absent], 60);
    expect(data?.map(({ path, error }) => [path, error === null])).toEqual([
      [key, true],
      [absent, false],
    ]);
    expect((await fetch(data?.[0]?.signedUrl ?? "")).status).toBe(200);
    expect(data?.[1]?.signedUrl).toBeNull();
  });

  it("signed URLs are refused when altered or used for another object", async () => {
    const [key, other] = [ownKey("a.txt"), ownKey("b.txt")];
    await files().upload(key, "a");
    await files().upload(other, "b");
    const { data } = await files().createSignedUrl(key, 60);
    const url = new URL(data?.signedUrl ?? "");
    const token = url.searchParams.get("token") ?? "";
    const [header, payload = "", signature = ""] = token.split(".");
    const longer = Buffer.from(payload, "base64url")
      .toString()
      .replace(/"exp":\d+/, '"exp":9999999999');
    for (const altered of [
      [header, payload, flipFirst(signature)],
      [header, Buffer.from(longer).toString("base64url"), signature],
      [Buffer.from('{"alg":"none"}').toString("base64url"), payload, ""],
      [header, payload, `${signature}A`],
      [""],
    ]) {
      url.searchParams.set("token", altered.join("."));
      expect((await fetch(url)).status).toBe(400);
    }
    const moved = `${target.url}/storage/v1/object/sign/${FILES}/${other}?token=${token}`;
    expect((await fetch(moved)).status).toBe(400);
    const asBearer = await fetch(`${target.url}/storage/v1/object/${FILES}/${key}`, {
      headers: { apikey: target.publishableKey, authorization: `Bearer ${token}` },
    });
    expect(asBearer.ok).toBe(false);
  });

  function flipFirst(text: string): string {
    return (text.startsWith("A") ? "B" : "A") + text.slice(1);
  }
});

describe("listing", () => {
  let folder: string;
  const names = (list: { name: string }[] | null) => list?.map(({ name }) => name);

  beforeAll(async () => {
    folder = `${target.workspace.id}/${randomUUID()}`;
    for (const name of [
      "b.txt",
      "a.txt",
      "Report.pdf",
      "deep/x.txt",
      "deep/y/z.txt",
      "under_score",
    ]) {
      used[FILES].add(`${folder}/${name}`);
      await files().upload(`${folder}/${name}`, "x", { contentType: "text/plain" });
    }
  });

  it("a listing shows the direct children of a prefix, folders and files sorted by name", async () => {
    const { data } = await files().list(folder);
    expect(names(data)).toEqual(["a.txt", "b.txt", "deep", "Report.pdf", "under_score"]);
    expect(data?.[2]).toMatchObject({ name: "deep", id: null, metadata: null });
    expect(data?.find(({ name }) => name === "a.txt")).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      metadata: { size: 1, mimetype: "text/plain", contentLength: 1 },
    });
    expect(names((await files().list(`${folder}/deep/`)).data)).toEqual(["x.txt", "y"]);
  });

  it("listing sorts, pages and searches", async () => {
    const down = await files().list(folder, {
      sortBy: { column: "name", order: "desc" },
      search: "",
    });
    const up = await files().list(folder, { sortBy: { column: "name", order: "asc" } });
    expect(names(down.data)).toEqual(names(up.data)?.reverse());
    const pages = [0, 1, 2, 3, 4, 5].map((offset) => files().list(folder, { limit: 1, offset }));
    const paged = (await Promise.all(pages)).flatMap(({ data }) => names(data) ?? []);
    expect(paged).toEqual(names(up.data));
    expect(names((await files().list(folder, { search: "rep" })).data)).toEqual(["Report.pdf"]);
    expect(names((await files().list(folder, { search: "under_" })).data)).toEqual(["under_score"]);
    expect(names((await files().list(folder, { search: "%" })).data)).toEqual([]);
  });
});
