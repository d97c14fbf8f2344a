import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  FILES,
  PICTURES,
  type StorageBench,
  startStorageBench,
} from "../support/bench/storage-bench.ts";

let bench: StorageBench;

beforeAll(async () => {
  bench = await startStorageBench();
});
afterAll(() => bench.gateway.stop());

describe("downloads", () => {
  const content = randomBytes(100_000);
  let url: string;

  beforeAll(async () => {
    const key = bench.ownKey();
    await bench.upload(key, content);
    url = bench.address(`authenticated/${FILES}/${key}`);
  });

  const get = (extra: Record<string, string>, method = "GET") =>
    fetch(url, { method, headers: { ...bench.headers, ...extra } });

  // server/storage/byte-range.test.ts covers the forms of the header.
  it.each([
    ["bytes=10-19", 10, 19],
    ["bytes=-5", 99_995, 99_999],
  ])("downloads answer %s with only the requested part", async (range, start, end) => {
    const response = await get({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end}/100000`);
    expect(response.headers.get("content-length")).toBe(String(end - start + 1));
    const part = Buffer.from(await response.arrayBuffer());
    expect(part.equals(content.subarray(start, end + 1))).toBe(true);
  });

  it("downloads refuse an unsatisfiable range, and send everything for an invalid one", async () => {
    const refused = await get({ range: "bytes=100000-" });
    expect(refused.status).toBe(416);
    expect(refused.headers.get("content-range")).toBe("bytes */100000");
    expect(await refused.text()).toBe("");
    const whole = await get({ range: "bytes=5-2" });
    expect(whole.status).toBe(200);
    expect((await whole.arrayBuffer()).byteLength).toBe(100_000);
  });

  it.each(["bytes=10-19", "bytes=100000-", "bytes=5-2"])(
    "downloads answer HEAD with the full length whatever the range: %s",
    async (range) => {
      const head = await get({ range }, "HEAD");
      expect([head.status, head.headers.get("content-length")]).toEqual([200, "100000"]);
      expect(head.headers.get("content-range")).toBeNull();
    },
  );

  it("downloads continue a range only while the object is unchanged", async () => {
    const whole = await get({}, "HEAD");
    const etag = whole.headers.get("etag") ?? "";
    const modified = whole.headers.get("last-modified") ?? "";
    const range = "bytes=1-2";
    expect((await get({ range, "if-range": etag })).status).toBe(206);
    expect((await get({ range, "if-range": modified })).status).toBe(206);
    expect((await get({ range, "if-range": '"other"' })).status).toBe(200);
    expect((await get({ range, "if-range": `W/${etag}` })).status).toBe(200);
    expect((await get({ range, "if-range": new Date(0).toUTCString() })).status).toBe(200);
  });

  it("downloads answer 304 to a client that has the object cached", async () => {
    const whole = await get({}, "HEAD");
    expect(whole.status).toBe(200);
    expect(whole.headers.get("content-length")).toBe("100000");
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
    const etag = whole.headers.get("etag") ?? "";
    const modified = whole.headers.get("last-modified") ?? "";
    expect((await get({ "if-none-match": etag })).status).toBe(304);
    expect((await get({ "if-none-match": `"x", ${etag}` })).status).toBe(304);
    expect((await get({ "if-modified-since": modified })).status).toBe(304);
    expect((await get({ "if-none-match": '"x"', "if-modified-since": modified })).status).toBe(200);
  });

  it("downloads are not stored by shared caches", async () => {
    expect((await get({}, "HEAD")).headers.get("cache-control")).toBe("private, no-store");
  });

  it("downloads carry the requested file name in both forms", async () => {
    const named = await fetch(`${url}?download=${encodeURIComponent('ré"su/mé\r\n%.txt')}`, {
      headers: bench.headers,
    });
    expect(named.headers.get("content-disposition")).toBe(
      `attachment; filename="r__su_m____.txt"; filename*=UTF-8''r%C3%A9%22su_m%C3%A9__%25.txt`,
    );
    const unnamed = await fetch(`${url}?download=`, { headers: bench.headers });
    expect(unnamed.headers.get("content-disposition")).toBe("attachment");
  });
});

describe("a file opened in a tab", () => {
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const gif = Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00", "latin1");

  async function openedFrom(body: Buffer | string, type: string) {
    const key = bench.ownKey();
    await bench.upload(key, body, type);
    const { data } = await bench.workspace.client.storage.from(FILES).createSignedUrl(key, 60);
    const response = await fetch(data?.signedUrl ?? "");
    await response.arrayBuffer();
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    return response.headers;
  }

  it("a file opened in a tab is shown if it is a genuine raster image", async () => {
    expect((await openedFrom(png, "image/png")).get("content-disposition")).toBeNull();
    expect((await openedFrom(gif, "image/gif")).get("content-disposition")).toBeNull();
  });

  it.each([
    ["a page", "<!doctype html><script>alert(1)</script>", "text/html"],
    ["XHTML", "<html xmlns='http://www.w3.org/1999/xhtml'/>", "application/xhtml+xml"],
    ["an SVG", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "image/svg+xml"],
    ["a PDF", "%PDF-1.7", "application/pdf"],
    ["plain text", "hello", "text/plain"],
    ["a page called a picture", "<script>alert(1)</script>", "image/png"],
    [
      "a picture with a page inside",
      Buffer.concat([gif, Buffer.from("<script>alert(1)</script>")]),
      "image/gif",
    ],
    [
      "a picture with an archive inside",
      Buffer.concat([png, Buffer.from("PK\x03\x04")]),
      "image/png",
    ],
    ["a picture of another kind", png, "image/jpeg"],
  ])("%s is downloaded instead of opened in a tab", async (_name, body, type) => {
    const found = await openedFrom(body, type);
    expect(found.get("content-disposition")).toBe("attachment");
    expect(found.get("content-type")).not.toMatch(/html/);
  });

  it.each([
    ["png", "image/png", "<script>alert(1)</script>"],
    ["pdf", "application/pdf", "%PDF-1.7\n<script>alert(1)</script>\n%%EOF"],
  ])(
    "a file opened in a tab is treated the same in the public bucket (%s)",
    async (ending, contentType, body) => {
      const key = `public/cv-${randomUUID()}.${ending}`;
      const uploaded = await bench.owner.client.storage
        .from(PICTURES)
        .upload(key, Buffer.from(body), { contentType });
      expect(uploaded.error).toBeNull();
      const address = bench.address(`public/${PICTURES}/${key}`);
      const opened = await fetch(address);
      expect(Object.fromEntries(opened.headers)).toMatchObject({
        "content-type": contentType,
        "content-disposition": "attachment",
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
        "cache-control": "max-age=3600",
      });
      const named = await fetch(`${address}?download=Ada%20CV.pdf`);
      expect(named.headers.get("content-disposition")).toMatch(
        /^attachment; filename="Ada CV.pdf";/,
      );
    },
  );
});

describe("buckets", () => {
  it("buckets are visible to the secret key only, and cannot be changed by anyone", async () => {
    expect((await bench.workspace.client.storage.listBuckets()).data).toEqual([]);
    const response = await fetch(`${bench.gateway.url}/storage/v1/bucket`, {
      headers: { apikey: bench.gateway.secrets.secretKey },
    });
    const buckets = (await response.json()) as { id: string; file_size_limit: number }[];
    expect(buckets.map(({ id, file_size_limit }) => [id, file_size_limit])).toEqual([
      [PICTURES, 5_242_880],
      [FILES, 5_368_709_120],
    ]);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const path = method === "POST" ? "bucket" : `bucket/${FILES}`;
      const change = await fetch(`${bench.gateway.url}/storage/v1/${path}`, {
        method,
        headers: { apikey: bench.gateway.secrets.secretKey },
      });
      expect(change.status).toBe(404);
    }
  });
});
