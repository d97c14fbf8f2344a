import type { Sql } from "../database/connect.ts";

/** A user in GoTrue's format; never contains the password hash or a token. */
export interface AuthUser {
  id: string;
  aud: string;
  role: string;
  email: string;
  phone: string;
  email_confirmed_at?: string;
  confirmed_at?: string;
  last_sign_in_at?: string;
  banned_until?: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  identities: AuthIdentity[];
  created_at: string;
  updated_at: string;
  is_anonymous: false;
}

interface AuthIdentity {
  identity_id: string;
  id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  email?: string;
}

export interface UserRow {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  phone: string | null;
  email_confirmed_at: string | null;
  confirmed_at: string | null;
  last_sign_in_at: string | null;
  banned_until: string | null;
  raw_app_meta_data: Record<string, unknown> | null;
  raw_user_meta_data: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  identities: AuthIdentity[];
}

/** The pool or one of its transactions. */
export type Queries = Sql | Parameters<Parameters<Sql["begin"]>[1]>[0];

/** The user, or null when there is none or it is deleted. */
export async function getUser(sql: Queries, id: string): Promise<AuthUser | null> {
  const [row] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users as u where u.id = ${id} and u.deleted_at is null`;
  return row ? toAuthUser(row) : null;
}

/** The columns {@link toAuthUser} needs, of a table or row named `u`. */
export function userColumns(sql: Queries) {
  return sql`u.id, u.aud, u.role, u.email, u.phone, u.email_confirmed_at, u.confirmed_at,
    u.last_sign_in_at, u.banned_until, u.raw_app_meta_data, u.raw_user_meta_data, u.created_at,
    u.updated_at, coalesce((
      select jsonb_agg(jsonb_build_object(
        'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
        'identity_data', i.identity_data, 'provider', i.provider,
        'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
        'updated_at', i.updated_at, 'email', i.email) order by i.created_at)
      from auth.identities as i where i.user_id = u.id), '[]') as identities`;
}

export function toAuthUser(row: UserRow): AuthUser {
  return {
    id: row.id,
    aud: row.aud || "authenticated",
    role: row.role || "authenticated",
    email: row.email ?? "",
    phone: row.phone ?? "",
    ...(row.email_confirmed_at ? { email_confirmed_at: toUtcSuffix(row.email_confirmed_at) } : {}),
    ...(row.confirmed_at ? { confirmed_at: toUtcSuffix(row.confirmed_at) } : {}),
    ...(row.last_sign_in_at ? { last_sign_in_at: toUtcSuffix(row.last_sign_in_at) } : {}),
    ...(row.banned_until ? { banned_until: toUtcSuffix(row.banned_until) } : {}),
    app_metadata: row.raw_app_meta_data ?? {},
    user_metadata: row.raw_user_meta_data ?? {},
    identities: row.identities.map((identity) => ({
      ...identity,
      last_sign_in_at: identity.last_sign_in_at && toUtcSuffix(identity.last_sign_in_at),
      created_at: toUtcSuffix(identity.created_at),
      updated_at: toUtcSuffix(identity.updated_at),
    })),
    created_at: toUtcSuffix(row.created_at),
    updated_at: toUtcSuffix(row.updated_at),
    is_anonymous: false,
  };
}

/** GoTrue writes `…Z` where PostgreSQL writes `…+00:00`. */
function toUtcSuffix(timestamp: string): string {
  return timestamp.replace(/\+00:00$/, "Z");
}
