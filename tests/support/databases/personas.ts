import type { Sql } from "../../../server/database/connect.ts";

/** A transaction of postgres.js. */
export type Tx = Parameters<Parameters<Sql["begin"]>[1]>[0];

/** The callers. The two signed-out ones have an unexpired token whose session was deleted. */
export type Persona =
  | "anonymous"
  | "signed in, no role"
  | "workspace user"
  | "owner"
  | "workspace user, signed out"
  | "owner, signed out";

export const personas: readonly Persona[] = [
  "anonymous",
  "signed in, no role",
  "workspace user",
  "owner",
  "workspace user, signed out",
  "owner, signed out",
];

export const userIds = {
  owner: "00000000-0000-4000-8000-00000000000a",
  workspace: "00000000-0000-4000-8000-00000000000b",
  stranger: "00000000-0000-4000-8000-00000000000c",
} as const;

const sessionIds = {
  owner: "10000000-0000-4000-8000-00000000000a",
  workspace: "10000000-0000-4000-8000-00000000000b",
  stranger: "10000000-0000-4000-8000-00000000000c",
  deleted: "10000000-0000-4000-8000-00000000000d",
} as const;

/** The user and session in each persona's token; null for anonymous. */
const identities: Record<Persona, { user: keyof typeof userIds; session: string } | null> = {
  anonymous: null,
  "signed in, no role": { user: "stranger", session: sessionIds.stranger },
  "workspace user": { user: "workspace", session: sessionIds.workspace },
  owner: { user: "owner", session: sessionIds.owner },
  "workspace user, signed out": { user: "workspace", session: sessionIds.deleted },
  "owner, signed out": { user: "owner", session: sessionIds.deleted },
};

/** Three users with live sessions; two of them have roles. */
export async function createPersonas(sql: Sql | Tx): Promise<void> {
  for (const [name, id] of Object.entries(userIds)) {
    await sql`insert into auth.users (id, email) values (${id}, ${`${name}@example.org`})`;
  }
  for (const name of ["owner", "workspace", "stranger"] as const) {
    await sql`insert into auth.sessions (id, user_id) values (${sessionIds[name]}, ${userIds[name]})`;
  }
  await sql`insert into private.members (user_id, role)
    values (${userIds.owner}, 'admin'), (${userIds.workspace}, 'workspace')`;
}

/** The user id of a persona; null for anonymous. */
export function idOf(persona: Persona): string | null {
  const identity = identities[persona];
  return identity ? userIds[identity.user] : null;
}

/**
 * The claims of a persona's token. Its user-editable metadata claims all roles, which must have no
 * effect.
 */
export function claimsOf(persona: Persona): Record<string, unknown> {
  const identity = identities[persona];
  if (!identity) return { role: "anon" };
  return {
    role: "authenticated",
    sub: userIds[identity.user],
    session_id: identity.session,
    app_metadata: { role: "admin" },
    user_metadata: { role: "admin" },
  };
}

/** Makes the rest of this transaction run as this persona. */
export async function become(tx: Tx, persona: Persona): Promise<void> {
  const claims = claimsOf(persona);
  await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    set_config('request.jwt.claim.sub', ${String(claims.sub ?? "")}, true),
    set_config('role', ${String(claims.role)}, true)`;
}

/** Switches to the secret key's role: no claims, bypasses policies, but not a superuser. */
export async function becomeService(tx: Tx): Promise<void> {
  await tx`select set_config('request.jwt.claims', '{"role":"service_role"}', true),
    set_config('request.jwt.claim.sub', '', true), set_config('role', 'service_role', true)`;
}

/** Switches back to the superuser. */
export async function becomeSuperuser(tx: Tx): Promise<void> {
  await tx`select set_config('request.jwt.claims', '', true),
    set_config('request.jwt.claim.sub', '', true), set_config('role', 'none', true)`;
}
