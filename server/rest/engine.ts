import postgres from "postgres";
import { MAX_ROWS } from "../../shared/limits.ts";
import { withTimeLimit } from "../../shared/time-limit.ts";
import type { Caller } from "../auth/caller.ts";
import { type Sql, secondsBeforeRetry } from "../database/connect.ts";
import type { DatabaseSession } from "../database/session.ts";
import { IDLE_DATABASE_CONNECTION_SECONDS } from "../limits/limits.ts";
import type { DatabaseUse } from "../observability/metrics.ts";
import { requireSingle, toErrorResponse, toResponse } from "./answer.ts";
import { toApiError } from "./database-error.ts";
import { planRequest, type RestRequest } from "./plan.ts";
import { createRunner, type Settings } from "./run-statement.ts";
import { readSchema } from "./schema.ts";
import { openSchemaCache } from "./schema-cache.ts";

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

/** Milliseconds that running queries may take to end when the Data API is closed. */
const QUERY_STOP_MS = 1000;

/** Answers PostgREST requests under a caller's identity. */
export interface DataApiEngine {
  /**
   * @param state the request's origin; its database time is added to it.
   * @throws the driver's error when the database cannot answer.
   */
  fetch(request: RestRequest, caller: Caller, state: RequestState): Promise<Response>;
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

/** Value of the `User-Agent` header. */
export interface VisitorAgent {
  text: string;
  isBot: boolean;
}

export interface EngineOptions {
  /** The database to connect to, as a superuser: each request then assumes its caller's role. */
  url: string;
  /** Whether a transaction pooler shares connections between clients. */
  pooled: boolean;
  /** The connection that listens to `NOTIFY pgrst`. */
  session: DatabaseSession;
  /** Called after each request that got a connection. */
  onDatabaseUse?: ((use: DatabaseUse) => void) | undefined;
  /** Maximum rows of a read; hosted Supabase's default. */
  maxRows?: number;
}

/**
 * PostgREST's API on postgres.js: a request becomes a statement (`plan.ts`), which runs as the
 * caller in one transaction (`run-statement.ts`), and PostgreSQL makes the JSON. The schema is read
 * again on `NOTIFY pgrst, 'reload schema'`, as in PostgREST; requests use the old one meanwhile.
 */
export async function createDataApiEngine(options: EngineOptions): Promise<DataApiEngine> {
  const sql = postgres(options.url, postgresOptionsFor(options.pooled)) as unknown as Sql;
  const runner = createRunner(sql, !options.pooled);
  const { maxRows = MAX_ROWS, onDatabaseUse } = options;
  const schema = await openSchemaCache(() => readSchema(sql), options.session, SCHEMA_LISTEN_MS);
  return {
    async fetch(request, caller, state) {
      try {
        const plan = planRequest(request, schema.current(), caller.role, maxRows);
        const isChange = !plan.isReadOnly && plan.shape.single === "asked";
        const result = await runner.run(
          plan,
          settingsOf(caller, state),
          isChange ? (found) => requireSingle(plan.shape, found) : null,
          (use) => {
            state.databaseTime += use.holdMs;
            onDatabaseUse?.(use);
          },
        );
        requireSingle(plan.shape, result);
        return toResponse(plan.shape, result);
      } catch (error) {
        return toErrorResponse(toApiError(error, caller.role));
      }
    },
    close: async () => {
      schema.close();
      // A query whose connection was lost may never end, and the database is about to stop anyway.
      await withTimeLimit(sql.end(), QUERY_STOP_MS, () => {});
    },
  };
}

/** Every value that the API passes or reads is text. */
const TEXT = {
  to: 25,
  from: [16, 17, 21, 23, 26, 114, 700, 701, 1082, 1114, 1184, 3802],
  serialize: String,
  parse: String,
};

function postgresOptionsFor(pooled: boolean) {
  return {
    max: DATA_API_CONNECTIONS,
    idle_timeout: IDLE_DATABASE_CONNECTION_SECONDS,
    backoff: secondsBeforeRetry,
    onnotice: () => {},
    fetch_types: false,
    // A pooler's next statement may reach a connection that has not prepared it.
    prepare: !pooled,
    connection: {
      application_name: "foyer-data-api",
      // Poolers refuse this setting; every request sets its own limit in its transaction anyway.
      ...(pooled ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS.authenticated }),
    },
    types: { text: TEXT },
  };
}

/** The database's settings about the caller, until the end of the transaction. */
function settingsOf({ role, claims }: Caller, state: RequestState): Settings {
  const { address, agent, counted } = state;
  const headers = { "x-forwarded-for": address, ...(agent && { "user-agent": agent.text }) };
  return [
    ["role", role],
    ["request.jwt.claims", JSON.stringify(claims)],
    ["request.headers", JSON.stringify(headers)],
    ["foyer.visitor_is_bot", agent ? (agent.isBot ? "on" : "off") : ""],
    ["foyer.visitor_counted", counted ? "on" : ""],
    ["statement_timeout", String(STATEMENT_TIMEOUT_MS[role])],
    // JSON has times in the session's time zone.
    ["TimeZone", "UTC"],
  ];
}
