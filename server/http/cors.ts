import type { MiddlewareHandler } from "hono";

/** Prefixes of the APIs that may be called cross-origin. */
const API = /^\/(rest|auth|storage|functions)\/v1\//;

const ALLOWED_HEADERS =
  "authorization, apikey, content-type, prefer, range, range-unit, accept-profile, content-profile, x-client-info, x-supabase-api-version, x-upsert, x-retry-count, cache-control, tus-resumable, upload-length, upload-metadata, upload-offset";
const EXPOSED_HEADERS =
  "location, tus-resumable, upload-expires, upload-length, upload-metadata, upload-offset, content-range, content-location, preference-applied, retry-after, x-total-count, link, x-sb-error-code";

/**
 * Allows only the site's own origin to read the API: the public address and, for a server on this
 * machine, its loopback names. Pages of other origins can neither read nor write: every call needs
 * the `apikey` header, which requires a CORS preflight.
 */
export function allowOwnOrigin(origin: string): MiddlewareHandler {
  const own = ownOrigins(origin);
  return async (context, next) => {
    const requestOrigin = context.req.header("origin");
    const allowed =
      requestOrigin !== undefined && own.has(requestOrigin) && API.test(context.req.path);
    if (context.req.method === "OPTIONS" && context.req.header("access-control-request-method")) {
      return new Response(null, {
        status: allowed ? 204 : 403,
        headers: {
          vary: "origin",
          ...(allowed
            ? {
                "access-control-allow-origin": requestOrigin,
                "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
                "access-control-allow-headers": ALLOWED_HEADERS,
                "access-control-max-age": "600",
              }
            : {}),
        },
      });
    }
    await next();
    if (!API.test(context.req.path)) return;
    context.res.headers.append("vary", "origin");
    if (!allowed) return;
    context.res.headers.set("access-control-allow-origin", requestOrigin);
    context.res.headers.set("access-control-expose-headers", EXPOSED_HEADERS);
  };
}

/** The origin and, when it is a loopback one, its aliases. */
export function ownOrigins(origin: string): Set<string> {
  const url = new URL(origin);
  const loopback = ["localhost", "127.0.0.1", "[::1]"];
  const names = loopback.includes(url.hostname) ? loopback : [url.hostname];
  const port = url.port ? `:${url.port}` : "";
  return new Set(names.map((name) => `${url.protocol}//${name}${port}`));
}
