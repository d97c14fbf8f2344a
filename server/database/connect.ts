import { once } from "node:events";
import { createConnection } from "node:net";
import postgres from "postgres";
import { IDLE_DATABASE_CONNECTION_SECONDS } from "../limits/limits.ts";

/** Connections for the server's own queries, which are short. */
const SERVER_CONNECTIONS = 5;

/** Seconds a connection may take to open. @limit requests: opening a connection to the database */
const DATABASE_CONNECT_SECONDS = 10;

/**
 * Longest pause in seconds before a lost connection is opened again. With postgres.js's default of
 * 20, the site would stay down long after its database is back.
 */
const DATABASE_RECONNECT_SECONDS = 1;

/** PostgreSQL's type id for `timestamptz`. */
const TIMESTAMPTZ = 1184;

interface ConnectOptions {
  max?: number;
  /** Seconds. */
  connectTimeout?: number;
  /** Whether a transaction pooler shares connections between clients. */
  pooled?: boolean;
  /**
   * Settings for one connection that holds a lock or a snapshot for as long as an archive takes.
   */
  forArchive?: boolean;
  /** Receives the database's warnings. */
  onWarning?: (message: string) => void;
}

/**
 * A small pool for the server's own queries. `timestamptz` arrives as ISO 8601 text with
 * microseconds, as PostgREST prints it; `bigint` as a number (no count here nears 2^53).
 */
export function connect(url: string, options: ConnectOptions = {}) {
  return postgres(url, {
    ...(options.forArchive ? archiveOptions : {}),
    max: options.max ?? SERVER_CONNECTIONS,
    connect_timeout: options.connectTimeout ?? DATABASE_CONNECT_SECONDS,
    // A pooler's next statement may reach a connection that has not prepared it.
    prepare: !options.pooled,
    idle_timeout: IDLE_DATABASE_CONNECTION_SECONDS,
    backoff: secondsBeforeRetry,
    onnotice: ({ message = "" }) => options.onWarning?.(message),
    connection: { application_name: "foyer", TimeZone: "UTC" },
    types: {
      timestamptz: {
        to: TIMESTAMPTZ,
        from: [TIMESTAMPTZ],
        serialize: (value: string | Date) => (value instanceof Date ? value.toISOString() : value),
        parse: isoTimestamp,
      },
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
    },
  });
}

/** Opens one connection that holds a lock or a snapshot for as long as an archive takes. */
export function connectForArchive(
  url: string,
  options: Pick<ConnectOptions, "onWarning"> = {},
): Sql {
  return connect(url, { ...options, max: 1, forArchive: true });
}

/** The types of postgres.js lack `socket`; the function receives the parsed options. */
const archiveOptions = {
  // By default, a connection is replaced after 30 to 60 minutes.
  max_lifetime: null,
  // The end of a COPY is a small packet after the data. Nagle's algorithm would delay it by 40 ms
  // per table.
  socket: async ({ host, port, path }: { host: string[]; port: number[]; path?: string }) => {
    const socket = path
      ? createConnection(path)
      : createConnection({ host: host[0], port: port[0] ?? 5432, noDelay: true });
    await once(socket, "connect");
    // The name that a TLS certificate has to match.
    return Object.assign(socket, { host: host[0] });
  },
};

/** Exponential backoff with jitter like postgres.js, but with a lower maximum. */
export function secondsBeforeRetry(retries: number): number {
  return (0.5 + Math.random() / 2) * Math.min(3 ** retries / 100, DATABASE_RECONNECT_SECONDS);
}

export type Sql = ReturnType<typeof connect>;

/** @param name with its schema; from code, or an existing name. */
export async function tableExists(sql: Pick<Sql, "unsafe">, name: string): Promise<boolean> {
  const [row] = await sql.unsafe<{ there: boolean }[]>(
    "select to_regclass($1) is not null as there",
    [name],
  );
  return row?.there === true;
}

/** `2026-11-20 11:04:46.515+00` → `2026-11-20T11:04:46.515+00:00`. `infinity` is unchanged. */
export function isoTimestamp(text: string): string {
  return text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
}
