import type { ServerDeps } from "../deps.ts";
import { refusal, siteError } from "../http/error-responses.ts";
import { runAsCaller } from "../storage/run-as-caller.ts";
import { type Caller, requireCaller } from "./caller.ts";

/**
 * The signed-in owner.
 * @param message names the action that only the owner may perform.
 * @throws {HTTPException} 401 or 403 for anyone else.
 */
export async function requireOwner(
  headers: Headers,
  deps: Pick<ServerDeps, "database" | "origin" | "secrets">,
  message: string,
): Promise<Caller> {
  const caller = await requireCaller(headers, deps);
  const isOwner = await runAsCaller(deps.database.sql, caller, async (tx) => {
    const [row] = await tx<{ owner: boolean }[]>`select private.is_admin() as owner`;
    return row?.owner === true;
  });
  if (isOwner) return caller;
  throw refusal(siteError(403, message));
}
