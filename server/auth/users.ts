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
  /** Absent if there are none, as in GoTrue. */
  factors?: AuthFactor[];
  created_at: string;
  updated_at: string;
  is_anonymous: false;
}

/** A second factor; never contains its secret. */
export interface AuthFactor {
  id: string;
  friendly_name: string | null;
  factor_type: "totp";
  status: "unverified" | "verified";
  created_at: string;
  updated_at: string;
  last_challenged_at: string | null;
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
  factors: AuthFactor[];
}

/** The pool, or a transaction on it. */
export type Queries = Sql | Parameters<Parameters<Sql["begin"]>[1]>[0];

/** The user; null if it does not exist or is deleted. */
export async function getUser(sql: Queries, id: string): Promise<AuthUser | null> {
  const row = await getUserRow(sql, id);
  return row ? toAuthUser(row) : null;
}

export async function getUserRow(sql: Queries, id: string): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users as u where u.id = ${id} and u.deleted_at is null`;
  return row ?? null;
}

/** The columns that {@link toAuthUser} needs, from a table or row named `u`. */
export function userColumns(sql: Queries) {
  return sql`u.id, u.aud, u.role, u.email, u.phone, u.email_confirmed_at, u.confirmed_at,
    u.last_sign_in_at, u.banned_until, u.raw_app_meta_data, u.raw_user_meta_data, u.created_at,
    u.updated_at, coalesce((
      select jsonb_agg(jsonb_build_object(
        'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
        'identity_data', i.identity_data, 'provider', i.provider,
        'last_sign_in_at', i.last_sign_in_at, 'created_at', i.created_at,
        'updated_at', i.updated_at, 'email', i.email) order by i.created_at)
      from auth.identities as i where i.user_id = u.id), '[]') as identities, coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
        'status', f.status, 'created_at', f.created_at, 'updated_at', f.updated_at,
        'last_challenged_at', f.last_challenged_at) order by f.created_at)
      from auth.mfa_factors as f where f.user_id = u.id), '[]') as factors`;
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
    ...(row.factors.length > 0 ? { factors: row.factors.map(toAuthFactor) } : {}),
    created_at: toUtcSuffix(row.created_at),
    updated_at: toUtcSuffix(row.updated_at),
    is_anonymous: false,
  };
}

function toAuthFactor(factor: AuthFactor): AuthFactor {
  return {
    ...factor,
    created_at: toUtcSuffix(factor.created_at),
    updated_at: toUtcSuffix(factor.updated_at),
    last_challenged_at: factor.last_challenged_at && toUtcSuffix(factor.last_challenged_at),
  };
}

/** GoTrue writes `…Z` where PostgreSQL writes `…+00:00`. */
function toUtcSuffix(timestamp: string): string {
  return timestamp.replace(/\+00:00$/, "Z");
}
