import { createHmac, randomUUID } from "node:crypto";
import type { Sql } from "./database/connect.ts";

/** At most `limit` hits within any `seconds` seconds. */
export interface RateLimit {
  /** Keeps the counts of different limits apart. */
  name: string;
  limit: number;
  seconds: number;
}

export type Hit =
  | {
      allowed: true /** Takes the hit back, for what turned out not to count. */;
      refund(): Promise<void>;
    }
  | {
      allowed: false /** Until the oldest counted hit is out of the window; at least 1. */;
      retryAfterSeconds: number;
    };

export interface RateLimits {
  /** Counts a hit of `subject` (an address, an account) unless the limit is reached. */
  hit(limit: RateLimit, subject: string): Promise<Hit>;
  close(): void;
}

/**
 * Sliding-window limits kept in the database, so that several server processes count together and
 * a restart forgets nothing. Each key holds the times of its counted hits, which makes "at most 5 in
 * 10 minutes" hold for every ten minutes; fixed windows would let twice as many through at their seam.
 * Subjects are stored as keyed hashes: addresses and emails are nobody's business here.
 */
export async function createRateLimits(sql: Sql, hashKey: string): Promise<RateLimits> {
  await createTable(sql);
  const sweep = setInterval(() => void removeExpired(sql).catch(() => {}), SWEEP_MS);
  sweep.unref();
  return {
    hit: (limit, subject) => hit(sql, limit, hashOf(hashKey, limit.name, subject)),
    close: () => clearInterval(sweep),
  };
}

const SWEEP_MS = 5 * 60_000;

/** The schema is no part of the Data API, and row security without a policy keeps its roles out regardless of grants. */
async function createTable(sql: Sql) {
  const [table] = await sql<{ there: boolean }[]>`
    select to_regclass('gateway.rate_limits') is not null as there`;
  if (table?.there) return;
  await sql.begin(async (tx) => {
    // Two processes creating the same schema at once would collide.
    await tx`select pg_advisory_xact_lock(7031991)`;
    await tx`create schema if not exists gateway`;
    await tx`create unlogged table if not exists gateway.rate_limits (
      key text primary key,
      hits timestamptz[] not null,
      last_hit uuid not null,
      expires_at timestamptz not null
    )`;
    await tx`alter table gateway.rate_limits enable row level security`;
    await tx`revoke all on schema gateway from public`;
  });
}

/** One statement, so that parallel hits on one key are counted one after the other. */
async function hit(sql: Sql, limit: RateLimit, key: string): Promise<Hit> {
  const id = randomUUID();
  const window = `${limit.seconds} seconds`;
  const [row] = await sql<{ allowed: boolean; hitAt: string; wait: number }[]>`
    insert into gateway.rate_limits as counted (key, hits, last_hit, expires_at)
    values (${key}, array[now()], ${id}, now() + ${window}::interval)
    on conflict (key) do update set (hits, last_hit, expires_at) = (
      select
        case when cardinality(recent) < ${limit.limit}::int then recent || now() else recent end,
        case when cardinality(recent) < ${limit.limit}::int then ${id}::uuid else counted.last_hit end,
        now() + ${window}::interval
      from (
        select coalesce(array_agg(time order by time), '{}') as recent
        from unnest(counted.hits) as time
        where time > now() - ${window}::interval
      ) as window_now
    )
    returning last_hit = ${id}::uuid as allowed, now()::text as "hitAt",
      extract(epoch from hits[1] + ${window}::interval - now())::float8 as wait`;
  if (!row) throw new Error("The rate limit was not counted.");
  if (!row.allowed) return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(row.wait)) };
  const refund = async () => {
    await sql`update gateway.rate_limits
      set hits = array_remove(hits, ${row.hitAt}::timestamptz) where key = ${key}`;
  };
  return { allowed: true, refund };
}

async function removeExpired(sql: Sql) {
  await sql`delete from gateway.rate_limits where expires_at < now()`;
}

function hashOf(hashKey: string, name: string, subject: string): string {
  const hash = createHmac("sha256", hashKey).update(subject).digest("base64url");
  return `${name}:${hash}`;
}
