import type { Context } from "hono";
import { REST_PATH } from "../../shared/api-paths.ts";
import { restError } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { BodyTooLargeError, readBody } from "../http/request-body.ts";
import { USER_BODY_BYTES, VISITOR_BODY_BYTES } from "../limits/limits.ts";
import type { DataApiEngine, RequestState } from "./engine.ts";
import { checkShape } from "./request-shape.ts";

/** Bytes of one response; the database counts its JSON (`private.count_response_bytes`). */
const DATA_RESPONSE_BYTES = 8 * 1024 * 1024;

/**
 * Passes the request to the engine as its caller; refuses one that is too large or too complex.
 * @param known.body as returned by `readChecked`.
 */
export async function forward(
  engine: DataApiEngine,
  context: Context<GatewayEnvironment>,
  path: string,
  { state, ...known }: { state: RequestState; body?: Uint8Array<ArrayBuffer> },
): Promise<Response> {
  const body = known.body ?? (await readChecked(context));
  if (body instanceof Response) return body;
  const { search } = new URL(context.req.url);
  const request = toEngineRequest(context.req.raw, path, search, body);
  return finished(await engine.fetch(request, context.var.caller, state));
}

/**
 * The body, or the refusal of a request that is too large for its caller or nested too deeply.
 * Nothing is parsed.
 */
export async function readChecked(context: Context<GatewayEnvironment>) {
  const limit = context.var.caller.role === "anon" ? VISITOR_BODY_BYTES : USER_BODY_BYTES;
  try {
    const body = await readBody(context.req.raw, limit);
    return checkShape(new URL(context.req.url).search, body) ?? body;
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    return restError(413, "PT413", "The request is too large");
  }
}

/** Rebuilt from known parts, so that nothing else of the visitor's request reaches the engine. */
function toEngineRequest(
  { method, headers: sent }: Request,
  path: string,
  search: string,
  body: Uint8Array<ArrayBuffer>,
): Request {
  const target = new URL(`${REST_PATH}${path}`, "http://localhost");
  target.search = search;
  const headers = new Headers({ apikey: "identified-by-the-gateway" });
  for (const name of passedHeaders) {
    const value = sent.get(name);
    if (value !== null) headers.set(name, value);
  }
  const hasBody = body.byteLength > 0 && method !== "GET" && method !== "HEAD";
  return new Request(target, { method, headers, ...(hasBody ? { body } : {}) });
}

const passedHeaders = [
  "accept",
  "accept-profile",
  "content-profile",
  "content-type",
  "prefer",
  "range",
  "range-unit",
];

/**
 * The engine allows every origin; the gateway decides that instead. As CSV, a response may be
 * larger than the JSON the database has counted.
 */
function finished(response: Response): Response {
  const headers = new Headers(response.headers);
  if (Number(headers.get("content-length")) > DATA_RESPONSE_BYTES) {
    return restError(
      413,
      "PT413",
      "The response is larger than 8 MB. Ask for fewer rows or columns.",
    );
  }
  for (const name of [...headers.keys()]) {
    if (name.startsWith("access-control-")) headers.delete(name);
  }
  return new Response(response.body, { status: response.status, headers });
}
