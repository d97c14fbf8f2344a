import { createHmac, randomUUID } from "node:crypto";
import type { PendingQuery, Row } from "postgres";
import type { Sql } from "../database/connect.ts";
import { createGatewayTable } from "../database/gateway-table.ts";
import type { RateLimit } from "./rate-limit.ts";

/** Milliseconds between sweeps of expired counts. */
const RATE_LIMIT_SWEEP_MS = 5 * 60_000;

export type Hit =
  | {
      allowed: true;
      /** Removes the hit again, for an attempt that should not count. */
      refund(): Promise<void>;
    }
  | {
      allowed: false;
      /** Seconds until the oldest counted hit leaves the window; at least 1. */
      retryAfterSeconds: number;
    };

export interface RateLimits {
  /** Counts a hit of `subject` (an address, an account) unless the limit is reached. */
  hit(limit: RateLimit, subject: string): Promise<Hit>;
  close(): void;
}

/**
 * Sliding-window limits stored in the database, so that several server processes count together and
 * a restart loses nothing. Each key stores the times of its counted hits, so that "at most 5 in 10
 * minutes" holds for any ten minutes; fixed windows would allow twice as many around a boundary.
 * Subjects are stored as keyed hashes, so that no addresses or emails are stored here.
 */
export async function createRateLimits(sql: Sql, hashKey: string): Promise<RateLimits> {
  await createGatewayTable(sql, "rate_limits", COLUMNS, { unlogged: true });
  const sweep = setInterval(() => void removeExpired(sql).catch(() => {}), RATE_LIMIT_SWEEP_MS);
  sweep.unref();
  return {
    hit: (limit, subject) => hit(sql, limit, hashOf(hashKey, limit.name, subject)),
    close: () => clearInterval(sweep),
  };
}

const COLUMNS = `
  key text primary key,
  hits timestamptz[] not null,
  last_hit uuid not null,
  expires_at timestamptz not null`;

/**
 * A single statement, so that concurrent hits on one key are serialized. A hit that waited for
 * another has an earlier `now()` than the last counted hit, so the two are only compared if the
 * limit has a pause.
 */
async function hit(sql: Sql, limit: RateLimit, key: string): Promise<Hit> {
  const id = randomUUID();
  const window = `${limit.seconds} seconds`;
  const { after, doublesEvery, mostSeconds } = limit.pause ?? NO_PAUSE;
  /** Seconds to wait after the last counted hit. */
  const pauseAfter = (
    hits: PendingQuery<Row[]>,
  ) => sql`case when cardinality(${hits}) < ${after}::int
    then 0 else least(${mostSeconds}::float8,
      2 ^ ((cardinality(${hits}) - ${after}::int) / ${doublesEvery}::float8)) end`;
  const [row] = await sql<{ allowed: boolean; hitAt: string; wait: number }[]>`
    insert into gateway.rate_limits as counted (key, hits, last_hit, expires_at)
    values (${key}, array[now()], ${id}, now() + ${window}::interval)
    on conflict (key) do update set (hits, last_hit, expires_at) = (
      select
        case when open then recent || now() else recent end,
        case when open then ${id}::uuid else counted.last_hit end,
        now() + ${window}::interval
      from (
        select coalesce(array_agg(time order by time), '{}') as recent
        from unnest(counted.hits) as time
        where time > now() - ${window}::interval
      ) as window_now,
      lateral (select cardinality(recent) < ${limit.limit}::int
        and (cardinality(recent) = 0 or cardinality(recent) < ${after}::int
          or now() >= recent[cardinality(recent)]
            + make_interval(secs => ${pauseAfter(sql`recent`)}))
        as open) as decision
    )
    returning last_hit = ${id}::uuid as allowed, now()::text as "hitAt",
      extract(epoch from greatest(
        case when cardinality(hits) >= ${limit.limit}::int then hits[1] + ${window}::interval end,
        hits[cardinality(hits)] + make_interval(secs => ${pauseAfter(sql`hits`)})
      ) - now())::float8 as wait`;
  if (!row) throw new Error("The rate limit was not counted.");
  if (!row.allowed) return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(row.wait)) };
  const refund = async () => {
    await sql`update gateway.rate_limits
      set hits = array_remove(hits, ${row.hitAt}::timestamptz) where key = ${key}`;
  };
  return { allowed: true, refund };
}

/** Larger than any number of hits. */
const NO_PAUSE = { after: 2 ** 31 - 1, doublesEvery: 1, mostSeconds: 0 };

async function removeExpired(sql: Sql) {
  await sql`delete from gateway.rate_limits where expires_at < now()`;
}

function hashOf(hashKey: string, name: string, subject: string): string {
  const hash = createHmac("sha256", hashKey).update(subject).digest("base64url");
  return `${name}:${hash}`;
}
