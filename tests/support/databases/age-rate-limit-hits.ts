import type { TestGateway } from "../sites/gateway.ts";

/** Moves every counted hit this many seconds into the past. */
export async function ageRateLimitHits({ database }: TestGateway, seconds: number): Promise<void> {
  await database.sql`update gateway.rate_limits set hits = (
    select coalesce(array_agg(hit - ${`${seconds} seconds`}::interval order by hit), '{}')
    from unnest(hits) as hit)`;
}
