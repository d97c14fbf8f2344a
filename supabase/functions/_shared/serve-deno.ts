import { LOG_LINE_LENGTH } from "../../../shared/limits.ts";
import type { FunctionEnvironment, FunctionHandler } from "./environment.ts";
import { readSettings } from "./function-settings.ts";
import type { AllowsOrigin } from "./site-origins.ts";
import { SOURCE_DIGEST, SOURCE_HEADER } from "./source-digest.ts";
import { visitorAddress } from "./visitor-address.ts";

/** The part of Deno's API used here; Node's types do not include it. */
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(
    options: { port?: number; hostname?: string },
    handler: (request: Request) => Promise<Response>,
  ): unknown;
};

/** Serves a function under Deno, as a Supabase Edge Function. */
export function serveDeno(createHandler: (env: FunctionEnvironment) => FunctionHandler): void {
  const { allowsOrigin, ...settings } = readSettings((name) => Deno.env.get(name));
  if (!allowsOrigin) console.warn("FOYER_PUBLIC_URL is not set: no page may call this function.");
  const port = Deno.env.get("PORT");
  Deno.serve(port ? { port: Number(port), hostname: "127.0.0.1" } : {}, async (request) => {
    const headers = corsHeaders(request, allowsOrigin);
    headers.set(SOURCE_HEADER, SOURCE_DIGEST);
    if (request.method === "OPTIONS") return new Response(null, { headers });
    const visitor = visitorAddress(request.headers);
    const handler = createHandler({
      ...settings,
      fetch: forwarding(visitor),
      visitor: visitor ?? "unknown",
    });
    const response = await handle(handler, request);
    for (const [name, value] of headers) response.headers.set(name, value);
    return response;
  });
}

async function handle(handler: FunctionHandler, request: Request): Promise<Response> {
  try {
    return await handler(request);
  } catch (error) {
    console.error(quoted(error));
    return Response.json({ error: "Internal server error" }, { status: 500 });
  }
}

/** An error as one line without control characters: its text may hold what a visitor sent. */
function quoted(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const escaped = text
    .slice(0, LOG_LINE_LENGTH)
    .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return escaped.slice(0, LOG_LINE_LENGTH);
}

/**
 * Forwards the visitor's address to Supabase Auth, so that its limits count the visitor and not
 * this function. Supabase Auth trusts this header only with the secret key.
 */
function forwarding(visitor: string | null): typeof globalThis.fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    if (visitor) headers.set("sb-forwarded-for", visitor);
    return fetch(input, { ...init, headers });
  };
}

/** Only pages of the site's own origins may call from a browser. */
function corsHeaders(request: Request, allowsOrigin: AllowsOrigin | null): Headers {
  const headers = new Headers({ vary: "origin" });
  const origin = request.headers.get("origin");
  if (!origin || !allowsOrigin?.(origin)) return headers;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-allow-headers", "authorization, apikey, content-type, x-client-info");
  headers.set("access-control-allow-methods", "POST");
  return headers;
}
