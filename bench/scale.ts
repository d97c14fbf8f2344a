/**
 * How much do further servers add? Measures requests per second of 1, 2 and 3 servers on one
 * database and one bucket, as multiples of one server, and the processor time per request in the
 * server and in PostgreSQL. On a machine with few cores, the ratios show where its cores limit
 * them. The processor times do not depend on cores; docs/scale.md calculates with them.
 */
import { readFile } from "node:fs/promises";
import autocannon from "autocannon";
import { type Fleet, startFleet } from "../tests/support/sites/fleet.ts";

const SECONDS = Number(process.env.FOYER_BENCH_SECONDS ?? 6);
/** Seconds until a new process has compiled its code. */
const WARM_UP_SECONDS = 3;
const CONNECTIONS = 12;

/** Clock ticks per second in Linux. */
const CLOCK_TICKS = 100;

/** Number of simulated addresses, because reads are limited per address. */
const VISITORS = 300;

interface Load {
  name: string;
  requests(fleet: Fleet): autocannon.Request[];
}

const loads: Load[] = [
  { name: "GET / from the cache", requests: () => [{ path: "/" }] },
  {
    name: "a read of the Data API",
    requests: ({ secrets }) =>
      Array.from({ length: VISITORS }, (_, visitor) => ({
        path: "/rest/v1/projects?select=*&order=created_at.desc",
        headers: {
          apikey: secrets.publishableKey,
          "x-forwarded-for": `10.0.${visitor >> 8}.${visitor & 255}`,
        },
      })),
  },
  {
    name: "a visit",
    requests: ({ secrets }) =>
      Array.from({ length: VISITORS }, () => ({
        method: "POST",
        path: "/rest/v1/visits",
        // Requests with the secret key do not count toward a visitor's 60 a minute.
        headers: { apikey: secrets.secretKey, "content-type": "application/json" },
        body: "{}",
      })),
  },
];

const perSecond = new Map<string, number[]>(loads.map(({ name }) => [name, []]));
for (const servers of [1, 2, 3]) {
  const fleet = await startFleet({ servers });
  try {
    for (const load of loads) {
      await run(fleet, load, WARM_UP_SECONDS);
      const before = await processorTime(fleet);
      const count = await run(fleet, load, SECONDS);
      const after = await processorTime(fleet);
      perSecond.get(load.name)?.push(count / SECONDS);
      const server = (1000 * (after.servers - before.servers)) / count;
      const database = (1000 * (after.database - before.database)) / count;
      console.log(
        `${servers} × ${load.name}: ${Math.round(count / SECONDS)}/s; each takes ${server.toFixed(2)} ms of a server, ${database.toFixed(2)} ms of PostgreSQL`,
      );
    }
  } finally {
    await fleet.stop();
  }
}
for (const [name, [one = 1, ...more]] of perSecond) {
  const ratios = more.map((rate) => (rate / one).toFixed(2)).join(" and ");
  console.log(`${name}: 2 and 3 servers answer ${ratios} times as much as one`);
}

/**
 * Sends to each server directly, because a load balancer in this process would be the bottleneck.
 */
async function run(fleet: Fleet, load: Load, seconds: number): Promise<number> {
  const origins = fleet.origins();
  const results = await Promise.all(
    origins.map((url) =>
      autocannon({
        url,
        connections: CONNECTIONS / origins.length,
        duration: seconds,
        headers: { "accept-encoding": "br" },
        requests: load.requests(fleet),
      }),
    ),
  );
  const failures = results.reduce((sum, result) => sum + result.non2xx + result.errors, 0);
  if (failures > 0) throw new Error(`${failures} requests of "${load.name}" failed.`);
  return results.reduce((sum, result) => sum + result.requests.total, 0);
}

/** Processor seconds since the servers' start. Linux only. */
async function processorTime(fleet: Fleet): Promise<{ servers: number; database: number }> {
  const rows = await fleet.sql<{ pid: number }[]>`select pid from pg_stat_activity`;
  const sum = async (pids: readonly number[]) => {
    const times = await Promise.all(pids.map(processorSeconds));
    return times.reduce((total, time) => total + time, 0);
  };
  return { servers: await sum(fleet.pids()), database: await sum(rows.map(({ pid }) => pid)) };
}

async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The second field, the command's name in parentheses, may contain spaces.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ") ?? [];
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return (user + system) / CLOCK_TICKS;
}
