import type { Context } from "hono";
import { isDatabaseAway } from "../database/database-away.ts";
import type { Log } from "../log/log.ts";
import { StorageFailure, toFailure } from "./failure.ts";

/** The caller was rejected before storage was accessed. */
export class Refused extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super("Refused");
    this.response = response;
  }
}

/** The response to a failed request, in hosted Supabase's format. */
export function answerFailure(log: Log, c: Context, error: unknown): Response {
  if (error instanceof Refused) return error.response;
  // The gateway answers that, for all routes.
  if (isDatabaseAway(error)) throw error;
  const failure = toFailure(error);
  if (failure instanceof StorageFailure) {
    if (failure.code >= 500) log.error("Storage could not serve a request.", failure.cause);
    return c.json(failure.body, failure.httpStatus as 400);
  }
  // The raw path: decoded, it could contain line breaks and terminal codes.
  log.error(`Storage failed at ${c.req.method} ${new URL(c.req.url).pathname}.`, error);
  const body = { statusCode: "500", error: "InternalError", message: "Internal server error" };
  return c.json(body, 500);
}
