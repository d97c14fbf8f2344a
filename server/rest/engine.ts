import { type Kysely, sql } from "kysely";
import { MAX_ROWS } from "../../shared/limits.ts";
import { withTimeLimit } from "../../shared/time-limit.ts";
import type { Caller } from "../auth/caller.ts";
import { isoTimestamp, secondsBeforeRetry } from "../database/connect.ts";
import { isDatabaseAway } from "../database/database-away.ts";
import type { DatabaseSession } from "../database/session.ts";
import { IDLE_DATABASE_CONNECTION_SECONDS } from "../limits/limits.ts";
import type { DatabaseUse } from "../observability/metrics.ts";
import { boundedDialect } from "./bounded-driver.ts";
import { completeQuery } from "./complete-query.ts";
import { type Claims, openLite, type QueryCaller } from "./lite.ts";
import { checkQuery, type QueryAST } from "./query-rules.ts";
import { openSchemaCache, type SchemaCache } from "./schema-cache.ts";
import { toApiError } from "./sql-errors.ts";

/**
 * Milliseconds a query may hold a connection. Hosted Supabase allows 3 seconds and 8.
 * @limit requests: a visitor's statement; 1500 milliseconds
 */
const STATEMENT_TIMEOUT_MS = { anon: 1500, authenticated: 8000, service_role: 8000 };

/**
 * Milliseconds a start waits until it is notified of schema changes, before it reads the schema.
 */
const SCHEMA_LISTEN_MS = 1000;

/**
 * Connections of the Data API.
 * @limit requests: connections of the Data API to the database [connections]
 */
const DATA_API_CONNECTIONS = 10;

/** Milliseconds running queries get to end when the Data API is closed. */
const QUERY_STOP_MS = 1000;

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
  /** Why a message is spam, by its request's headers. */
  spamReason?: string | undefined;
  /** Whether the gateway has already counted the request as a visitor's insert. */
  counted: boolean;
  /** Milliseconds for which the request has held a connection. */
  databaseTime: number;
}

/** Facts from the `User-Agent` header. */
export interface VisitorAgent {
  text: string;
  isBot: boolean;
}

export interface EngineOptions {
  /** The database to connect to, as a superuser: each request then assumes its caller's role. */
  url: string;
  /** Whether a transaction pooler shares connections between clients. */
  pooled: boolean;
  /** Session that listens to `NOTIFY pgrst`. */
  session: DatabaseSession;
  jwtSecret: string;
  /** Called after each request that got a connection. */
  onDatabaseUse?: ((use: DatabaseUse) => void) | undefined;
  /** Maximum rows of a read; hosted Supabase's default. */
  maxRows?: number;
}

/**
 * The Data API of `@supabase/lite` (`lite.ts`), adjusted where it differs from PostgREST: it grants
 * nothing, logs no rows, inserts `{}`, writes ISO timestamps and maps every error code. The caller
 * is the one that the gateway has identified. The schema is read again on
 * `NOTIFY pgrst, 'reload schema'`, as in PostgREST; requests use the last one meanwhile.
 */
export async function createDataApiEngine(options: EngineOptions): Promise<DataApiEngine> {
  const callers = new WeakMap<Request, { caller: Caller; running: RunningRequest }>();
  /** Running requests by the claims that lite passes on. */
  const runningRequests = new WeakMap<Claims, RunningRequest>();
  const runningOf = ({ claims }: QueryCaller) => claims && runningRequests.get(claims);
  const lite = openLite({
    url: options.url,
    postgresOptions: postgresOptionsFor(options.pooled),
    jwtSecret: options.jwtSecret,
    maxRows: options.maxRows ?? MAX_ROWS,
    dialect: boundedDialect,
    identify(request) {
      const known = callers.get(request);
      if (!known) return null;
      const claims = { ...known.caller.claims };
      runningRequests.set(claims, known.running);
      return { role: known.caller.role, claims };
    },
    assumeCaller(db, caller) {
      const running = runningOf(caller);
      if (running) running.since ??= performance.now();
      return assumeCaller(db, caller, running?.state);
    },
    completeQuery(ast, schema, role) {
      checkQuery(ast as QueryAST, role, schema.columns);
      return completeQuery(ast, schema, role);
    },
    toApiError,
    onFailure(error, caller) {
      const running = runningOf(caller);
      if (running && isDatabaseAway(error)) running.away = error;
    },
  });
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
  schema = await openSchemaCache(lite.schema, lite.probe);
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
        const response = await lite.fetch(request);
        if (running.away) throw running.away;
        return response;
      } finally {
        endRequest(running, options.onDatabaseUse);
      }
    },
    close: async () => {
      stopListening();
      // A query whose connection was lost may never end; the database is about to stop anyway.
      await withTimeLimit(lite.close(), QUERY_STOP_MS, () => {});
    },
  };
}

interface RunningRequest {
  state: RequestState;
  arrived: number;
  /** Time at which the request got its connection. */
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

/** One round trip where lite takes six; the settings end with the transaction. */
async function assumeCaller(
  db: Kysely<unknown>,
  { role, uid, claims }: QueryCaller,
  state: RequestState | undefined,
): Promise<void> {
  const agent = state?.agent;
  const headers = state && {
    "x-forwarded-for": state.address,
    ...(agent && { "user-agent": agent.text }),
  };
  await sql`select set_config('role', ${role}, true),
    set_config('request.jwt.claim.sub', ${uid}, true),
    set_config('request.jwt.claim.role', ${role}, true),
    set_config('request.jwt.claims', ${JSON.stringify(claims ?? { role: "anon" })}, true),
    set_config('request.headers', ${JSON.stringify(headers ?? {})}, true),
    set_config('foyer.visitor_is_bot', ${agent ? (agent.isBot ? "on" : "off") : ""}, true),
    set_config('foyer.visitor_counted', ${state?.counted ? "on" : ""}, true),
    set_config('foyer.spam_reason', ${state?.spamReason ?? ""}, true),
    set_config('foyer.response_bytes', '0', true),
    set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS[role])}, true)`.execute(db);
}
