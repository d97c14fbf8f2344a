import type { FunctionEnvironment, FunctionHandler } from "./environment.ts";

/** The part of Deno used here; Node's types do not know it. */
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(
    options: { port?: number; hostname?: string },
    handler: (request: Request) => Promise<Response>,
  ): unknown;
};

/** Serves a function under Deno, as an Edge Function on Supabase does. */
export function serveDeno(createHandler: (env: FunctionEnvironment) => FunctionHandler): void {
  const supabaseUrl = required("SUPABASE_URL").replace(/\/+$/, "");
  const secretKey = required("SUPABASE_SECRET_KEY", "SUPABASE_SERVICE_ROLE_KEY");
  const origin = Deno.env.get("FOYER_PUBLIC_URL")?.replace(/\/+$/, "");
  const notion = {
    token: Deno.env.get("NOTION_TOKEN") || null,
    databaseId: Deno.env.get("NOTION_DATABASE_ID") || null,
    baseUrl: Deno.env.get("NOTION_BASE_URL") || null,
  };
  const port = Deno.env.get("PORT");
  Deno.serve(port ? { port: Number(port), hostname: "127.0.0.1" } : {}, async (request) => {
    if (request.method === "OPTIONS") return new Response(null, { headers: corsHeaders(origin) });
    const fetch = forwarding(request);
    const handler = createHandler({ supabaseUrl, secretKey, fetch, notion });
    const response = await handle(handler, request);
    for (const [name, value] of corsHeaders(origin)) response.headers.set(name, value);
    return response;
  });
}

async function handle(handler: FunctionHandler, request: Request): Promise<Response> {
  try {
    return await handler(request);
  } catch (error) {
    console.error(error);
    return Response.json({ error: "Internal server error" }, { status: 500 });
  }
}

/**
 * Tells Supabase Auth whose attempt it is, so that its limits count the visitor and not this function.
 * It believes this header only beside the secret key.
 */
function forwarding(request: Request): typeof globalThis.fetch {
  const visitor = request.headers.get("x-forwarded-for")?.split(",")[0]?.trim();
  return (input, init) => {
    const headers = new Headers(init?.headers);
    if (visitor) headers.set("sb-forwarded-for", visitor);
    return fetch(input, { ...init, headers });
  };
}

/** Only the site itself may call from a browser. */
function corsHeaders(origin: string | undefined): Headers {
  const headers = new Headers({ vary: "origin" });
  if (!origin) return headers;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-allow-headers", "authorization, apikey, content-type, x-client-info");
  headers.set("access-control-allow-methods", "POST");
  return headers;
}

function required(...names: string[]): string {
  for (const name of names) {
    const value = Deno.env.get(name);
    if (value) return value;
  }
  throw new Error(`${names[0]} is not set.`);
}
