import { type Context, Hono } from "hono";
import { requireCaller } from "../auth/caller.ts";
import type { ServerDeps } from "../deps.ts";
import { notFound, restError } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { visitorAddress } from "../http/visitor-address.ts";
import type { DataApiEngine, RequestState } from "./engine.ts";
import { forward } from "./forward.ts";
import type { ReadBudget } from "./read-budget.ts";
import { createVisitorAccess } from "./visitor-access.ts";
import { isCounted } from "./visitor-inserts.ts";

export interface RestDeps {
  deps: Pick<ServerDeps, "config" | "database" | "origin" | "secrets">;
  engine: DataApiEngine;
  /** Time budget of visitors' reads. */
  reads: ReadBudget;
}

/**
 * PostgREST's API under `/rest/v1`: tables by name and, for signed-in callers, functions. The
 * root's OpenAPI description is not exposed. Visitors' inserts are counted per address, as are
 * signed-in users' of the same kinds.
 */
export function createRestRoutes({ deps, engine, reads }: RestDeps): Hono<GatewayEnvironment> {
  const visitors = createVisitorAccess(engine, deps.database.sql, reads);
  const routes = new Hono<GatewayEnvironment>();

  routes.use(async (context, next) => {
    const caller = await requireCaller(context.req.raw.headers, deps);
    context.set("caller", caller);
    await next();
    // Data read by a signed-in user must not be cached on disk by a shared browser.
    if (caller.role !== "anon") context.res.headers.set("cache-control", "no-store");
  });

  routes.on(["GET", "HEAD", "POST"], "/rpc/:name", (context) => {
    const name = context.req.param("name");
    // Visitors may only read tables and insert rows; a function would bypass the limits.
    if (context.var.caller.role === "anon" || !isName(name)) return functionNotFound(name);
    return forward(engine, context, { name, isCall: true }, { state: stateOf(context) });
  });

  routes.on(["GET", "HEAD", "POST", "PATCH", "DELETE"], "/:relation", (context) => {
    const relation = context.req.param("relation");
    if (!isName(relation)) return notFound();
    const { role } = context.var.caller;
    const state = stateOf(context);
    const isInsert = context.req.method === "POST" && role !== "service_role";
    if (isInsert && (role === "anon" || isCounted(relation)))
      return visitors.insert(context, relation, state);
    // The page's own reads are bounded by its renderings, which run one at a time.
    if (role === "anon" && !context.env.isOwn) return visitors.read(context, relation, state);
    return forward(engine, context, { name: relation, isCall: false }, { state });
  });

  // Clients upsert with POST.
  routes.put("/:relation", () => restError(405, "PGRST117", "Unsupported HTTP method: PUT"));
  routes.all("*", () => notFound());
  return routes;

  function stateOf(context: Context<GatewayEnvironment>): RequestState {
    const { trustProxy } = deps.config;
    const address = visitorAddress(context.req.raw.headers, context.env, trustProxy);
    return { address, counted: false, databaseTime: 0 };
  }
}

/** Whether a text is a valid SQL name without quotes, as all our names are. */
const isName = (text: string) => /^[a-z_][a-z0-9_]{0,62}$/.test(text);

function functionNotFound(name: string): Response {
  const message = `Could not find the function public.${name.slice(0, 63)} in the schema cache`;
  return restError(404, "PGRST202", message);
}
