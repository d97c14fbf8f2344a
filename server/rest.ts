import { type Context, Hono } from "hono";
import { visitorAddress } from "./address.ts";
import { notFound, restError } from "./answers.ts";
import type { ServerDeps } from "./deps.ts";
import type { GatewayEnvironment } from "./gateway-environment.ts";
import { identifyCaller, refusalResponse } from "./keys.ts";
import type { Hit, RateLimits } from "./rate-limits.ts";
import { BodyTooLargeError, readBody } from "./request-body.ts";
import type { DataApiEngine } from "./rest/engine.ts";
import { checkShape } from "./rest/request-shape.ts";
import { checkContactForm, checkSingleRow, countInsert } from "./rest/visitor-inserts.ts";

export interface RestDeps {
  deps: Pick<ServerDeps, "config" | "secrets">;
  engine: DataApiEngine;
  limits: RateLimits;
}

/**
 * Bytes of JSON a request may carry. A visitor's largest honest message is 10,000 characters, at
 * most 60 KB once escaped; a signed-in person's note is stored as one value of up to 1 MiB,
 * which JSON may double.
 */
export const bodyLimits = { anon: 128 * 1024, signedIn: 3 * 1024 * 1024 };

/**
 * PostgREST's API under `/rest/v1`: tables by name and, for signed-in callers, functions.
 * The root's OpenAPI description is not exposed. Visitors' inserts are counted per address.
 */
export function createRestRoutes({ deps, engine, limits }: RestDeps): Hono<GatewayEnvironment> {
  const { config, secrets } = deps;
  const routes = new Hono<GatewayEnvironment>();

  routes.use(async (context, next) => {
    const identified = await identifyCaller(context.req.raw.headers, secrets);
    if ("refusal" in identified) return refusalResponse(identified.refusal);
    context.set("caller", identified.caller);
    await next();
    // What somebody signed in has read is not left on the disk of a browser others use as well.
    if (identified.caller.role !== "anon") context.header("cache-control", "no-store");
  });

  routes.on(["GET", "HEAD", "POST"], "/rpc/:name", (context) => {
    const name = context.req.param("name");
    // Visitors only read tables and insert rows; a function would be a way around the limits.
    if (context.var.caller.role === "anon" || !isName(name)) return functionNotFound(name);
    return forward(context, `/rpc/${name}`);
  });

  routes.on(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"], "/:relation", (context) => {
    const relation = context.req.param("relation");
    if (!isName(relation)) return notFound();
    const inserts = ["POST", "PUT"].includes(context.req.method);
    return inserts ? insert(context, relation) : forward(context, `/${relation}`);
  });

  routes.all("*", () => notFound());
  return routes;

  async function insert(context: Context<GatewayEnvironment>, relation: string) {
    const { headers } = context.req.raw;
    const { role } = context.var.caller;
    if (role === "service_role") return forward(context, `/${relation}`);
    const body = await readCapped(context);
    if (body instanceof Response) return body;
    if (role === "anon") {
      const refusal =
        checkSingleRow(headers.get("content-type") ?? "", body) ??
        (relation === "messages" ? checkContactForm(headers) : null);
      if (refusal) return refusal;
    }
    const address = visitorAddress(headers, context.env, config.trustProxy);
    const counted = await countInsert(limits, relation, address);
    if (counted instanceof Response) return counted;
    const response = await forward(context, `/${relation}`, body);
    if (!response.ok) await refund(counted);
    return response;
  }

  async function forward(
    context: Context<GatewayEnvironment>,
    path: string,
    read?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const { raw, method, url } = context.req;
    const body = read ?? (await readCapped(context));
    if (body instanceof Response) return body;
    const { search } = new URL(url);
    const refusal = checkShape(search, body);
    if (refusal) return refusal;
    // Rebuilt from known parts, so that nothing else of the visitor's request reaches the engine.
    const target = new URL(`/rest/v1${path}`, "http://localhost");
    target.search = search;
    const headers = new Headers({ apikey: "identified-by-the-gateway" });
    for (const name of passedHeaders) {
      const value = raw.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    const hasBody = body.byteLength > 0 && method !== "GET" && method !== "HEAD";
    const request = new Request(target, { method, headers, ...(hasBody ? { body } : {}) });
    return withoutCors(await engine.fetch(request, context.var.caller));
  }

  async function readCapped(context: Context<GatewayEnvironment>) {
    const { role } = context.var.caller;
    try {
      return await readBody(context.req.raw, bodyLimits[role === "anon" ? "anon" : "signedIn"]);
    } catch (error) {
      if (!(error instanceof BodyTooLargeError)) throw error;
      return restError(413, "PT413", "The request is too large");
    }
  }
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

/** An unquoted SQL name; nothing of ours is called otherwise. */
const isName = (text: string) => /^[a-z_][a-z0-9_]{0,62}$/.test(text);

function functionNotFound(name: string): Response {
  const message = `Could not find the function public.${name.slice(0, 63)} in the schema cache`;
  return restError(404, "PGRST202", message);
}

async function refund(hit: Hit | null) {
  if (hit?.allowed) await hit.refund();
}

/** The engine allows every origin; the gateway decides that. */
function withoutCors(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const name of [...headers.keys()]) {
    if (name.startsWith("access-control-")) headers.delete(name);
  }
  return new Response(response.body, { status: response.status, headers });
}
