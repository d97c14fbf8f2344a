import { type AuthError, FunctionsHttpError, type Session } from "@supabase/supabase-js";
import { INVALID_CREDENTIALS } from "../../shared/sign-in.ts";
import {
  type WorkspaceSignInRequest,
  workspaceSignInResponse,
} from "../../supabase/functions/workspace-sign-in/contract.ts";
import type { Area } from "../lib/area.ts";
import { BackendError, messageOf, UNKNOWN_ERROR, unwrap } from "../lib/errors.ts";
import type { Client } from "../lib/supabase.ts";
import type { NamedFactor } from "./factor-select.tsx";
import { WRONG_ROLE } from "./texts.ts";

/** A session that is not stored yet. */
export interface OpenedSession {
  session: Session;
  /** The account's verified second factors. With any, a session has no rights before a code. */
  factors: NamedFactor[];
}

/**
 * Opens a session for the area's user without storing it. For an account with a second factor, the
 * role is verified after the code, because the backend requires the code first.
 * ¶
 * @param once a client that stores nothing, because the role must be verified before anything is
 * stored; otherwise the wrong user would see the screen.
 * @param name the owner's email; the workspace user's email or username.
 * @throws {BackendError} with the text to show; its status is 0 when there was no response.
 */
export async function openSession(
  area: Area,
  once: Client,
  name: string,
  password: string,
): Promise<OpenedSession> {
  const session = await (area === "admin" ? openOwners : openGuests)(once, name, password);
  const factors = (session.user.factors ?? []).filter(({ status }) => status === "verified");
  // The function itself admits only the workspace user.
  if (area === "admin" && factors.length === 0) await requireRole(area, once, session);
  return {
    session,
    factors: factors.map(({ id, friendly_name }) => ({ id, name: friendly_name ?? "" })),
  };
}

/** @throws {BackendError} after ending the session, when it belongs to somebody else. */
export async function requireRole(area: Area, once: Client, session: Session): Promise<void> {
  try {
    if ((await once.rpc("own_role").then(unwrap)) === area) return;
    throw new BackendError(WRONG_ROLE[area], { status: 403 });
  } catch (failure) {
    await dropSession(once, session);
    throw failure;
  }
}

/** Ends a session that was not stored; never fails. */
export async function dropSession(
  once: Client,
  { access_token }: Pick<Session, "access_token">,
): Promise<void> {
  await once.auth.admin.signOut(access_token, "local").catch(() => {});
}

/** Without a readable response auth-js makes up a message such as `{}`, which must not be shown. */
export function refusalOf(error: AuthError): BackendError {
  const { status = 0, name } = error;
  const said = name !== "AuthUnknownError" && error.message !== "{}";
  return new BackendError(said ? messageOf(error) : UNKNOWN_ERROR, { status });
}

async function openOwners(once: Client, email: string, password: string): Promise<Session> {
  const { data, error } = await once.auth.signInWithPassword({ email, password });
  if (error) throw refusalOf(error);
  if (!data.session) throw new BackendError(UNKNOWN_ERROR);
  return data.session;
}

/** Only the edge function maps a username to an email; it admits only the workspace user. */
async function openGuests(once: Client, identifier: string, password: string): Promise<Session> {
  const body: WorkspaceSignInRequest = { identifier, password };
  const { data, error } = await once.functions.invoke("workspace-sign-in", { body });
  if (error) {
    const status = error instanceof FunctionsHttpError ? error.context.status : 0;
    throw new BackendError(INVALID_CREDENTIALS, { status });
  }
  const answer = workspaceSignInResponse.safeParse(data);
  if (!answer.success) throw new BackendError(INVALID_CREDENTIALS, { status: 502 });
  // On Supabase, the refresh also records this browser in the sign-in log.
  const refreshed = await once.auth.refreshSession(answer.data);
  if (refreshed.error) throw refusalOf(refreshed.error);
  if (!refreshed.data.session) throw new BackendError(UNKNOWN_ERROR);
  return refreshed.data.session;
}
