/**
 * How fast the host answers: the cached landing page, and the six landing page reads through the
 * whole gateway under row level security, compared with the same six queries on a raw PostgreSQL
 * connection.
 * Prints requests per second, the ratio, and the server's memory before and after 10,000 requests.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import autocannon from "autocannon";
import { connect, type Sql } from "../server/database/connect.ts";
import { residentMegabytes } from "../tests/support/bench/memory.ts";
import { startBuiltServer } from "../tests/support/sites/built-server.ts";

const CONNECTIONS = 10;
const SECONDS = 8;

/** The landing page's reads (spec, section 7), as a URL and as SQL. */
const reads = [
  ["personal_info?select=key,value", "select key, value from personal_info"],
  [
    "social_links?select=*&order=display_order.asc.nullslast",
    "select * from social_links order by display_order asc nulls last",
  ],
  ["education?select=*&order=created_at.desc", "select * from education order by created_at desc"],
  [
    "experience?select=*&order=created_at.desc",
    "select * from experience order by created_at desc",
  ],
  ["projects?select=*&order=created_at.desc", "select * from projects order by created_at desc"],
  [
    "skills?select=*,skill_categories(name)&order=level.desc",
    `select s.*, json_build_object('name', c.name) as skill_categories
     from skills s left join skill_categories c on c.id = s.category_id order by level desc`,
  ],
] as const;

/** Number of simulated addresses, because reads are limited per address. */
const VISITORS = 300;

const server = await startBuiltServer({ env: { FOYER_TRUST_PROXY: "on" } });
const sql = connect((await readFile(join(server.dataDir, "postgres.url"), "utf8")).trim(), {
  max: CONNECTIONS,
});
try {
  const { publishableKey } = await server.secrets();
  const headers = { apikey: publishableKey, "accept-encoding": "br" };
  const requests = Array.from({ length: VISITORS }, (_, visitor) =>
    reads.map(([path]) => ({
      path: `/rest/v1/${path}`,
      headers: { ...headers, "x-forwarded-for": `10.0.${visitor >> 8}.${visitor & 255}` },
    })),
  ).flat();
  const both = requests.flatMap((read, index) =>
    index % reads.length === 0 ? [{ path: "/" }, read] : [read],
  );
  await load(both, headers, 0, 100);
  const memory = [await residentMegabytes(server.process.pid)];
  for (let round = 0; round < 3; round++) {
    await load(both, headers, 0, 10_000);
    memory.push(await residentMegabytes(server.process.pid));
  }
  console.log(
    `Server memory (RSS): ${memory[0]} MB after 100 requests, ${memory.slice(1).join(", ")} MB after 10,000, 20,000 and 30,000`,
  );

  const page = await load([{ path: "/" }], {}, SECONDS);
  console.log(`GET / from the cache: ${page.perSecond} requests/s (p99 ${page.p99} ms)`);

  await load(requests, headers, 1);
  const gateway = await load(requests, headers, SECONDS);
  await rawReads(sql, 1);
  const raw = await rawReads(sql, SECONDS);
  console.log(`Six reads under RLS through the gateway: ${gateway.perSecond} requests/s`);
  console.log(`The same six queries on a raw connection: ${raw} queries/s`);
  console.log(`Ratio raw / gateway: ${(raw / gateway.perSecond).toFixed(2)}`);
  if (page.failures + gateway.failures > 0) throw new Error("Some requests failed.");
} finally {
  await sql.end();
  await server.stop();
}

async function load(
  requests: { path: string; headers?: Record<string, string> }[],
  headers: Record<string, string>,
  seconds: number,
  amount?: number,
) {
  const result = await autocannon({
    url: server.origin,
    connections: CONNECTIONS,
    headers: { "accept-encoding": "br", ...headers },
    requests,
    ...(amount ? { amount } : { duration: seconds }),
  });
  return {
    perSecond: Math.round(result.requests.average),
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}

/** Queries per second, with as many parallel loops as the gateway's load has connections. */
async function rawReads(pool: Sql, seconds: number): Promise<number> {
  const end = Date.now() + seconds * 1000;
  let count = 0;
  const loop = async () => {
    while (Date.now() < end) {
      const [, query] = reads[count++ % reads.length] as (typeof reads)[number];
      JSON.stringify(await pool.unsafe(query));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  return Math.round(count / seconds);
}
