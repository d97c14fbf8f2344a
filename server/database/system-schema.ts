import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PlainError } from "../plain-error.ts";
import { projectRoot } from "../project-root.ts";
import type { Sql } from "./connect.ts";

/** Thrown when this host cannot use the database. */
export class UnsuitableDatabaseError extends PlainError {
  override name = "UnsuitableDatabaseError";
}

const systemFolder = join(projectRoot, "supabase", "system");

/** PostgreSQL 15, in the format of `server_version_num`. */
const OLDEST_VERSION = 150_000;

/**
 * Brings a bare PostgreSQL to the initial state of a hosted Supabase: its roles, grants and `auth`
 * and `storage` schemas, so that the same migrations apply to both. Safe to run at every start;
 * takes a single query when nothing has changed.
 * @throws {UnsuitableDatabaseError} for too old a server, a hosted Supabase, or missing rights.
 */
export async function ensureSystemSchema(sql: Sql): Promise<void> {
  const found = await inspectDatabase(sql);
  refuseUnsuitable(found);
  const statements = await readStatements();
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

let statements: Promise<string[]> | undefined;

/** Reads the files once, as `readSchema` does, for the databases that a running server opens. */
function readStatements(): Promise<string[]> {
  statements ??= readdir(systemFolder).then((files) =>
    Promise.all(files.sort().map((file) => readFile(join(systemFolder, file), "utf8"))),
  );
  return statements;
}

interface Found {
  version: string;
  number: number;
  hosted: boolean;
  user: string;
  /** Hash of the statements that last ran here. */
  mark: string | null;
  /** Number of the three roles that exist. */
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
