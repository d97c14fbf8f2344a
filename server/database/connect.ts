import postgres from "postgres";
import {
  DATABASE_CONNECT_SECONDS,
  DATABASE_RECONNECT_SECONDS,
  IDLE_DATABASE_CONNECTION_SECONDS,
  SERVER_CONNECTIONS,
} from "../limits/limits.ts";

/** PostgreSQL's type id for `timestamptz`. */
const TIMESTAMPTZ = 1184;

/**
 * A small pool for the server's own queries. `timestamptz` arrives as ISO 8601 text with
 * microseconds, as PostgREST prints it; `bigint` as a number (no count here nears 2^53).
 */
export function connect(url: string, options: { max?: number; connectTimeout?: number } = {}) {
  return postgres(url, {
    max: options.max ?? SERVER_CONNECTIONS,
    connect_timeout: options.connectTimeout ?? DATABASE_CONNECT_SECONDS,
    idle_timeout: IDLE_DATABASE_CONNECTION_SECONDS,
    backoff: secondsBeforeRetry,
    onnotice: () => {},
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

/** Exponential backoff with jitter, as postgres.js has, but with a lower maximum. */
export function secondsBeforeRetry(retries: number): number {
  return (0.5 + Math.random() / 2) * Math.min(3 ** retries / 100, DATABASE_RECONNECT_SECONDS);
}

export type Sql = ReturnType<typeof connect>;

/** `2026-11-20 11:04:46.515+00` → `2026-11-20T11:04:46.515+00:00`. `infinity` is unchanged. */
export function isoTimestamp(text: string): string {
  return text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
}
