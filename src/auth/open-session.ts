import { type AuthError, FunctionsHttpError } from "@supabase/supabase-js";
import { INVALID_CREDENTIALS } from "../../shared/sign-in.ts";
import {
  type WorkspaceSignInRequest,
  workspaceSignInResponse,
} from "../../supabase/functions/workspace-sign-in/contract.ts";
import type { Area } from "../lib/area.ts";
import { BackendError, messageOf, UNKNOWN_ERROR, unwrap } from "../lib/errors.ts";
import type { Client } from "../lib/supabase.ts";
import { WRONG_ROLE } from "./texts.ts";

/** The tokens of a session. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/**
 * Opens a session for the area's user without storing it.
 *
 * @param once a client that stores nothing; the role must be verified before anything is stored, or
 *   the wrong user would see the screen.
 * @param name the owner's email; the workspace user's email or username.
 * @throws {BackendError} with the text to show; its status is 0 when there was no response.
 */
export function openSession(
  area: Area,
  once: Client,
  name: string,
  password: string,
): Promise<Tokens> {
  return area === "admin" ? openOwners(once, name, password) : openGuests(once, name, password);
}

/** Ends a session that was not stored; never fails. */
export async function dropSession(once: Client, { access_token }: Tokens): Promise<void> {
  await once.auth.admin.signOut(access_token, "local").catch(() => {});
}

/** Without a readable response auth-js makes up a message such as `{}`, which must not be shown. */
export function refusalOf(error: AuthError): BackendError {
  const { status = 0, name } = error;
  const said = name !== "AuthUnknownError" && error.message !== "{}";
  return new BackendError(said ? messageOf(error) : UNKNOWN_ERROR, { status });
}

async function openOwners(once: Client, email: string, password: string): Promise<Tokens> {
  const { data, error } = await once.auth.signInWithPassword({ email, password });
  if (error) throw refusalOf(error);
  if (!data.session) throw new BackendError(UNKNOWN_ERROR);
  try {
    if ((await once.rpc("own_role").then(unwrap)) !== "admin") {
      throw new BackendError(WRONG_ROLE.admin, { status: 403 });
    }
  } catch (failure) {
    await dropSession(once, data.session);
    throw failure;
  }
  return data.session;
}

/** Only the edge function maps a username to an email; it admits only the workspace user. */
async function openGuests(once: Client, identifier: string, password: string): Promise<Tokens> {
  const body: WorkspaceSignInRequest = { identifier, password };
  const { data, error } = await once.functions.invoke("workspace-sign-in", { body });
  if (error) {
    const status = error instanceof FunctionsHttpError ? error.context.status : 0;
    throw new BackendError(INVALID_CREDENTIALS, { status });
  }
  const answer = workspaceSignInResponse.safeParse(data);
  if (!answer.success) throw new BackendError(INVALID_CREDENTIALS, { status: 502 });
  return answer.data;
}
