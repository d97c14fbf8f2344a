/**
 * The Data API beside PostgREST 12 on the same database, by the same client and session: requests per
 * second as a share of PostgREST's, the slowest percent as a multiple of its, and the processor time
 * of either server per request. Then compressed answers beside plain ones, and what counting bytes
 * and rows costs in PostgreSQL. All run in turn, three times each; the medians are printed.
 */
import { readFile } from "node:fs/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import ws from "ws";
import { connect } from "../server/database/connect.ts";
import { bodySql } from "../server/rest/read-sql.ts";
import { readDatabaseUrl } from "../tests/lifecycle/server-state.ts";
import { startPostgrest } from "../tests/support/bench/postgrest.ts";
import { rawRequest } from "../tests/support/raw-request.ts";
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
  /** Notes in the answer, for the cases that are compressed. */
  rows?: number;
  ask(rest: Rest, user: string, id: string): PromiseLike<{ error: unknown }>;
}

const NOTE = "id,title,excerpt,color,is_pinned,is_archived,labels,updated_at,revision";

const cases: Case[] = [
  {
    name: "one row by id",
    rows: 1,
    ask: (rest, _, id) => rest.from("workspace_notes").select(NOTE).eq("id", id),
  },
  {
    name: "100 rows",
    rows: 100,
    ask: (rest) => rest.from("workspace_notes").select(NOTE).order("id").limit(100),
  },
  {
    name: "1,000 rows",
    rows: 1000,
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
  // PostgREST does not compress.
  const restOf = (url: string, encoding = "identity") => {
    const options = {
      realtime: { transport: ws as never },
      global: { headers: { authorization, "accept-encoding": encoding } },
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
      const pids = [processes.foyer, processes.reference] as const;
      const [own, other] = await alternate(one, connections, [foyer, reference], pids);
      printRow([one.name, connections, ...beside(own, other)]);
    }
  }
  console.log(
    "\n| | encoding | KB | requests/s | share of plain | p99 | ms of processor time (plain) |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const one of cases.filter(({ rows }) => rows)) {
    for (const encoding of ["gzip", "br"]) {
      const pair = [restOf(server.origin, encoding), foyer] as const;
      const [own, other] = await alternate(one, 10, pair, [processes.foyer, processes.foyer]);
      const address = new URL(
        `/rest/v1/workspace_notes?select=${NOTE}&order=id&limit=${one.rows}`,
        server.origin,
      );
      const headers = { apikey: publishableKey, authorization, "accept-encoding": encoding };
      const { body } = await rawRequest(address, headers);
      printRow([one.name, encoding, (body.byteLength / 1000).toFixed(1), ...beside(own, other)]);
    }
  }
  await explain(user);

  /** Loads two servers in turn; returns what was measured for each. */
  async function alternate(
    one: Case,
    connections: number,
    rests: readonly [Rest, Rest],
    pids: readonly [number, number],
  ): Promise<[Measured[], Measured[]]> {
    const found: [Measured[], Measured[]] = [[], []];
    for (let round = -1; round < ROUNDS; round++) {
      for (const at of [0, 1] as const) {
        const seconds = round < 0 ? 0.5 : SECONDS;
        const measured = await load(one, rests[at], connections, pids[at], seconds);
        if (round >= 0) found[at].push(measured);
      }
    }
    return found;
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

function beside(own: Measured[], other: Measured[]) {
  const of = (list: Measured[], key: keyof Measured) => median(list.map((one) => one[key]));
  const ratio = (key: keyof Measured) => (of(own, key) / of(other, key)).toFixed(2);
  return [
    Math.round(of(own, "perSecond")),
    ratio("perSecond"),
    ratio("p99"),
    `${of(own, "processor").toFixed(2)} (${of(other, "processor").toFixed(2)})`,
  ];
}

function printRow(cells: unknown[]) {
  console.log(`| ${cells.join(" | ")} |`);
}

/**
 * Milliseconds that PostgreSQL needs as the workspace user for a list with the limit on its bytes,
 * for the same list without it, and for the number of its rows.
 */
async function explain(user: string) {
  const page = `select ${NOTE} from workspace_notes order by id limit 1000`;
  const statements = {
    list: bodySql(page),
    unlimited: `select json_agg(row_to_json(rows)) from (${page}) as rows`,
    count: "select count(*) from workspace_notes",
  };
  const times = { list: [] as number[], unlimited: [] as number[], count: [] as number[] };
  await sql.begin(async (tx) => {
    const claims = JSON.stringify({ sub: user, role: "authenticated" });
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
    for (let round = 0; round < 30; round++)
      for (const name of ["list", "unlimited", "count"] as const) {
        const since = performance.now();
        await tx.unsafe(statements[name], [], { prepare: true });
        times[name].push(performance.now() - since);
      }
  });
  const [list, unlimited, count] = [times.list, times.unlimited, times.count].map(median) as [
    number,
    number,
    number,
  ];
  console.log(
    `\n1,000 rows in PostgreSQL: ${list.toFixed(2)} ms with the limit on bytes, ${unlimited.toFixed(2)} without (${(list / unlimited).toFixed(2)}), ${count.toFixed(2)} only counted`,
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
