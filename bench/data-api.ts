/**
 * The Data API beside PostgREST 12 on the same database, by the same client and session: requests per
 * second as a share of PostgREST's, the slowest percent as a multiple of its, and the processor time
 * of either server per request. Both run in turn, three times each; the medians are printed.
 */
import { readFile } from "node:fs/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import ws from "ws";
import { connect } from "../server/database/connect.ts";
import { readDatabaseUrl } from "../tests/lifecycle/server-state.ts";
import { startPostgrest } from "../tests/support/bench/postgrest.ts";
import { startBuiltServer } from "../tests/support/sites/built-server.ts";
import { median } from "./support/median.ts";

const SECONDS = Number(process.env.FOYER_BENCH_SECONDS ?? 2);
const ROUNDS = 3;
const CONNECTIONS = [1, 10, 50];
const ROWS = 1000;

/** Per second, in Linux. */
const CLOCK_TICKS = 100;

type Rest = SupabaseClient["rest"];

interface Case {
  name: string;
  ask(rest: Rest, user: string, id: string): PromiseLike<{ error: unknown }>;
}

const NOTE = "id,title,excerpt,color,is_pinned,is_archived,labels,updated_at,revision";

const cases: Case[] = [
  {
    name: "one row by id",
    ask: (rest, _, id) => rest.from("workspace_notes").select(NOTE).eq("id", id),
  },
  {
    name: "100 rows",
    ask: (rest) => rest.from("workspace_notes").select(NOTE).order("id").limit(100),
  },
  {
    name: "1,000 rows",
    ask: (rest) => rest.from("workspace_notes").select(NOTE).order("id").limit(1000),
  },
  {
    name: "embedded rows",
    ask: (rest) =>
      rest.from("skills").select("*, skill_categories(name)").order("level").limit(100),
  },
  {
    name: "exact count",
    ask: (rest) => rest.from("workspace_notes").select("*", { count: "exact", head: true }),
  },
  {
    name: "an insert",
    ask: (rest, user_id) =>
      rest
        .from("workspace_activity_logs")
        .insert({ user_id, event_type: "login", device_info: "bench" }),
  },
  {
    name: "an update that returns its row",
    ask: (rest, _, id) =>
      rest.from("workspace_notes").update({ is_pinned: false }).eq("id", id).select(NOTE),
  },
  { name: "a function", ask: (rest) => rest.rpc("own_role") },
];

const OWNER = { email: "owner@example.test", password: "correct horse battery" };
const USER = { email: "workspace@example.test", password: "quiet back room 42" };

const server = await startBuiltServer({
  env: { FOYER_OWNER_EMAIL: OWNER.email, FOYER_OWNER_PASSWORD: OWNER.password },
});
const databaseUrl = await readDatabaseUrl(server.dataDir);
const sql = connect(databaseUrl, { max: 2 });
const { publishableKey, secretKey, jwtSecret } = await server.secrets();
const postgrest = await startPostgrest(databaseUrl, jwtSecret);
try {
  const { token, user, ids } = await prepare();
  const authorization = `Bearer ${token}`;
  const restOf = (url: string) => {
    const options = {
      realtime: { transport: ws as never },
      global: { headers: { authorization } },
    };
    return (createClient(url, publishableKey, options) as unknown as { rest: Rest }).rest;
  };
  const foyer = restOf(server.origin);
  const reference = restOf(server.origin);
  (reference as { url: string }).url = postgrest.origin;
  const processes = { foyer: server.process.pid ?? 0, reference: postgrest.pid };
  console.log(
    "| | connections | requests/s | share of PostgREST | p99 | ms of processor time (PostgREST) |",
  );
  console.log("|---|---|---|---|---|---|");
  for (const one of cases) {
    for (const connections of CONNECTIONS) {
      const found = { foyer: [] as Measured[], reference: [] as Measured[] };
      for (let round = -1; round < ROUNDS; round++) {
        for (const [name, rest] of [
          ["foyer", foyer],
          ["reference", reference],
        ] as const) {
          const measured = await load(
            one,
            rest,
            connections,
            processes[name],
            round < 0 ? 0.5 : SECONDS,
          );
          if (round >= 0) found[name].push(measured);
        }
      }
      print(one.name, connections, found.foyer, found.reference);
    }
  }

  function prepareIds() {
    return ids[Math.floor(Math.random() * ids.length)] ?? "";
  }

  async function load(
    { ask, name }: Case,
    rest: Rest,
    connections: number,
    pid: number,
    seconds: number,
  ): Promise<Measured> {
    const times: number[] = [];
    const before = await processorTime(pid);
    const begun = performance.now();
    const until = begun + seconds * 1000;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() < until) {
          const since = performance.now();
          const { error } = await ask(rest, user, prepareIds());
          if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
          times.push(performance.now() - since);
        }
      }),
    );
    const elapsed = (performance.now() - begun) / 1000;
    times.sort((a, b) => a - b);
    return {
      perSecond: times.length / elapsed,
      p99: times[Math.floor(times.length * 0.99)] ?? 0,
      processor: ((await processorTime(pid)) - before) / times.length,
    };
  }
} finally {
  await postgrest.stop();
  await sql.end();
  await server.stop();
}

interface Measured {
  perSecond: number;
  /** Milliseconds. */
  p99: number;
  /** Milliseconds per request. */
  processor: number;
}

function print(name: string, connections: number, foyer: Measured[], reference: Measured[]) {
  const of = (list: Measured[], key: keyof Measured) => median(list.map((one) => one[key]));
  const ratio = (key: keyof Measured) => (of(foyer, key) / of(reference, key)).toFixed(2);
  console.log(
    `| ${[
      name,
      connections,
      Math.round(of(foyer, "perSecond")),
      ratio("perSecond"),
      ratio("p99"),
      `${of(foyer, "processor").toFixed(2)} (${of(reference, "processor").toFixed(2)})`,
    ].join(" | ")} |`,
  );
}

/** Milliseconds of processor time that a process has used. */
async function processorTime(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / CLOCK_TICKS;
}

async function prepare() {
  const options = { auth: { persistSession: false }, realtime: { transport: ws as never } };
  const service = createClient(server.origin, secretKey, options);
  const made = await service.auth.admin.createUser({ ...USER, email_confirm: true });
  const user = made.data.user?.id ?? "";
  await service.rpc("grant_role", { member: user, granted: "workspace" });
  const client = createClient(server.origin, publishableKey, options);
  const { data } = await client.auth.signInWithPassword(USER);
  await sql`insert into workspace_notes (user_id, title, content)
    select ${user}, 'Note ' || n, '<p>' || repeat('words of a note ', 20) || '</p>' from generate_series(1, ${ROWS}) as n`;
  await sql`insert into skill_categories (name) select 'Category ' || n from generate_series(1, 10) as n`;
  await sql`insert into skills (name, category_id)
    select 'Skill ' || n, (select id from skill_categories order by name offset n % 10 limit 1)
    from generate_series(1, 100) as n`;
  await sql`vacuum analyze`;
  const rows = await sql<{ id: string }[]>`select id from workspace_notes`;
  return { token: data.session?.access_token ?? "", user, ids: rows.map(({ id }) => id) };
}
