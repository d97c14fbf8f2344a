import { type AnyAST, App, RelationNotFoundError, type VarsContext } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { type Dialect, Kysely } from "kysely";
import type postgres from "postgres";
import type { Role } from "../auth/caller.ts";

/*
 * All that the Data API takes from `@supabase/lite`; no other file here knows the package or its
 * private members. What must hold of a new version, which `tests/gateway` checks:
 * - The connection has the members of `Internals`. `introspection` is replaced only by a schema
 *   that was read to the end.
 * - The resolver of API keys decides who a request is; the object of claims it returns reaches
 *   `applyJwtSessionContext` and `withContext` unchanged.
 * - Each query runs in a transaction that calls `applyJwtSessionContext` first. A parsed query
 *   passes through `onPostgrestAST`, a database error through `normalizeDbError`.
 * - Embeds are generated in the three forms of SQL that `bounded-driver.ts` replaces.
 */

export { type AnyAST, RelationNotFoundError };

// Lite has replaced this function by one that fails for a warning that is not a string, such as
// Node's own about listeners, and would end the server with it.
const { emitWarning } = process;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (typeof warning === "string") Reflect.apply(emitWarning, process, [warning, ...rest]);
  else process.nextTick(() => process.emit("warning", warning));
};

/** The schema of the database, as lite has read it. */
export interface Introspection {
  columns: {
    schema: string;
    table: string;
    name: string;
    is_generated?: boolean;
    is_primary_key?: boolean;
  }[];
}

/** The part of lite that reads the schema. */
export interface SchemaReader {
  /** The schema that requests are answered from. */
  introspection?: Introspection | undefined;
  introspect(options: { useCache: boolean }): Promise<Introspection>;
}

/** Claims of a token; one object per request, by which it is recognized. */
export type Claims = Record<string, unknown>;

/** Who a query runs as. */
export interface QueryCaller {
  role: Role;
  uid: string;
  claims: Claims | null;
}

export interface LiteOptions {
  url: string;
  postgresOptions: postgres.Options<Record<string, postgres.PostgresType>>;
  jwtSecret: string;
  maxRows: number;
  dialect(driver: postgres.Sql): Dialect;
  /** @returns who sent the request; null refuses it. */
  identify(request: Request): { role: Role; claims: Claims } | null;
  /** Assumes the caller's identity in a query's transaction. */
  assumeCaller(db: Kysely<unknown>, caller: QueryCaller): Promise<unknown>;
  /** @returns the query to run. @throws to refuse it. */
  completeQuery(ast: AnyAST, schema: Introspection, role: Role): AnyAST;
  /** @returns a database error with the fields of a response. */
  toApiError(error: unknown): unknown;
  onFailure(error: unknown, caller: QueryCaller): void;
}

export interface Lite {
  fetch(request: Request): Promise<Response>;
  schema: SchemaReader;
  /** A query of its own. @throws the driver's error without a connection. */
  probe(): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens lite's Data API with its own handling of keys, rights and errors replaced. */
export function openLite(options: LiteOptions): Lite {
  const { url, postgresOptions } = options;
  const connection = createPostgresConnection({ url, postgresOptions });
  const internals = connection as unknown as Internals;
  adapt(internals, options);
  const app = createApp(connection, options);
  return {
    fetch: async (request) => app.fetch(request),
    schema: internals,
    probe: async () => internals.driver`select 1`,
    close: () => connection.close(),
  };
}

function createApp(connection: ReturnType<typeof createPostgresConnection>, options: LiteOptions) {
  return new App({
    connection,
    auth: { enabled: true, jwt_secret: options.jwtSecret, enable_signup: false },
    api: { enabled: true, schemas: ["public"], max_rows: options.maxRows, pg_safe_update: true },
    storage: { enabled: false },
    studio: { enabled: false },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        disableFallback: true,
        apiKeys: {
          resolver: async (_key, context) => {
            const caller = options.identify(context.req.raw);
            if (!caller) return null;
            const type = caller.role === "service_role" ? "secret" : "publishable";
            return { type, claims: caller.claims };
          },
        },
      },
    },
  });
}

interface Internals extends SchemaReader {
  driver: postgres.Sql;
  kysely: Kysely<unknown>;
  rlsState: "unknown" | "active" | "inactive";
  applyJwtSessionContext(db: Kysely<unknown>, vars: VarsContext, force: boolean): Promise<unknown>;
  normalizeDbError(error: unknown): unknown;
  onPostgrestAST(ast: AnyAST, vars: unknown): Promise<AnyAST>;
  withContext(vars: VarsContext, ...rest: unknown[]): Promise<unknown>;
}

function adapt(internals: Internals, options: LiteOptions): void {
  const { applyJwtSessionContext, driver } = internals;
  if (![applyJwtSessionContext, driver?.reserve].every((part) => typeof part === "function")) {
    throw new Error("This version of @supabase/lite is not the one Foyer was written for.");
  }
  internals.kysely = new Kysely({ dialect: options.dialect(driver) });
  // "unknown" makes the first request GRANT ALL on every table of every schema with row security.
  internals.rlsState = "active";
  internals.applyJwtSessionContext = (db, vars) => options.assumeCaller(db, callerOf(vars));
  internals.normalizeDbError = options.toApiError;
  const withContext = internals.withContext.bind(internals);
  internals.withContext = (vars, ...rest) =>
    withContext(vars, ...rest).catch((error: unknown) => {
      options.onFailure(error, callerOf(vars));
      throw error;
    });
  const original = internals.onPostgrestAST.bind(internals);
  internals.onPostgrestAST = async (ast, vars) => {
    const schema = await internals.introspect({ useCache: true });
    const { role } = callerOf(vars as VarsContext);
    return options.completeQuery(await original(ast, vars), schema, role);
  };
}

function callerOf(vars: VarsContext): QueryCaller {
  const { role, uid, jwt } = (vars?.auth ?? {}) as {
    role?: Role;
    uid?: string | null;
    jwt?: Claims | null;
  };
  return { role: role ?? "anon", uid: uid ?? "", claims: jwt ?? null };
}
