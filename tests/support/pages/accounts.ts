import { randomUUID } from "node:crypto";
import type { SiteKeys } from "../../../server/secrets.ts";
import { quickPasswords } from "../quick-passwords.ts";
import { type BuiltSite, owner } from "../sites/built-site.ts";
import { signIn } from "./sessions.ts";

/** The parts of a site that creating accounts requires. */
export type AccountsSite = Pick<BuiltSite, "origin" | "sql"> & { secrets(): Promise<SiteKeys> };

export interface Account {
  id: string;
  email: string;
  username: string;
  password: string;
}

/**
 * Creates an account with its own password in addition to the owner: the workspace user, replacing
 * an existing one, or a user without a role.
 */
export async function createAccount(
  site: AccountsSite,
  role: "workspace" | null,
  wanted: Partial<Omit<Account, "id">> = {},
): Promise<Account> {
  const name = `u${randomUUID().slice(0, 8)}`;
  const account = {
    email: `${name}@example.com`,
    username: name,
    password: "long enough for anyone",
    ...wanted,
  };
  if (role) await removeWorkspaceUser(site);
  const { secretKey } = await site.secrets();
  const response = await fetch(`${site.origin}/auth/v1/admin/users`, {
    method: "POST",
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      email: account.email,
      password: account.password,
      email_confirm: true,
    }),
  });
  if (!response.ok) throw new Error(`New account: ${response.status} ${await response.text()}`);
  const { id } = (await response.json()) as { id: string };
  const hash = await quickPasswords.hash(account.password);
  await site.sql`update auth.users set encrypted_password = ${hash} where id = ${id}`;
  if (role) {
    await site.sql`insert into private.members (user_id, role) values (${id}, ${role})`;
    await site.sql`insert into workspace_users (user_id, email, username)
      values (${id}, ${account.email}, ${account.username})`;
  }
  return { id, ...account };
}

/** Deletes the workspace user and all data that belong to them. */
export async function removeWorkspaceUser(site: Pick<BuiltSite, "sql">): Promise<void> {
  await site.sql`delete from auth.users where id in
    (select user_id from private.members where role = 'workspace')`;
}

/** Ends the workspace user's sessions as the owner. Returns the temporary password. */
export async function forceLogout(site: BuiltSite): Promise<string> {
  const { publishableKey } = await site.secrets();
  const { access_token } = await signIn(site, owner);
  const response = await fetch(`${site.origin}/functions/v1/workspace-user`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ action: "force-logout" }),
  });
  if (!response.ok) throw new Error(`Forced logout: ${response.status} ${await response.text()}`);
  return (await response.json()).temporaryPassword;
}
