import { type AuthError, FunctionsHttpError } from "@supabase/supabase-js";
import {
  SIGN_IN_FAILED,
  type WorkspaceSignInRequest,
  workspaceSignInResponse,
} from "../../supabase/functions/workspace-sign-in/contract.ts";
import type { Area } from "../lib/area.ts";
import { BackendError, messageOf, UNKNOWN_ERROR, unwrap } from "../lib/errors.ts";
import type { Client } from "../lib/supabase.ts";
import { WRONG_ROLE } from "./texts.ts";

/** What a session is kept by. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/**
 * A new session of the area's own person, not kept anywhere yet.
 *
 * @param once a client that forgets; who it is has to be known before anything is kept, or the
 * wrong person would see the screen.
 * @param name the owner's email; the workspace user's email or username.
 * @throws {BackendError} with the text to show; its status is 0 when no answer came.
 */
export function openSession(
  area: Area,
  once: Client,
  name: string,
  password: string,
): Promise<Tokens> {
  return area === "admin" ? openOwners(once, name, password) : openGuests(once, name, password);
}

/** Ends a session that will not be kept; never fails. */
export async function dropSession(once: Client, { access_token }: Tokens): Promise<void> {
  await once.auth.admin.signOut(access_token, "local").catch(() => {});
}

/** Without a readable answer auth-js makes up a message, such as `{}`; that is no reason to show. */
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

/** Only a function may turn a username into an email address; it lets nobody else in. */
async function openGuests(once: Client, identifier: string, password: string): Promise<Tokens> {
  const body: WorkspaceSignInRequest = { identifier, password };
  const { data, error } = await once.functions.invoke("workspace-sign-in", { body });
  if (error) {
    const status = error instanceof FunctionsHttpError ? error.context.status : 0;
    throw new BackendError(SIGN_IN_FAILED, { status });
  }
  const answer = workspaceSignInResponse.safeParse(data);
  if (!answer.success) throw new BackendError(SIGN_IN_FAILED, { status: 502 });
  return answer.data;
}
