import { INVALID_CREDENTIALS, TYPED_NAME_HEADER } from "../../../shared/sign-in.ts";
import { answerPost, Refusal } from "../_shared/answers.ts";
import { type Backend, createBackend } from "../_shared/backend.ts";
import type { FunctionEnvironment, FunctionHandler } from "../_shared/environment.ts";
import { openSession } from "../_shared/open-session.ts";
import { getWorkspaceAccount, listMembers } from "../_shared/workspace-account.ts";
import {
  type WorkspaceSignInRequest,
  type WorkspaceSignInResponse,
  workspaceSignInRequest,
} from "./contract.ts";

/**
 * Signs the workspace user in by email or username. Runs on the server because a browser that could
 * resolve a username to an email address would let anyone do so. Every attempt makes the same calls
 * and every failure returns the same message: an unknown identifier is tried against an account
 * that cannot exist. The owner has another sign-in and counts as unknown here.
 */
export function createHandler(env: FunctionEnvironment): FunctionHandler {
  const backend = createBackend(env);
  return (request) => answerPost(request, workspaceSignInRequest, (body) => signIn(backend, body));
}

async function signIn(
  backend: Backend,
  { identifier, password }: WorkspaceSignInRequest,
): Promise<WorkspaceSignInResponse> {
  const wanted = identifier.trim().toLowerCase();
  const members = await listMembers(backend);
  const userId = members.find((member) => member.role === "workspace")?.user_id ?? NOBODY;
  const account = await getWorkspaceAccount(backend, userId);
  const name = wanted.includes("@") ? account?.email : account?.username;
  const known = account !== null && name?.toLowerCase() === wanted;
  const digest = await digestOf(wanted);
  // A reserved domain that nobody can have (RFC 2606).
  const email = known ? account.email : `${digest.slice(0, 32)}@absent.invalid`;
  // Our own host counts attempts by this value instead of the email: a count shared by a username
  // and an email would reveal that they belong together. Supabase Auth ignores it.
  const session = await openSession(backend, email, password, { [TYPED_NAME_HEADER]: digest });
  if (!known || session?.user.id !== account.user_id) throw new Refusal(400, INVALID_CREDENTIALS);
  return { access_token: session.access_token, refresh_token: session.refresh_token };
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const NOBODY = "00000000-0000-0000-0000-000000000000";
