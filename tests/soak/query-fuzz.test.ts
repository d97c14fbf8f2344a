import fc from "fast-check";
import { expect, test } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { readDatabaseUrl } from "../lifecycle/server-state.ts";
import { residentMegabytes } from "../support/bench/memory.ts";
import { fillPortfolio, isAnswered, type Outcome, send } from "../support/bench/query-bench.ts";
import { query } from "../support/databases/query-grammar.ts";
import { startBuiltServer } from "../support/sites/built-server.ts";
import { clientFor } from "../support/sites/gateway.ts";

const QUERIES = 20_000;
const AT_ONCE = 4;
const OWNER = { email: "owner@example.test", password: "correct horse battery" };
const GUEST = { email: "workspace@example.test", password: "quiet back room 42" };

test(`${QUERIES} queries over the whole grammar: no failure, no answer over 8 MB, no growth`, async () => {
  // Drawing them takes seconds, during which the server would end the idle connections.
  const seed = Date.now();
  const queries = fc.sample(query, { numRuns: QUERIES, seed });
  const server = await startBuiltServer({
    env: {
      FOYER_SAMPLE_CONTENT: "off",
      FOYER_TRUST_PROXY: "on",
      FOYER_OWNER_EMAIL: OWNER.email,
      FOYER_OWNER_PASSWORD: OWNER.password,
    },
  });
  const sql = connect(await readDatabaseUrl(server.dataDir), { max: 1 });
  try {
    const { publishableKey, secretKey } = await server.secrets();
    const service = clientFor(server.origin, secretKey);
    const made = await service.auth.admin.createUser({ ...GUEST, email_confirm: true });
    const guest = made.data.user?.id ?? "";
    await service.rpc("grant_role", { member: guest, granted: "workspace" });
    await fillPortfolio(sql, guest);
    const tokenOf = async (credentials: typeof OWNER) => {
      const client = clientFor(server.origin, publishableKey);
      const { data } = await client.auth.signInWithPassword(credentials);
      return data.session?.access_token ?? null;
    };
    const target = {
      url: server.origin,
      publishableKey,
      tokens: {
        visitor: null,
        owner: await tokenOf(OWNER),
        "workspace user": await tokenOf(GUEST),
      },
    };
    const statuses: Record<number, number> = {};
    const wrong: Outcome[] = [];
    const memory: string[] = [];
    let largest = 0;
    let slowest = 0;
    const rss: number[] = [];
    for (let at = 0; at < queries.length; at += AT_ONCE) {
      const part = await Promise.all(
        queries.slice(at, at + AT_ONCE).map((one) => send(target, one)),
      );
      for (const outcome of part) {
        statuses[outcome.status] = (statuses[outcome.status] ?? 0) + 1;
        largest = Math.max(largest, outcome.bytes);
        slowest = Math.max(slowest, outcome.milliseconds);
        if (!isAnswered(outcome)) wrong.push(outcome);
      }
      if ((at + AT_ONCE) % (QUERIES / 5) !== 0) continue;
      rss.push(await residentMegabytes(server.process.pid));
      const [backends] = await sql<{ pids: number[] }[]>`
        select array_agg(pid) as pids from pg_stat_activity where application_name = 'foyer-data-api'`;
      const each = await Promise.all((backends?.pids ?? []).map(residentMegabytes));
      memory.push(`${rss.at(-1)} MB, largest backend ${Math.max(...each)} MB`);
    }
    console.log(
      `Seed ${seed}. Answers by status: ${JSON.stringify(statuses)}; largest ${largest} bytes, slowest ${Math.round(slowest)} ms.`,
      `Server memory after each ${QUERIES / 5}: ${memory.join("; ")}.`,
    );
    expect(wrong).toEqual([]);
    for (const status of [200, 400, 401, 404, 413]) expect(statuses).toHaveProperty(String(status));
    // Large responses are allocated and freed meanwhile; only the remaining memory counts.
    expect(rss.at(-1)).toBeLessThan((rss[0] ?? 0) + 80);
    expect(Math.max(...rss)).toBeLessThan(450);
  } finally {
    await sql.end();
    await server.stop();
  }
});
