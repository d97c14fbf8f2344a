import type { Handler } from "hono";
import { withTimeLimit } from "../../shared/time-limit.ts";
import { requireOwner } from "../auth/require-owner.ts";
import type { ServerDeps } from "../deps.ts";
import { HEALTH_CHECK_MS } from "../limits/limits.ts";
import { FOYER_VERSION } from "../version.ts";

/**
 * 200 `{"status":"ok"}` when the database responds in time, otherwise 503. Only the signed-in owner
 * gets the version, because others could look up its known vulnerabilities.
 */
export function createHealthCheck(
  deps: Pick<ServerDeps, "database" | "origin" | "secrets">,
): Handler {
  const isOwner = (headers: Headers) => requireOwner(headers, deps, "").then(() => true);
  return async (context) => {
    const { headers } = context.req.raw;
    const ok = await inTime(deps.database.sql`select 1`.then(() => true));
    const mayKnow = ok && headers.has("authorization") && (await inTime(isOwner(headers)));
    context.header("cache-control", "no-store");
    const status = ok ? "ok" : "unavailable";
    return context.json({ status, ...(mayKnow && { version: FOYER_VERSION }) }, ok ? 200 : 503);
  };
}

/** A rejection counts as false. */
function inTime(work: Promise<boolean>): Promise<boolean> {
  const settled = work.catch(() => false);
  return withTimeLimit(settled, HEALTH_CHECK_MS, () => false);
}
