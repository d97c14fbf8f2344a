import type { Context } from "hono";
import { restError } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { BodyTooLargeError, readBody } from "../http/request-body.ts";
import { USER_BODY_BYTES, VISITOR_BODY_BYTES } from "../limits/limits.ts";
import type { DataApiEngine, RequestState } from "./engine.ts";
import type { RestRequest } from "./plan.ts";
import { checkShape } from "./request-shape.ts";

/** A table or view, or a function, by name. */
export type Target = Pick<RestRequest, "name" | "isCall">;

/**
 * Passes a request to the engine as its caller; refuses one that is too large or too complex.
 * @param known.body as returned by `readChecked`.
 */
export async function forward(
  engine: DataApiEngine,
  context: Context<GatewayEnvironment>,
  target: Target,
  { state, ...known }: { state: RequestState; body?: Uint8Array<ArrayBuffer> },
): Promise<Response> {
  const body = known.body ?? (await readChecked(context));
  if (body instanceof Response) return body;
  const { method, headers, url } = context.req.raw;
  const search = new URL(url).searchParams;
  return engine.fetch({ ...target, method, search, headers, body }, context.var.caller, state);
}

/**
 * The body, or the refusal of a request that is too large for its caller or nested too deeply.
 * Nothing is parsed.
 */
export async function readChecked(context: Context<GatewayEnvironment>) {
  const limit = context.var.caller.role === "anon" ? VISITOR_BODY_BYTES : USER_BODY_BYTES;
  const { method } = context.req;
  try {
    const isRead = method === "GET" || method === "HEAD";
    const body = isRead ? new Uint8Array() : await readBody(context.req.raw, limit);
    return checkShape(new URL(context.req.url).search, body) ?? body;
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    return restError(413, "PT413", "The request is too large");
  }
}
