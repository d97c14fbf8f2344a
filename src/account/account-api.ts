import type { UserAttributes } from "@supabase/supabase-js";
import type { Database } from "../../shared/database.types.ts";
import type { ChangeEmailRequest } from "../../supabase/functions/change-email/contract.ts";
import { authFailure } from "../auth/auth-failure.ts";
import type { Area } from "../lib/area.ts";
import { BackendError, unwrap } from "../lib/errors.ts";
import { functionRefusal } from "../lib/function-refusal.ts";
import { readClientConfig } from "../lib/site-config.ts";
import { getClient } from "../lib/supabase.ts";

type Rows<Name extends "list_own_sessions" | "list_own_sign_ins"> =
  Database["public"]["Functions"][Name]["Returns"];

export type OwnSession = Rows<"list_own_sessions">[number];
export type SignIn = Rows<"list_own_sign_ins">[number];

/** Ends all other sessions of the account. */
export async function changePassword(
  area: Area,
  { current, next }: { current: string; next: string },
): Promise<void> {
  await updateUser(area, { current_password: current, password: next });
}

/**
 * Changes the email at once. Supabase Auth would first mail links to both addresses, so a function
 * with the secret key changes it.
 */
export async function changeEmail(
  area: Area,
  { current, email }: { current: string; email: string },
): Promise<void> {
  if (readClientConfig().embedded) {
    await updateUser(area, { current_password: current, email });
    return;
  }
  const body: ChangeEmailRequest = { email, password: current };
  const { auth, functions } = getClient(area);
  const { error } = await functions.invoke("change-email", { body });
  if (error) throw await functionRefusal(error, "Could not change the email. Try again.");
  // The refresh updates the stored user, which has the previous email.
  await auth.refreshSession();
}

/** The account's sessions, the current one first, with their durations. */
export async function listSessions(area: Area) {
  const client = getClient(area);
  const [sessions, [limits]] = await Promise.all([
    client.rpc("list_own_sessions").then(unwrap),
    client.rpc("session_limits").then(unwrap),
  ]);
  return { sessions, limits };
}

/**
 * Ends one session, or all but the current one. Succeeds also when a session has ended already.
 * @param id undefined for all.
 */
export async function endSessions(
  area: Area,
  { password, id }: { password: string; id: string | undefined },
): Promise<void> {
  const args = { password, ...(id && { session_id: id }) };
  const outcome = await getClient(area).rpc("end_own_sessions", args).then(unwrap);
  if (outcome === "limited") {
    throw new BackendError("Too many attempts. Try again in an hour.", { status: 429 });
  }
  if (outcome !== "ended") {
    const code = "current_password_invalid";
    throw new BackendError("Your current password is incorrect.", { code, status: 400 });
  }
}

/** Lists the account's sign-ins, newest first. */
export async function listSignIns(area: Area): Promise<SignIn[]> {
  return getClient(area).rpc("list_own_sign_ins").then(unwrap);
}

async function updateUser(area: Area, attributes: UserAttributes): Promise<void> {
  const { error } = await getClient(area).auth.updateUser(attributes);
  if (error) throw authFailure(error);
}
