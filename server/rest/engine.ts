import { type AnyAST, App, type VarsContext } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { Kysely, sql } from "kysely";
import type postgres from "postgres";
import { MAX_ROWS } from "../../shared/limits.ts";
import { withTimeLimit } from "../../shared/time-limit.ts";
import type { Caller, Role } from "../auth/caller.ts";
import { isoTimestamp, secondsBeforeRetry } from "../database/connect.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import type { DatabaseSession } from "../database/session.ts";
import {
  DATA_API_CONNECTIONS,
  IDLE_DATABASE_CONNECTION_SECONDS,
  QUERY_STOP_MS,
  SCHEMA_LISTEN_MS,
  STATEMENT_TIMEOUT_MS,
} from "../limits/limits.ts";
import type { DatabaseUse } from "../observability/metrics.ts";
import { boundedDialect } from "./bounded-driver.ts";
import { completeQuery } from "./complete-query.ts";
import { checkQuery, type QueryAST } from "./query-rules.ts";
import { openSchemaCache, type SchemaCache, type SchemaReader } from "./schema-cache.ts";
import { toApiError } from "./sql-errors.ts";

// Lite has replaced this function by one that fails for a warning that is not a string, such as
// Node's own about listeners, and would end the server with it.
const { emitWarning } = process;
process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
  if (typeof warning === "string") Reflect.apply(emitWarning, process, [warning, ...rest]);
  else process.nextTick(() => process.emit("warning", warning));
};

/** Answers PostgREST requests under a caller's identity. */
export interface DataApiEngine {
  /**
   * The request's path starts with `/rest/v1`; its keys and tokens are ignored.
   * @param state the request's origin; its database time is added to it.
   * @throws the driver's error when the database cannot answer.
   */
  fetch(request: Request, caller: Caller, state: RequestState): Promise<Response>;
  close(): Promise<void>;
}

/** The per-request state of the engine. */
export interface RequestState {
  /** Passed to the database as the only request header it sees, apart from an insert's agent. */
  address: string;
  /** The visitor's browser; set only for inserts, where statistics need it. */
  agent?: VisitorAgent;
  /** Whether the gateway has already counted the request as a visitor's insert. */
  counted: boolean;
  /** Milliseconds for which the request has held a connection. */
  databaseTime: number;
}

/** What the `User-Agent` header says. */
export interface VisitorAgent {
  text: string;
  isBot: boolean;
}

export interface EngineOptions {
  /** The database to connect to, as a superuser: each request then assumes its caller's role. */
  url: string;
  /** Whether a transaction pooler shares connections between clients. */
  pooled: boolean;
  /** For listening to `NOTIFY pgrst`. */
  session: DatabaseSession;
  jwtSecret: string;
  /** Called after each request that got a connection. */
  onDatabaseUse?: ((use: DatabaseUse) => void) | undefined;
  /** Maximum rows of a read; hosted Supabase's default. */
  maxRows?: number;
}

/**
 * `@supabase/lite`'s Data API, adjusted where it differs from PostgREST: it grants nothing, logs no
 * rows, inserts `{}`, writes ISO timestamps and maps every error code. Its own key and token
 * handling is replaced by the caller that the gateway has identified. The schema is read again on
 * `NOTIFY pgrst, 'reload schema'`, as in PostgREST; requests use the last one meanwhile.
 */
export async function createDataApiEngine(options: EngineOptions): Promise<DataApiEngine> {
  const postgresOptions = postgresOptionsFor(options.pooled);
  const connection = createPostgresConnection({ url: options.url, postgresOptions });
  const internals = connection as unknown as Internals;
  adapt(internals);
  const callers: Callers = new WeakMap();
  const app = createApp(connection, options, callers);
  let schema: SchemaCache | null = null;
  let stopListening = () => {};
  const listening = new Promise<void>((resolve) => {
    const onNotify = (payload: string) => {
      if (payload === "" || payload === "reload schema") schema?.outdate();
    };
    const onGap = () => {
      resolve();
      schema?.outdate();
    };
    stopListening = options.session.listen("pgrst", onNotify, onGap);
  });
  // A schema read before would be outdated at once.
  await withTimeLimit(listening, SCHEMA_LISTEN_MS, () => {});
  schema = await openSchemaCache(internals, async () => internals.driver`select 1`);
  return {
    fetch: async (request, caller, state) => {
      const running: RunningRequest = {
        state,
        arrived: performance.now(),
        since: null,
        away: null,
      };
      callers.set(request, { caller, running });
      schema.refresh();
      try {
        const response = await app.fetch(request);
        if (running.away) throw running.away;
        return response;
      } finally {
        endRequest(running, options.onDatabaseUse);
      }
    },
    close: async () => {
      stopListening();
      // A query whose connection was lost may never end; the database is about to stop anyway.
      await withTimeLimit(connection.close(), QUERY_STOP_MS, () => {});
    },
  };
}

type Callers = WeakMap<Request, { caller: Caller; running: RunningRequest }>;

/** Lite with its Data API only; a request is made by its entry in `callers`. */
function createApp(connection: Connection, options: EngineOptions, callers: Callers): App {
  return new App({
    connection,
    auth: { enabled: true, jwt_secret: options.jwtSecret, enable_signup: false },
    api: {
      enabled: true,
      schemas: ["public"],
      max_rows: options.maxRows ?? MAX_ROWS,
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
            const known = callers.get(context.req.raw);
            if (!known) return null;
            const { caller, running } = known;
            const type = caller.role === "service_role" ? "secret" : "publishable";
            const claims = { ...caller.claims };
            runningRequests.set(claims, running);
            return { type, claims };
          },
        },
      },
    },
  });
}

type Connection = ReturnType<typeof createPostgresConnection>;

/**
 * A running request, by its claims: the only object of ours that the engine passes through
 * unchanged.
 */
const runningRequests = new WeakMap<object, RunningRequest>();

interface RunningRequest {
  state: RequestState;
  arrived: number;
  /** When it got its connection. */
  since: number | null;
  /** Why the database did not answer. */
  away: unknown;
}

function endRequest(
  { state, arrived, since }: RunningRequest,
  onDatabaseUse: EngineOptions["onDatabaseUse"],
) {
  if (since === null) return;
  const holdMs = performance.now() - since;
  state.databaseTime += holdMs;
  onDatabaseUse?.({ waitMs: since - arrived, holdMs });
}

function postgresOptionsFor(pooled: boolean) {
  return {
    max: DATA_API_CONNECTIONS,
    idle_timeout: IDLE_DATABASE_CONNECTION_SECONDS,
    backoff: secondsBeforeRetry,
    onnotice: () => {},
    // A pooler's next statement may reach a connection that has not prepared it.
    prepare: !pooled,
    connection: {
      application_name: "foyer-data-api",
      // Poolers refuse it; every request sets its own limit in its transaction anyway.
      ...(pooled ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS.authenticated }),
    },
    types: {
      timestamptz: { to: 1184, from: [1184], serialize: String, parse: isoTimestamp },
      timestamp: { to: 1114, from: [1114], serialize: String, parse: isoTimestamp },
    },
  };
}

/** The replaced internals of the pinned version of lite; the tests fail if one of them changes. */
interface Internals extends SchemaReader {
  driver: postgres.Sql;
  kysely: Kysely<unknown>;
  rlsState: "unknown" | "active" | "inactive";
  applyJwtSessionContext(db: Kysely<unknown>, vars: VarsContext, force: boolean): Promise<void>;
  normalizeDbError(error: unknown): unknown;
  onPostgrestAST(ast: AnyAST, vars: unknown): Promise<AnyAST>;
  withContext(vars: VarsContext, ...rest: unknown[]): Promise<unknown>;
}

function adapt(internals: Internals) {
  const { applyJwtSessionContext, driver } = internals;
  if (![applyJwtSessionContext, driver?.reserve].every((part) => typeof part === "function")) {
    throw new Error("This version of @supabase/lite is not the one Foyer was written for.");
  }
  internals.kysely = new Kysely({ dialect: boundedDialect(driver) });
  // "unknown" makes the first request GRANT ALL on every table of every schema with row security.
  internals.rlsState = "active";
  internals.applyJwtSessionContext = assumeCaller;
  internals.normalizeDbError = toApiError;
  const withContext = internals.withContext.bind(internals);
  internals.withContext = (vars, ...rest) =>
    withContext(vars, ...rest).catch((error: unknown) => {
      const running = runningOf(vars);
      if (running && isDatabaseAway(error)) running.away = error;
      throw error;
    });
  const original = internals.onPostgrestAST.bind(internals);
  internals.onPostgrestAST = async (ast, vars) => {
    const introspection = await internals.introspect({ useCache: true });
    const role = roleOf(vars as VarsContext);
    checkQuery(ast as QueryAST, role, introspection.columns);
    return completeQuery(await original(ast, vars), introspection, role);
  };
}

/** One round trip where lite takes six; the settings end with the transaction. */
async function assumeCaller(db: Kysely<unknown>, vars: VarsContext) {
  const { uid, jwt } = (vars.auth ?? {}) as {
    uid?: string | null;
    jwt?: Record<string, unknown> | null;
  };
  const role = roleOf(vars);
  const running = runningOf(vars);
  if (running) running.since ??= performance.now();
  const agent = running?.state.agent;
  const headers = running && {
    "x-forwarded-for": running.state.address,
    ...(agent && { "user-agent": agent.text }),
  };
  await sql`select set_config('role', ${role}, true),
    set_config('request.jwt.claim.sub', ${uid ?? ""}, true),
    set_config('request.jwt.claim.role', ${role}, true),
    set_config('request.jwt.claims', ${JSON.stringify(jwt ?? { role: "anon" })}, true),
    set_config('request.headers', ${JSON.stringify(headers ?? {})}, true),
    set_config('foyer.visitor_is_bot', ${agent ? (agent.isBot ? "on" : "off") : ""}, true),
    set_config('foyer.visitor_counted', ${running?.state.counted ? "on" : ""}, true),
    set_config('foyer.response_bytes', '0', true),
    set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS[role])}, true)`.execute(db);
}

function runningOf(vars: VarsContext): RunningRequest | undefined {
  const { jwt } = (vars?.auth ?? {}) as { jwt?: object | null };
  return jwt ? runningRequests.get(jwt) : undefined;
}

function roleOf(vars: VarsContext): Role {
  const { role } = (vars.auth ?? {}) as { role?: Role };
  return role ?? "anon";
}
