import { randomBytes, randomInt } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { SERVICE_PATH } from "../../shared/api-paths.ts";
import { chooseEncoding, encodeOnce } from "./compression.ts";
import type { GatewayEnvironment } from "./gateway-environment.ts";

/** Smaller answers, in bytes, would save less than a packet. */
const LEAST_BYTES = 1024;

/**
 * Rows of the Data API, lists of stored files and the calendar, without everything that holds a
 * token, a code or texts that strangers can send at will: beside such a text, the compressed size
 * tells whether the text also occurs elsewhere in the answer.
 */
const COMPRESSED =
  /^\/(?:rest\/v1\/(?!(?:rpc\/)?\w*(?:message|spam|visit|click|analytics|activity|sign_in|session|code|feed|share|received|push))|storage\/v1\/object\/list\/|functions\/v1\/calendar-feed$)/;

const JSON_TYPE = /^application\/json\b/;

/** Bodies of responses, because reading them from a `Response` takes longer than compressing them. */
const bodies = new WeakMap<Response, Uint8Array<ArrayBuffer>>();

/** A response whose body can be compressed without being read from it again. */
export function respondBytes(body: Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(body, init);
  bodies.set(response, body);
  return response;
}

/**
 * Compresses answers of the services for clients that ask for it, and marks JSON that must not be
 * compressed, so that proxies do not do it either (`no-transform`). The secret key reads hashes of
 * passwords, so nothing is compressed for it.
 */
export const compressAnswers: MiddlewareHandler<GatewayEnvironment> = async (context, next) => {
  await next();
  const { method, path, raw } = context.req;
  if (!SERVICE_PATH.test(path)) return;
  const { status, ok, headers } = context.res;
  const type = headers.get("content-type") ?? "";
  const isJson = JSON_TYPE.test(type);
  if (!COMPRESSED.test(path) || context.var.caller?.role === "service_role") {
    if (isJson) headers.append("cache-control", "no-transform");
    return;
  }
  headers.append("vary", "accept-encoding");
  const encoding = chooseEncoding(raw.headers.get("accept-encoding"));
  const isCompressible = ok && method !== "HEAD" && (isJson || type.startsWith("text/"));
  if (encoding === "identity" || !isCompressible) return;
  const known = bodies.get(context.res);
  let body = known ?? new Uint8Array(await context.res.arrayBuffer());
  if (body.byteLength >= LEAST_BYTES) {
    body = await encodeOnce(isJson ? padded(body) : body, encoding);
    headers.set("content-encoding", encoding);
    const etag = headers.get("etag");
    if (etag?.startsWith('"')) headers.set("etag", `W/${etag}`);
  } else if (known) return;
  // Otherwise Hono would copy the earlier headers over these.
  context.res = undefined;
  context.res = new Response(body, { status, headers });
};

/**
 * JSON followed by insignificant characters that compress to a random length of up to 200 bytes,
 * so that the length of an answer says little about what repeats in it.
 */
function padded(json: Uint8Array): Uint8Array {
  const noise = randomBytes(randomInt(4, 257)).map((byte) => " \t\n\r".charCodeAt(byte % 4));
  return Buffer.concat([json, noise]);
}
