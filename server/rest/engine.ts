import { setTimeout as delay } from "node:timers/promises";
import { type AnyAST, App, type VarsContext } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { type Kysely, sql } from "kysely";
import { isoTimestamp, type Sql, secondsBeforeRetry } from "../database/connect.ts";
import type { Caller } from "../keys.ts";
import { toApiError } from "./sql-errors.ts";

/** Answers PostgREST requests under a caller's identity. */
export interface DataApiEngine {
  /** The request's path starts with `/rest/v1`; whatever it says about keys and tokens is ignored. */
  fetch(request: Request, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** The database to connect to, as a superuser: each request then takes its caller's role. */
  url: string;
  /** For listening to `NOTIFY pgrst`. */
  sql: Sql;
  jwtSecret: string;
  /** Rows a read returns at most; hosted Supabase's default. */
  maxRows?: number;
}

/**
 * `@supabase/lite`'s Data API, with what it does differently from PostgREST put right: it grants
 * nothing, prints no rows, inserts `{}`, writes ISO timestamps and maps every error code.
 * Its own key and token handling is replaced by the caller the gateway has identified.
 * The schema it has learned is forgotten on `NOTIFY pgrst, 'reload schema'`, as in PostgREST.
 */
export async function createDataApiEngine(options: EngineOptions): Promise<DataApiEngine> {
  const connection = createPostgresConnection({ url: options.url, postgresOptions });
  adapt(connection as unknown as Internals);
  const callers = new WeakMap<Request, Caller>();
  const app = new App({
    connection,
    auth: { enabled: true, jwt_secret: options.jwtSecret, enable_signup: false },
    api: {
      enabled: true,
      schemas: ["public"],
      max_rows: options.maxRows ?? 1000,
      pg_safe_update: true,
    },
    storage: { enabled: false },
    studio: { enabled: false },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        disableFallback: true,
        apiKeys: {
          resolver: async (_key, context) => {
            const caller = callers.get(context.req.raw);
            if (!caller) return null;
            const type = caller.role === "service_role" ? "secret" : "publishable";
            return { type, claims: caller.claims };
          },
        },
      },
    },
  });
  await connection.introspect({ useCache: true });
  const listening = await options.sql.listen("pgrst", (payload) => {
    if (payload === "" || payload === "reload schema") void connection.clearSchemaCache();
  });
  return {
    fetch: (request, caller) => {
      callers.set(request, caller);
      return app.fetch(request);
    },
    close: async () => {
      // The connection it listens on may be gone already.
      await listening.unlisten().catch(() => {});
      // A query whose connection was lost may never end; the database is about to be stopped anyway.
      const late = delay(CLOSE_LIMIT_MS, undefined);
      await Promise.race([connection.close(), late]);
    },
  };
}

/** How long running queries may take to end when the server stops; requests had their time before. */
const CLOSE_LIMIT_MS = 3000;

const postgresOptions = {
  max: 10,
  idle_timeout: 60,
  backoff: secondsBeforeRetry,
  onnotice: () => {},
  connection: {
    application_name: "foyer-data-api",
    // A visitor's query may not hold a connection for longer; hosted Supabase gives 3 to 8 seconds.
    statement_timeout: 8000,
  },
  types: {
    timestamptz: { to: 1184, from: [1184], serialize: String, parse: isoTimestamp },
    timestamp: { to: 1114, from: [1114], serialize: String, parse: isoTimestamp },
  },
};

/** What is replaced inside the pinned version of lite; its tests would notice a change of any of them. */
interface Internals {
  rlsState: "unknown" | "active" | "inactive";
  applyJwtSessionContext(db: Kysely<unknown>, vars: VarsContext, force: boolean): Promise<void>;
  normalizeDbError(error: unknown): unknown;
  onPostgrestAST(ast: AnyAST, vars: unknown): Promise<AnyAST>;
  introspect(options: { useCache: boolean }): Promise<Introspection>;
}

interface Introspection {
  columns: { schema: string; table: string; name: string; is_generated?: boolean }[];
}

function adapt(internals: Internals) {
  if (typeof internals.applyJwtSessionContext !== "function" || !("rlsState" in internals)) {
    throw new Error("This version of @supabase/lite is not the one Foyer was written for.");
  }
  // "unknown" makes the first request GRANT ALL on every table of every schema with row security.
  internals.rlsState = "active";
  internals.applyJwtSessionContext = takeIdentity;
  internals.normalizeDbError = toApiError;
  const original = internals.onPostgrestAST.bind(internals);
  internals.onPostgrestAST = async (ast, vars) =>
    completeRows(await original(ast, vars), await internals.introspect({ useCache: true }));
}

/** One round trip where lite takes six; the settings end with the transaction. */
async function takeIdentity(db: Kysely<unknown>, vars: VarsContext) {
  const { role, uid, jwt } = (vars.auth ?? {}) as {
    role?: string;
    uid?: string | null;
    jwt?: Record<string, unknown> | null;
  };
  await sql`select set_config('role', ${role ?? "anon"}, true),
    set_config('request.jwt.claim.sub', ${uid ?? ""}, true),
    set_config('request.jwt.claim.role', ${role ?? "anon"}, true),
    set_config('request.jwt.claims', ${JSON.stringify(jwt ?? { role: "anon" })}, true)`.execute(db);
}

/**
 * Names every column an insert is about, as PostgREST does: a column listed in `?columns=` but
 * absent from a row is null, or its default with `Prefer: missing=default`; a row without any
 * column, `insert({})`, is a row of defaults.
 */
function completeRows(ast: AnyAST, introspection: Introspection): AnyAST {
  const insert = ast as InsertAST;
  if (insert.type !== "insert" && insert.type !== "upsert") return ast;
  const rows = Array.isArray(insert.values) ? insert.values : [insert.values];
  if (rows.length === 0 || !rows.every(isRow)) return ast;
  const { columns: listed, missing } = insert.$meta ?? {};
  const absent = missing === "default" ? sql`default` : null;
  if (listed?.length) {
    const blank = Object.fromEntries(listed.map((name) => [name, absent]));
    insert.values = rows.map((row) => ({ ...blank, ...row }));
    return ast;
  }
  const any = introspection.columns.find(
    ({ schema, table, is_generated: generated }) =>
      table === insert.from && schema === (insert.schema ?? "public") && generated !== true,
  );
  if (any && rows.every((row) => Object.keys(row).length === 0)) {
    insert.values = rows.map(() => ({ [any.name]: sql`default` }));
  }
  return ast;
}

interface InsertAST {
  type: string;
  from?: string;
  schema?: string;
  values?: unknown;
  $meta?: { columns?: string[]; missing?: string };
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
