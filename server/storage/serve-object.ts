import { matchesEtag } from "../../shared/matches-etag.ts";
import type { BlobStore } from "./blobs/blob-store.ts";
import { parseRange, rangeStillHolds } from "./byte-range.ts";
import { refuse } from "./failure.ts";
import type { StoredObject } from "./objects.ts";
import { streamOf } from "./stream-of.ts";

export interface ServeOptions {
  /** Overrides the stored value, for non-public objects. */
  cacheControl?: string;
  /** The `download` parameter: a file name, or empty for the object's own; null for inline. */
  download: string | null;
}

/**
 * Answers GET and HEAD for an object: conditional requests, one byte range, streaming. Only
 * pictures verified at upload are shown inline in a tab. Everything else is a download and, if
 * opened regardless, has neither an origin nor scripts. Types that a page could execute or apply
 * are sent as plain bytes.
 */
export async function serveObject(
  request: Request,
  blobs: BlobStore,
  object: StoredObject,
  options: ServeOptions,
): Promise<Response> {
  const { metadata } = object;
  const size = Number(metadata.size);
  const modified = new Date(metadata.lastModified);
  const headers = new Headers({
    "accept-ranges": "bytes",
    "content-type": passiveType(metadata.mimetype),
    etag: metadata.eTag,
    "last-modified": modified.toUTCString(),
    "cache-control": options.cacheControl ?? metadata.cacheControl,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  const disposition = dispositionOf(object, options.download);
  if (disposition) headers.set("content-disposition", disposition);

  if (isUnchanged(request, metadata.eTag, modified)) {
    return new Response(null, { status: 304, headers });
  }
  // RFC 9110 defines ranges only for GET.
  const mayBePart =
    request.method === "GET" &&
    rangeStillHolds(request.headers.get("if-range"), metadata.eTag, modified);
  const range = mayBePart ? parseRange(request.headers.get("range"), size) : null;
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${size}`);
    headers.delete("content-disposition");
    return new Response(null, { status: 416, headers });
  }
  if (range) headers.set("content-range", `bytes ${range.start}-${range.end}/${size}`);
  headers.set("content-length", String(range ? range.end - range.start + 1 : size));
  const status = range ? 206 : 200;
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const stream = await blobs.get(object.version, range ?? undefined);
  if (!stream) throw refuse.noSuchObject();
  return new Response(streamOf(stream), { status, headers });
}

/** By RFC 9110, `If-None-Match` takes precedence. */
function isUnchanged(request: Request, etag: string, modified: Date): boolean {
  const tags = request.headers.get("if-none-match");
  if (tags !== null) return matchesEtag(tags, etag);
  const since = Date.parse(request.headers.get("if-modified-since") ?? "");
  return Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/**
 * The Content-Type with which an object is served. Objects share the site's origin, so a stored
 * script, style sheet or document must not get a type that the page's policy lets a browser use.
 * Only raster pictures, audio, video, PDF and plain text keep their types.
 * @param stored as declared by the upload, with or without parameters.
 */
export function passiveType(stored: string): string {
  const [essence = "", ...parameters] = stored
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (essence === "text/plain") {
    const charset = parameters.find((part) => /^charset="?[\w-]{1,40}"?$/.test(part));
    return charset ? `${essence};${charset}` : essence;
  }
  if (essence === "application/pdf" || RASTER.test(essence) || MEDIA.test(essence)) return essence;
  return BYTES;
}

const BYTES = "application/octet-stream";

/** SVG is excluded, because it may contain scripts. */
const RASTER =
  /^image\/(?:apng|avif|bmp|gif|heic|heif|jpeg|jxl|png|tiff|vnd\.microsoft\.icon|webp|x-icon)$/;

/** Without `+`: browsers parse `audio/anything+xml` as XML, which may contain scripts. */
const MEDIA = /^(?:audio|video)\/[a-z0-9][a-z0-9._-]*$/;

function dispositionOf(object: StoredObject, download: string | null): string | null {
  if (download) return attachment(download);
  return download === "" || !object.metadata.plainPicture ? "attachment" : null;
}

/**
 * RFC 6266: an ASCII name for old clients, followed by the actual name. Path separators and control
 * characters are replaced.
 */
export function attachment(name: string): string {
  // Truncated between characters, because half of a surrogate pair cannot be encoded.
  const clean = Array.from(name.replace(/[\p{Cc}\p{Cs}/\\]/gu, "_"), (character) => character)
    .slice(0, 255)
    .join("");
  const ascii = clean.replace(/[^\x20-\x7e]|["%]/g, "_");
  const encoded = encodeURIComponent(clean).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
