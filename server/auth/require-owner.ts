import type { ServerDeps } from "../deps.ts";
import { runAsCaller } from "../storage/run-as-caller.ts";
import { identifyCaller, refusalResponse } from "./caller.ts";

/**
 * The answer to a request of anyone but the signed-in owner; null for the owner's.
 * @param message what only the owner may do.
 */
export async function requireOwner(
  headers: Headers,
  deps: Pick<ServerDeps, "database" | "origin" | "secrets">,
  message: string,
): Promise<Response | null> {
  const identified = await identifyCaller(headers, deps);
  if ("refusal" in identified) return refusalResponse(identified.refusal);
  const isOwner = await runAsCaller(deps.database.sql, identified.caller, async (tx) => {
    const [row] = await tx<{ owner: boolean }[]>`select private.is_admin() as owner`;
    return row?.owner === true;
  });
  if (isOwner) return null;
  const body = { code: "403", message };
  return Response.json(body, { status: 403, headers: { "cache-control": "no-store" } });
}
