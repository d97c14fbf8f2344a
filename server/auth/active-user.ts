import type { Sql } from "../database/connect.ts";
import { authError } from "../http/error-responses.ts";
import type { Caller } from "./caller.ts";
import { getSession } from "./sessions.ts";
import { type AuthUser, getUser } from "./users.ts";

export interface ActiveUser {
  user: AuthUser;
  sessionId: string;
  /** Whether both the session and the caller's token have verified a second factor. */
  hasProvedFactor: boolean;
}

/** The caller's user and session. @throws {HTTPException} for a caller without a live session. */
export async function activeUser(sql: Sql, caller: Caller): Promise<ActiveUser> {
  const { userId, sessionId } = caller;
  if (!userId || !sessionId) {
    throw authError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const user = await getUser(sql, userId);
  if (!user) {
    throw authError(403, "user_not_found", "User from sub claim in JWT does not exist");
  }
  const session = await getSession(sql, userId, sessionId);
  if (!session) {
    throw authError(
      403,
      "session_not_found",
      "Session from session_id claim in JWT does not exist",
    );
  }
  const hasProvedFactor = session.aal === "aal2" && caller.claims.aal === "aal2";
  return { user, sessionId, hasProvedFactor };
}

/** Whether a second factor must be verified before the account may be changed. */
export function needsFactor({ user, hasProvedFactor }: ActiveUser): boolean {
  return !hasProvedFactor && hasVerifiedFactor(user);
}

export function hasVerifiedFactor({ factors = [] }: AuthUser): boolean {
  return factors.some(({ status }) => status === "verified");
}
