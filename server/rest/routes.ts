import { type Context, Hono } from "hono";
import { REST_PATH } from "../../shared/api-paths.ts";
import { identifyCaller, refusalResponse } from "../auth/caller.ts";
import type { ServerDeps } from "../deps.ts";
import { notFound, restError } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { BodyTooLargeError, readBody } from "../http/request-body.ts";
import { visitorAddress } from "../http/visitor-address.ts";
import { DATA_RESPONSE_BYTES, USER_BODY_BYTES, VISITOR_BODY_BYTES } from "../limits/limits.ts";
import type { DataApiEngine, Visit } from "./engine.ts";
import { createReadBudget } from "./read-budget.ts";
import { checkShape } from "./request-shape.ts";
import { checkContactForm, checkSingleRow, countInsert, isStored } from "./visitor-inserts.ts";

export interface RestDeps {
  deps: Pick<ServerDeps, "config" | "database" | "origin" | "secrets">;
  engine: DataApiEngine;
}

/**
 * PostgREST's API under `/rest/v1`: tables by name and, for signed-in callers, functions.
 * The root's OpenAPI description is not exposed. Visitors' inserts are counted per address.
 */
export function createRestRoutes({ deps, engine }: RestDeps): Hono<GatewayEnvironment> {
  const { config } = deps;
  const reads = createReadBudget();
  const routes = new Hono<GatewayEnvironment>();

  routes.use(async (context, next) => {
    const identified = await identifyCaller(context.req.raw.headers, deps);
    if ("refusal" in identified) return refusalResponse(identified.refusal);
    context.set("caller", identified.caller);
    await next();
    // Data read by a signed-in user must not be cached on disk by a shared browser.
    if (identified.caller.role !== "anon") context.header("cache-control", "no-store");
  });

  routes.on(["GET", "HEAD", "POST"], "/rpc/:name", (context) => {
    const name = context.req.param("name");
    // Visitors may only read tables and insert rows; a function would bypass the limits.
    if (context.var.caller.role === "anon" || !isName(name)) return functionNotFound(name);
    return forward(context, `/rpc/${name}`);
  });

  routes.on(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"], "/:relation", (context) => {
    const relation = context.req.param("relation");
    if (!isName(relation)) return notFound();
    const inserts = ["POST", "PUT"].includes(context.req.method);
    if (inserts) return insert(context, relation);
    return context.var.caller.role === "anon"
      ? readAsVisitor(context, relation)
      : forward(context, `/${relation}`);
  });

  routes.all("*", () => notFound());
  return routes;

  async function readAsVisitor(context: Context<GatewayEnvironment>, relation: string) {
    const visit = visitOf(context);
    const seconds = reads.wait(visit.address);
    if (seconds > 0) {
      const message = "Too many requests. Please try again in a minute.";
      return restError(429, "PT429", message, { "retry-after": String(seconds) });
    }
    try {
      return await forward(context, `/${relation}`, { visit });
    } finally {
      reads.spend(visit.address, visit.databaseTime);
    }
  }

  async function insert(context: Context<GatewayEnvironment>, relation: string) {
    const { headers } = context.req.raw;
    const { role } = context.var.caller;
    if (role === "service_role") return forward(context, `/${relation}`);
    const visit = { ...visitOf(context), counted: true };
    const { sql } = deps.database;
    const body = await readCapped(context);
    if (!(body instanceof Response) && relation === "messages" && (await isStored(sql, body))) {
      // A retry whose first response was lost. It counts as a read, not as a message.
      if (reads.wait(visit.address) === 0) {
        reads.spend(visit.address, 0);
        return forward(context, `/${relation}`, { body, visit });
      }
    }
    const refused = await countInsert(sql, relation, visit.address);
    if (refused) return refused;
    if (body instanceof Response) return body;
    if (role === "anon") {
      const refusal =
        checkSingleRow(headers.get("content-type") ?? "", body) ??
        (relation === "messages" ? checkContactForm(headers) : null);
      if (refusal) return refusal;
    }
    return forward(context, `/${relation}`, { body, visit });
  }

  async function forward(
    context: Context<GatewayEnvironment>,
    path: string,
    known: { body?: Uint8Array<ArrayBuffer>; visit?: Visit } = {},
  ): Promise<Response> {
    const body = known.body ?? (await readCapped(context));
    if (body instanceof Response) return body;
    const { search } = new URL(context.req.url);
    const refusal = checkShape(search, body);
    if (refusal) return refusal;
    const request = toEngineRequest(context.req.raw, path, search, body);
    const visit = known.visit ?? visitOf(context);
    return finished(await engine.fetch(request, context.var.caller, visit));
  }

  function visitOf(context: Context<GatewayEnvironment>): Visit {
    const address = visitorAddress(context.req.raw.headers, context.env, config.trustProxy);
    return { address, counted: false, databaseTime: 0 };
  }
}

/** The body, or the refusal of one that is too large for its caller. */
async function readCapped(context: Context<GatewayEnvironment>) {
  const { role } = context.var.caller;
  try {
    return await readBody(context.req.raw, role === "anon" ? VISITOR_BODY_BYTES : USER_BODY_BYTES);
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

/** An unquoted SQL name; all of ours are. */
const isName = (text: string) => /^[a-z_][a-z0-9_]{0,62}$/.test(text);

function functionNotFound(name: string): Response {
  const message = `Could not find the function public.${name.slice(0, 63)} in the schema cache`;
  return restError(404, "PGRST202", message);
}

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
