import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AssetHandler, assetPath, createAssetHandler } from "./assets.ts";

const SCRIPT = "export const a = 1;\n".repeat(500);

let folder: string;
let handle: AssetHandler;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-assets-"));
  const client = join(folder, "client");
  await mkdir(join(client, "assets"), { recursive: true });
  await mkdir(join(client, ".vite"));
  await mkdir(join(client, "sample"));
  await writeFile(join(folder, "secret.txt"), "outside");
  await writeFile(join(client, ".vite", "manifest.json"), "{}");
  await writeFile(join(client, "assets", "entry-abc.js"), SCRIPT);
  await writeFile(join(client, "assets", "ready-abc.js"), SCRIPT);
  await writeFile(join(client, "assets", "ready-abc.js.br"), "made by the build");
  await writeFile(join(client, "assets", "ready-abc.js.gz"), "made by the build too");
  await writeFile(join(client, "assets", "large.js"), Buffer.alloc(5 * 1024 * 1024, "a"));
  await writeFile(join(client, "sample", "a.avif"), Buffer.from([1, 2, 3]));
  await writeFile(join(client, "icon.svg"), "<svg/>");
  await writeFile(join(client, "service-worker.js"), SCRIPT);
  await writeFile(join(client, "index.html"), "<p>");
  await writeFile(join(client, "unknown.xyz"), "?");
  handle = createAssetHandler({ directory: client });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  handle(new Request(`http://site.test${path}`, { headers, method }));

async function found(path: string, headers?: Record<string, string>, method?: string) {
  const response = await get(path, headers, method);
  if (!response) throw new Error(`${path} was not found.`);
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

describe("built files", () => {
  it("built files are served in the forms the build compressed, and only under their own name", async () => {
    const forms = { br: "made by the build", gzip: "made by the build too", identity: SCRIPT };
    for (const [encoding, text] of Object.entries(forms)) {
      const { body } = await found("/assets/ready-abc.js", { "accept-encoding": encoding });
      expect(body.toString()).toBe(text);
    }
    expect(await get("/assets/ready-abc.js.br")).toBeNull();
  });

  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
    [null, (body: Buffer) => body],
  ])("built files are sent with the content-encoding %s", async (encoding, decode) => {
    const accepted: Record<string, string> = encoding ? { "accept-encoding": encoding } : {};
    const { response, body } = await found("/assets/entry-abc.js", accepted);
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("vary")).toBe("accept-encoding");
    expect(response.headers.get("content-length")).toBe(String(body.byteLength));
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(decode(body).toString()).toBe(SCRIPT);
  });

  it("built files are sent as they are if they are pictures, and cached for an hour without a hash", async () => {
    const { response, body } = await found("/sample/a.avif", { "accept-encoding": "br" });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("content-type")).toBe("image/avif");
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    expect([...body]).toEqual([1, 2, 3]);
  });

  it("the service worker's file is sent with cache-control: no-cache, so that browsers always revalidate it", async () => {
    const { response } = await found("/service-worker.js");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  });

  it("built files return 304 to a client with a matching ETag, and answer HEAD without a body", async () => {
    for (const path of ["/assets/entry-abc.js", "/assets/large.js"]) {
      const { response } = await found(path, {}, "HEAD");
      expect(response.body).toBeNull();
      expect(Number(response.headers.get("content-length"))).toBeGreaterThan(1000);
      const etag = response.headers.get("etag") ?? "";
      const again = await found(path, { "if-none-match": etag });
      expect([again.response.status, again.body.byteLength]).toEqual([304, 0]);
    }
  });

  it("built files are streamed when they are large", async () => {
    const { response, body } = await found("/assets/large.js", { "accept-encoding": "br" });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(body.equals(Buffer.alloc(5 * 1024 * 1024, "a"))).toBe(true);
  });

  it("built files are reread when they change", async () => {
    const file = join(folder, "client", "sample", "note.txt");
    await writeFile(file, "one");
    expect((await found("/sample/note.txt")).body.toString()).toBe("one");
    await writeFile(file, "two");
    await utimes(file, new Date(), new Date(Date.now() + 5000));
    expect((await found("/sample/note.txt")).body.toString()).toBe("two");
  });

  it("built files that are SVG cannot run scripts when opened as a document", async () => {
    const { response } = await found("/icon.svg");
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });
});

describe("everything else", () => {
  it.each([
    "/",
    "/assets",
    "/assets/",
    "/missing.js",
    "/index.html",
    "/unknown.xyz",
    "/.vite/manifest.json",
    "/..%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/assets/entry-abc.js/",
  ])("the path %s responds with 404", async (path) => {
    expect(await get(path)).toBeNull();
  });

  it("built files are not found with methods other than GET and HEAD", async () => {
    expect(await get("/assets/entry-abc.js", {}, "POST")).toBeNull();
  });
});

describe("assetPath", () => {
  it.each([
    ["/a/b.js", "a/b.js"],
    ["/a%20b.png", "a b.png"],
    ["/@x/~y+z-1_2.css", "@x/~y+z-1_2.css"],
    ["/a/../b", null],
    ["/a/%2e%2e/b", null],
    ["/%2ehidden", null],
    ["//b", null],
    ["/a\\b", null],
    ["/a%5cb", null],
    ["/a.js%00.txt", null],
    ["/%zz.js", null],
  ])("assetPath resolves %s to %s", (pathname, path) => {
    expect(assetPath(pathname)).toBe(path);
  });
});
