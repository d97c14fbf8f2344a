import { createHash } from "node:crypto";
import { PlainError } from "../plain-error.ts";
import type { Sql } from "./connect.ts";

/** Thrown when this host cannot use the database. */
export class UnsuitableDatabaseError extends PlainError {
  override name = "UnsuitableDatabaseError";
}

/** PostgreSQL 15, in the format of `server_version_num`. */
const OLDEST_VERSION = 150_000;

/**
 * Brings a bare PostgreSQL to the initial state of a hosted Supabase: its roles, grants and `auth`
 * and `storage` schemas, so that the same migrations apply to both. Safe to run at every start; a
 * single query when there is nothing to do.
 * @throws {UnsuitableDatabaseError} for too old a server, a hosted Supabase, or missing rights.
 */
export async function ensureSystemSchema(sql: Sql): Promise<void> {
  const found = await inspectDatabase(sql);
  refuseUnsuitable(found);
  // Imported here, so that a server can start its database while this module loads.
  const { getAuthSchemaSql, getStorageSchemaSql } = await import("@supabase/lite");
  const statements = [rolesSql, getAuthSchemaSql(), factorsSql, getStorageSchemaSql(), helpersSql];
  // The mark includes the current user: default privileges apply to the tables of one user.
  const mark = createHash("sha256")
    .update([found.user, ...statements].join("\0"))
    .digest("hex");
  // Roles belong to the cluster: a restored database may have the mark but lack the roles.
  if (found.mark === mark && found.roles === 3) return;
  try {
    await sql.begin(async (tx) => {
      // Two processes creating the same role or schema at once would conflict.
      await tx`select pg_advisory_xact_lock(7031990)`;
      for (const statement of statements) await tx.unsafe(statement);
      await tx.unsafe(`comment on schema auth is '${mark}'`);
    });
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    throw new UnsuitableDatabaseError(
      `DATABASE_URL's user may not create roles and schemas (${(error as Error).message}). Use a superuser of that database.`,
      { cause: error },
    );
  }
}

interface Found {
  version: string;
  number: number;
  hosted: boolean;
  user: string;
  /** Hash of the statements that last ran here. */
  mark: string | null;
  /** How many of the three roles exist. */
  roles: number;
}

async function inspectDatabase(sql: Sql): Promise<Found> {
  const [row] = await sql<Found[]>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as number,
      exists (select from pg_roles where rolname = 'supabase_auth_admin') as hosted,
      current_user::text as user,
      obj_description(to_regnamespace('auth'), 'pg_namespace') as mark,
      (select count(*) from pg_roles
        where rolname in ('anon', 'authenticated', 'service_role'))::int as roles`;
  if (!row) throw new UnsuitableDatabaseError("Could not read the PostgreSQL version.");
  return row;
}

function refuseUnsuitable(row: Found) {
  if (row.number < OLDEST_VERSION) {
    throw new UnsuitableDatabaseError(
      `DATABASE_URL is PostgreSQL ${row.version}; Foyer needs 15 or later.`,
    );
  }
  if (row.hosted) {
    throw new UnsuitableDatabaseError(
      "DATABASE_URL is a Supabase project's database, which has its own gateway. Build with VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY instead (docs/deploy.md).",
    );
  }
}

const rolesSql = `
do $roles$ begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls; end if;
end $roles$;
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists extensions;
grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;
-- As on hosted Supabase: rows are guarded by policies, tables by these defaults.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`;

/**
 * GoTrue's tables of second factors, which @supabase/lite lacks. `last_totp_step` is our own: the
 * time step of the last accepted code, so that a code works once.
 */
const factorsSql = `
create table if not exists auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp')),
  status text not null check (status in ('unverified', 'verified')),
  -- Encrypted with a key derived from the site's.
  secret text,
  last_challenged_at timestamptz,
  last_totp_step bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create index if not exists mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);
create index if not exists mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create table if not exists auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);
`;

/**
 * The helpers that policies call, with hosted Supabase's definitions: they read the claim both as a
 * single setting and from the JSON, and the wrapped (select auth.uid()) stays cheap.
 */
const helpersSql = `
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role') $$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email') $$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;
grant execute on all functions in schema auth to anon, authenticated, service_role;
grant execute on all functions in schema storage to anon, authenticated, service_role;
grant all on all tables in schema auth to service_role;
grant select, insert, update, delete on storage.objects to anon, authenticated, service_role;
grant select on storage.buckets to anon, authenticated;
grant all on storage.buckets to service_role;
`;
