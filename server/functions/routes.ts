import { Hono } from "hono";
import { BROWSER_HEADER } from "../../shared/sign-in.ts";
import { withTimeLimit } from "../../shared/time-limit.ts";
import type {
  FunctionEnvironment,
  FunctionHandler,
  NoticeSettings,
} from "../../supabase/functions/_shared/environment.ts";
import { createHandler as createCalendarFeed } from "../../supabase/functions/calendar-feed/handler.ts";
import { createHandler as createFetchNotionNotes } from "../../supabase/functions/fetch-notion-notes/handler.ts";
import { createHandler as createOpenShare } from "../../supabase/functions/open-share/handler.ts";
import { createHandler as createReminders } from "../../supabase/functions/reminders/handler.ts";
import { createHandler as createSendNotices } from "../../supabase/functions/send-notices/handler.ts";
import { createHandler as createWorkspaceSignIn } from "../../supabase/functions/workspace-sign-in/handler.ts";
import { createHandler as createWorkspaceUser } from "../../supabase/functions/workspace-user/handler.ts";
import { requireCaller } from "../auth/caller.ts";
import type { ServerDeps } from "../deps.ts";
import { notFound } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { BodyTooLargeError, readBody } from "../http/request-body.ts";
import { type Connection, visitorAddress } from "../http/visitor-address.ts";

/**
 * Maximum milliseconds of a function on our host: shorter than a request's deadline, so that the
 * response names the cause.
 * @limit requests: one edge function
 */
const FUNCTION_TIMEOUT_MS = 25_000;

/** Maximum bytes of a body. The largest request of a function is the form of the workspace user. */
const FUNCTION_BODY_BYTES = 64 * 1024;

export interface FunctionHostOptions {
  deps: Pick<ServerDeps, "config" | "log" | "origin" | "secrets">;
  /** Current settings of notices, which the panel can change at any time. */
  notices(): Promise<NoticeSettings>;
  /** The gateway's own fetch; functions' calls count toward the visitor's limits. */
  fetch(request: Request, connection: Connection): Promise<Response>;
  /** Functions by name; defaults to this site's functions. */
  functions?: Record<string, FunctionFactory>;
  /** Time limit of a function, milliseconds. */
  timeout?: number;
}

export type FunctionFactory = (env: FunctionEnvironment) => FunctionHandler;

const ownFunctions: Record<string, FunctionFactory> = {
  "calendar-feed": createCalendarFeed,
  "fetch-notion-notes": createFetchNotionNotes,
  "open-share": createOpenShare,
  reminders: createReminders,
  "send-notices": createSendNotices,
  "workspace-sign-in": createWorkspaceSignIn,
  "workspace-user": createWorkspaceUser,
};

/** Functions without a key, because their requests identify the caller in another way. */
const KEYLESS: ReadonlySet<string> = new Set(["calendar-feed", "reminders"]);

/**
 * Runs the edge functions under `/functions/v1/<name>`, with the same handlers that Deno runs on
 * Supabase. A valid key is required, with few exceptions. Errors thrown by a function are logged
 * and never sent to the caller.
 */
export function createFunctionRoutes(options: FunctionHostOptions): Hono<GatewayEnvironment> {
  const { deps, timeout = FUNCTION_TIMEOUT_MS } = options;
  const functions = new Map(Object.entries(options.functions ?? ownFunctions));
  const routes = new Hono<GatewayEnvironment>();

  routes.on(["GET", "POST", "PUT", "PATCH", "DELETE"], "/:name", async (context) => {
    const request = context.req.raw;
    const name = context.req.param("name");
    const create = functions.get(name);
    if (!create) return failure(404, "Requested function was not found");
    if (!KEYLESS.has(name)) await requireCaller(request.headers, deps);
    const address = visitorAddress(request.headers, context.env, deps.config.trustProxy);
    const cookies: string[] = [];
    let unavailable: Response | null = null;
    const handler = create({
      supabaseUrl: deps.origin,
      secretKey: deps.secrets.secretKey,
      fetch: async (input, init) => {
        const call = new Request(input, init);
        const answered = await callBackendFor(request, call, address, cookies);
        if (answered.status === 503) unavailable = answered.clone();
        return answered;
      },
      visitor: address,
      notion: deps.config.notion,
      // Reads the database, so it is skipped for functions that send no notices.
      notices:
        name === "send-notices"
          ? await options.notices()
          : { siteUrl: deps.origin, mail: null, webhook: null, testPushOrigin: null },
    });
    try {
      const response = await withTimeLimit(handler(await bufferBody(request)), timeout, () => {
        throw new FunctionTimeout("The function took too long.");
      });
      if (response.status >= 500 && unavailable) return unavailable;
      if (response.ok) for (const cookie of cookies) response.headers.append("set-cookie", cookie);
      return response;
    } catch (error) {
      if (error instanceof BodyTooLargeError) return failure(413, "Request body too large");
      // Because its backend failed, the caller gets the backend's answer with its retry time.
      if (unavailable) return unavailable;
      deps.log.error(`The function ${name} failed.`, error);
      return error instanceof FunctionTimeout
        ? failure(504, "The function took too long")
        : failure(500, "Internal server error");
    }
  });
  routes.all("*", () => notFound());
  return routes;

  /** The backend sees the visitor's address and device; device cookies it sets are passed back. */
  async function callBackendFor(
    visitor: Request,
    request: Request,
    address: string,
    cookies: string[],
  ) {
    const device = visitor.headers.get("cookie");
    if (device !== null) request.headers.set("cookie", device);
    const browser = visitor.headers.get("user-agent");
    if (browser !== null) request.headers.set(BROWSER_HEADER, browser);
    const response = await options.fetch(request, { address });
    cookies.push(...response.headers.getSetCookie());
    return response;
  }
}

function failure(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { "cache-control": "no-store" } });
}

/** Reads the body within its limit first, because functions must only receive complete bodies. */
async function bufferBody(request: Request): Promise<Request> {
  const body = await readBody(request, FUNCTION_BODY_BYTES);
  const { method, headers } = request;
  return new Request(request.url, { method, headers, body: body.byteLength > 0 ? body : null });
}

class FunctionTimeout extends Error {
  override name = "FunctionTimeout";
}
