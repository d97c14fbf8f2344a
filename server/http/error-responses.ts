import { HTTPException } from "hono/http-exception";

/**
 * Retry delay in seconds when the database is unavailable; a restart takes about as long.
 * @limit requests: pause before trying again when the database is unavailable
 */
const DATABASE_RETRY_SECONDS = 2;

/** The response of hosted Supabase's gateway for an unknown path. */
export function notFound(): Response {
  return Response.json({ message: "no Route matched with those values" }, { status: 404 });
}

/** An error of the site's own routes. */
export function siteError(status: number, message: string): Response {
  const headers = { "cache-control": "no-store" };
  return Response.json({ code: String(status), message }, { status, headers });
}

/** An error in PostgREST's shape. */
export function restError(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, details: null, hint: null, message }, { status, headers });
}

/**
 * The answer of every route while the database is unavailable, with the fields that each client
 * reads.
 */
export function databaseAway(): Response {
  const message = "The database does not answer. Please try again in a moment.";
  const body = {
    code: "PGRST001",
    message,
    msg: message,
    error: message,
    details: null,
    hint: null,
  };
  return Response.json(body, {
    status: 503,
    headers: { "retry-after": String(DATABASE_RETRY_SECONDS), "cache-control": "no-store" },
  });
}

/** An exception to throw anywhere below the gateway, which then sends this response. */
export function refusal(response: Response): HTTPException {
  return new HTTPException(response.status as 400, { res: response });
}

/** An exception to throw, with an error in GoTrue's shape. */
export function authError(
  status: number,
  errorCode: string,
  message: string,
  { headers, details }: { headers?: Record<string, string>; details?: object } = {},
): HTTPException {
  return refusal(
    Response.json(
      { code: status, error_code: errorCode, msg: message, ...details },
      { status, headers: { "x-sb-error-code": errorCode, ...headers } },
    ),
  );
}
