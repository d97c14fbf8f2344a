import { createClient, type SupabaseClient, type User } from "@supabase/supabase-js";
import WebSocket from "ws";
import { EmailTakenError } from "../auth/admin-users.ts";
import { PlainError } from "../plain-error.ts";
import type { Credentials, OwnerChange } from "./account.ts";

/** A Supabase project and its secret key. */
export interface Project {
  url: string;
  key: string;
}

/**
 * Sets the owner of a Supabase project that has Foyer's schema, with the secret key, and removes
 * second factors, which may be lost. Uses only the public API, so it works with every Supabase.
 */
export async function setHostedOwner(
  project: Project,
  { email, password }: Credentials,
): Promise<OwnerChange> {
  const client = clientFor(project);
  const ownerId = await ownerIdOf(client);
  const attributes = { email, password, email_confirm: true };
  if (ownerId) {
    const saved = await client.auth.admin.updateUserById(ownerId, attributes);
    if (saved.error) throw failed("The owner could not be changed", saved.error);
    const removedFactors = await removeFactors(client, saved.data.user);
    await endSessions(project, { email, password });
    return { done: "reset", removedFactors };
  }
  const created = await client.auth.admin.createUser(attributes);
  if (created.error) throw failed("The owner could not be created", created.error);
  const claimed = await client.rpc("claim_role", {
    member: created.data.user.id,
    claimed: "admin",
  });
  if (claimed.error || claimed.data !== true) {
    await client.auth.admin.deleteUser(created.data.user.id);
    throw failed(
      "The owner's role could not be assigned",
      claimed.error ?? { message: "it is taken" },
    );
  }
  return { done: "created" };
}

/** The email of the project's owner, or null. */
export async function hostedOwnerEmail(project: Project): Promise<string | null> {
  const client = clientFor(project);
  const ownerId = await ownerIdOf(client);
  if (!ownerId) return null;
  const { data, error } = await client.auth.admin.getUserById(ownerId);
  if (error) throw failed("The owner could not be read", error);
  return data.user.email ?? null;
}

async function ownerIdOf(client: SupabaseClient): Promise<string | undefined> {
  const members = await client.rpc("list_members");
  if (members.error) throw failed("The members could not be read", members.error);
  const rows = members.data as { user_id: string; role: string }[];
  return rows.find(({ role }) => role === "admin")?.user_id;
}

/** @returns the number of verified factors. */
async function removeFactors(client: SupabaseClient, user: User): Promise<number> {
  const factors = user.factors ?? [];
  for (const { id } of factors) {
    const { error } = await client.auth.admin.mfa.deleteFactor({ id, userId: user.id });
    if (error) throw failed("A second factor could not be removed", error);
  }
  return factors.filter(({ status }) => status === "verified").length;
}

/** Hosted Supabase keeps sessions after a password change, and only the user can end them all. */
async function endSessions(project: Project, credentials: Credentials) {
  const client = clientFor(project);
  const signedIn = await client.auth.signInWithPassword(credentials);
  const ended = signedIn.error ? signedIn : await client.auth.signOut({ scope: "global" });
  if (ended.error) throw failed("The earlier sessions could not be ended", ended.error);
}

/** A client with the secret key, without a stored session. */
export function clientFor({ url, key }: Project): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // Node 20 has no built-in WebSocket, and createClient requires one.
    realtime: { transport: WebSocket as never },
  });
}

/** The error for a call that the project refused, for example because of a wrong key. */
function failed(what: string, error: { message: string; code?: string | undefined }): Error {
  if (error.code === "email_exists") return new EmailTakenError();
  return new PlainError(`${what}: ${error.message}`);
}
