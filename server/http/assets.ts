import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { matchesEtag } from "../../shared/matches-etag.ts";
import { streamOf } from "../storage/stream-of.ts";
import { chooseEncoding, type EncodedBody, encodeBody } from "./compression.ts";

/** Maximum bytes of built files cached in memory, including compressed forms. */
const ASSET_CACHE_BYTES = 48 * 1024 * 1024;

/** Larger files, in bytes, are streamed from disk on every request. */
const CACHED_ASSET_BYTES = 4 * 1024 * 1024;

/** Vite puts a content hash into these names, so the files never change. */
const HASHED = "public, max-age=31536000, immutable";
const UNHASHED = "public, max-age=3600";
/** Revalidated, because a cached old worker would keep serving the old application. */
const WORKER = "service-worker.js";

/** Answers a request for a built browser file; null when there is no such file. */
export type AssetHandler = (request: Request) => Promise<Response | null>;

/**
 * Serves the files under `directory` (GET and HEAD), compressed once and cached in memory. Paths
 * outside the directory and paths with a segment that starts with a dot are not reachable. HTML
 * files are not served: every page comes from the page cache.
 */
export function createAssetHandler(options: { directory: string }): AssetHandler {
  const cache = new Map<string, Promise<CachedFile>>();
  let cachedBytes = 0;

  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return null;
    const path = assetPath(new URL(request.url).pathname);
    const type = path && contentTypes[extname(path).toLowerCase()];
    if (!path || !type) return null;
    const file = join(options.directory, ...path.split("/"));
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const headers = new Headers({
      "content-type": type,
      "cache-control":
        path === WORKER ? "no-cache" : path.startsWith("assets/") ? HASHED : UNHASHED,
      "x-content-type-options": "nosniff",
    });
    if (type === SVG) headers.set("content-security-policy", SVG_POLICY);
    const version = `${found.size}-${found.mtimeMs}`;
    if (found.size > CACHED_ASSET_BYTES) {
      return answerStream(request, file, found.size, `"${version}"`, headers);
    }
    return answerCached(request, await cached(file, version, type), headers);
  };

  async function cached(file: string, version: string, type: string): Promise<CachedFile> {
    const key = `${version} ${file}`;
    const hit = cache.get(key);
    if (hit) {
      cache.delete(key);
      cache.set(key, hit);
      return hit;
    }
    const loading = loadFile(file, isCompressible(type));
    cache.set(key, loading);
    try {
      const loaded = await loading;
      cachedBytes += loaded.bytes;
      await evict();
      return loaded;
    } catch (error) {
      cache.delete(key);
      throw error;
    }
  }

  async function evict(): Promise<void> {
    for (const [key, entry] of cache) {
      if (cachedBytes <= ASSET_CACHE_BYTES) return;
      cache.delete(key);
      cachedBytes -= (await entry).bytes;
    }
  }
}

/**
 * The file path for a URL path, relative to the root; null when the path is not allowed.
 * @param pathname still percent-encoded, as in `URL.pathname`.
 */
export function assetPath(pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const segments = decoded.slice(1).split("/");
  const allowed = segments.every((segment) => /^[\w@+~-][\w@+~. -]*$/.test(segment));
  return allowed ? segments.join("/") : null;
}

interface CachedFile {
  etag: string;
  /** Formats that are already compressed, such as pictures, have only the identity form. */
  body: EncodedBody | { identity: Uint8Array<ArrayBuffer> };
  bytes: number;
}

async function loadFile(file: string, compressible: boolean): Promise<CachedFile> {
  const handle = await open(file);
  try {
    const content = new Uint8Array(await handle.readFile());
    const body = compressible ? await compressed(file, content) : { identity: content };
    const etag = `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
    const bytes = Object.values(body).reduce((sum, form) => sum + form.byteLength, 0);
    return { etag, body, bytes };
  } finally {
    await handle.close();
  }
}

/**
 * The compressed forms written by the build. Files without them, such as paths of icons, are
 * compressed here with low effort, because a request is waiting.
 */
async function compressed(file: string, identity: Uint8Array<ArrayBuffer>): Promise<EncodedBody> {
  try {
    const [br, gzip] = await Promise.all([readFile(`${file}.br`), readFile(`${file}.gz`)]);
    return { identity, br: new Uint8Array(br), gzip: new Uint8Array(gzip) };
  } catch {
    return encodeBody(identity, "quick");
  }
}

function answerCached(request: Request, file: CachedFile, headers: Headers): Response {
  headers.set("etag", file.etag);
  if ("br" in file.body) headers.set("vary", "accept-encoding");
  if (matchesEtag(request.headers.get("if-none-match"), file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = chooseEncoding(request.headers.get("accept-encoding"));
  let body = file.body.identity;
  if ("br" in file.body && encoding !== "identity") {
    body = file.body[encoding];
    headers.set("content-encoding", encoding);
  }
  headers.set("content-length", String(body.byteLength));
  return new Response(request.method === "HEAD" ? null : body, { headers });
}

function answerStream(
  request: Request,
  file: string,
  size: number,
  etag: string,
  headers: Headers,
): Response {
  headers.set("etag", etag);
  if (matchesEtag(request.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set("content-length", String(size));
  if (request.method === "HEAD") return new Response(null, { headers });
  return new Response(streamOf(createReadStream(file)), { headers });
}

const SVG = "image/svg+xml";
/** An SVG opened as a document could run scripts; embedded as an image it cannot. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const contentTypes: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".svg": SVG,
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
  ".pdf": "application/pdf",
};

function isCompressible(type: string): boolean {
  return /^text\/|charset=|svg|x-icon|wasm/.test(type);
}
