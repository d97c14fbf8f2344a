import { withTimeLimit } from "../../shared/time-limit.ts";
import type { Sql } from "../database/connect.ts";
import { HEALTH_CHECK_MS } from "../limits/limits.ts";
import { renderGauge } from "./prometheus.ts";

/** Milliseconds for which metrics of stored files are cached, because counting reads every row. */
const STORED_TOTALS_MS = 60_000;

/**
 * Reads the state of the database and the storage at each scrape. If the database does not answer
 * in time, only `foyer_database_up 0` is reported.
 */
export function createSiteGauges(sql: Sql): () => Promise<string> {
  const readStored = cached(() => storedTotals(sql), STORED_TOTALS_MS);
  const read = async () => {
    const started = performance.now();
    await sql`select 1`;
    const latency = (performance.now() - started) / 1000;
    const [connections, stored] = await Promise.all([connectionStates(sql), readStored()]);
    return [
      renderUp(1),
      renderGauge("foyer_database_latency_seconds", "One round trip to the database.", latency),
      renderGauge(
        "foyer_database_connections",
        "Connections to the site's database by state, of all servers.",
        connections.map(({ state, count }) => [{ state }, count]),
      ),
      renderGauge(
        "foyer_stored_files",
        "Stored files by bucket.",
        stored.map(({ bucket, files }) => [{ bucket }, files]),
      ),
      renderGauge(
        "foyer_stored_bytes",
        "Bytes of stored files by bucket.",
        stored.map(({ bucket, bytes }) => [{ bucket }, bytes]),
      ),
    ].join("\n");
  };
  const unavailable = () => renderUp(0);
  return () => withTimeLimit(read().catch(unavailable), HEALTH_CHECK_MS, unavailable);
}

function renderUp(value: 0 | 1): string {
  return renderGauge("foyer_database_up", "Whether the database answers.", value);
}

/** Uses PostgreSQL's six connection states as labels. */
function connectionStates(sql: Sql) {
  return sql<{ state: string; count: number }[]>`
    select coalesce(state, 'other') as state, count(*) as count
    from pg_stat_activity where datname = current_database() group by 1`;
}

/** Labels by bucket are few, because only the secret key can create buckets. */
function storedTotals(sql: Sql) {
  return sql<{ bucket: string; files: number; bytes: number }[]>`
    select bucket_id as bucket, count(*) as files,
      coalesce(sum((metadata->>'size')::bigint), 0)::bigint as bytes
    from storage.objects group by bucket_id order by bucket_id limit 20`;
}

/** A failed read is not cached. */
function cached<T>(read: () => Promise<T>, milliseconds: number): () => Promise<T> {
  let value: { at: number; result: T } | null = null;
  return async () => {
    const at = performance.now();
    if (value === null || at - value.at > milliseconds) value = { at, result: await read() };
    return value.result;
  };
}
