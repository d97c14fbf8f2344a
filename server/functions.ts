import { Hono } from "hono";
import type {
  FunctionEnvironment,
  FunctionHandler,
} from "../supabase/functions/_shared/environment.ts";
import { createHandler as createWorkspaceSignIn } from "../supabase/functions/workspace-sign-in/handler.ts";
import { createHandler as createWorkspaceUser } from "../supabase/functions/workspace-user/handler.ts";
import { type Connection, visitorAddress } from "./address.ts";
import { notFound } from "./answers.ts";
import type { ServerDeps } from "./deps.ts";
import type { GatewayEnvironment } from "./gateway-environment.ts";
import { identifyCaller, refusalResponse } from "./keys.ts";
import { BodyTooLargeError, readBody } from "./request-body.ts";

export interface FunctionHostOptions {
  deps: Pick<ServerDeps, "config" | "log" | "origin" | "secrets">;
  /** The gateway's own fetch; functions reach the backend through it, counted as the visitor. */
  fetch(request: Request, connection: Connection): Promise<Response>;
  /** By name; defaults to the ones this site has. */
  functions?: Record<string, FunctionFactory>;
  /** Milliseconds a function may take. */
  timeout?: number;
}

export type FunctionFactory = (env: FunctionEnvironment) => FunctionHandler;

/** Bytes a function may be sent. */
const BODY_LIMIT = 64 * 1024;
const TIMEOUT = 30_000;

const ownFunctions: Record<string, FunctionFactory> = {
  // Notion's client is loaded when it is first asked for; most sites never do.
  "fetch-notion-notes": (env) => async (request) => {
    const { createHandler } = await import("../supabase/functions/fetch-notion-notes/handler.ts");
    return createHandler(env)(request);
  },
  "workspace-sign-in": createWorkspaceSignIn,
  "workspace-user": createWorkspaceUser,
};

/**
 * Runs the edge functions under `/functions/v1/<name>`, the same handlers Deno runs on Supabase. A
 * valid key is asked for, as there. What a function throws goes to the log, never to the caller.
 */
export function createFunctionRoutes(options: FunctionHostOptions): Hono<GatewayEnvironment> {
  const { deps, timeout = TIMEOUT } = options;
  const functions = new Map(Object.entries(options.functions ?? ownFunctions));
  const routes = new Hono<GatewayEnvironment>();

  routes.on(["GET", "POST", "PUT", "PATCH", "DELETE"], "/:name", async (context) => {
    const request = context.req.raw;
    const create = functions.get(context.req.param("name"));
    if (!create) return failure(404, "Requested function was not found");
    const identified = await identifyCaller(request.headers, deps.secrets);
    if ("refusal" in identified) return refusalResponse(identified.refusal);
    const address = visitorAddress(request.headers, context.env, deps.config.trustProxy);
    const handler = create({
      supabaseUrl: deps.origin,
      secretKey: deps.secrets.secretKey,
      fetch: (input, init) => options.fetch(new Request(input, init), { address }),
      notion: deps.config.notion,
    });
    try {
      return await withinTime(timeout, handler(await withoutStream(request)));
    } catch (error) {
      if (error instanceof BodyTooLargeError) return failure(413, "Request body too large");
      deps.log.error(`The function ${context.req.param("name")} failed.`, error);
      return error instanceof FunctionTimeout
        ? failure(504, "The function took too long")
        : failure(500, "Internal server error");
    }
  });
  routes.all("*", () => notFound());
  return routes;
}

function failure(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { "cache-control": "no-store" } });
}

/** The body is read first, within its limit; a function only ever sees a complete one. */
async function withoutStream(request: Request): Promise<Request> {
  const body = await readBody(request, BODY_LIMIT);
  const { method, headers } = request;
  return new Request(request.url, { method, headers, body: body.byteLength > 0 ? body : null });
}

class FunctionTimeout extends Error {
  override name = "FunctionTimeout";
}

async function withinTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new FunctionTimeout("The function took too long.")),
      milliseconds,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
