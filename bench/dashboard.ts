import type { Sql } from "../server/database/connect.ts";
import { signIn } from "../tests/support/pages/sessions.ts";
import { owner, startBuiltSite } from "../tests/support/sites/built-site.ts";
import { median, timed } from "./support/median.ts";

/**
 * How long do the dashboard's figures take with a million visits and 50,000 messages? Measures the
 * screen's six calls through the gateway, in parallel as in the browser. Reference: the same six
 * queries on a direct connection, as the owner under row level security. Also measures counting
 * every visit instead of using the hourly counts.
 */
const VISITS = 1_000_000;
const MESSAGES = 50_000;
const ROUNDS = 15;
const LARGEST_RATIO = 6;

interface Call {
  path: string;
  /** Sent with POST. Without a body, the call is a HEAD that requests the exact count. */
  body?: object;
  query: string;
}

/** The screen's calls (src/admin/dashboard/dashboard-api.ts), as requests and as SQL. */
const calls: Call[] = [
  {
    path: "messages?select=*&is_read=eq.false",
    query: "select count(*) from messages where is_read = false",
  },
  { path: "projects?select=*", query: "select count(*) from projects" },
  { path: "skills?select=*", query: "select count(*) from skills" },
  { path: "experience?select=*", query: "select count(*) from experience" },
  {
    path: "rpc/visit_statistics",
    body: { time_zone: "Europe/Rome" },
    query: "select visit_statistics('Europe/Rome')",
  },
  { path: "rpc/count_sample_content", body: {}, query: "select count_sample_content()" },
];

const everyVisit: Pick<Call, "query"> = {
  query: `select count(*) filter (where created_at > now() - interval '24 hours'),
    count(*) filter (where created_at > now() - interval '7 days'), count(*)
    from visits where created_at > now() - interval '30 days'`,
};

const site = await startBuiltSite();
try {
  await fillTables(site.sql);
  const { publishableKey } = await site.secrets();
  const { access_token } = await signIn(site, owner);
  const claims = JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString());
  const headers = { apikey: publishableKey, authorization: `Bearer ${access_token}` };

  const times = { gateway: [] as number[], direct: [] as number[], counted: [] as number[] };
  for (let round = -2; round < ROUNDS; round++) {
    // Variants alternate so that other load on the machine affects all equally. The first two
    // rounds are warm-ups.
    const gateway = await timed(() => askGateway(site.origin, headers));
    const direct = await timed(() => asOwner(site.sql, claims, calls));
    const counted = round < 3 ? await timed(() => asOwner(site.sql, claims, [everyVisit])) : null;
    if (round < 0) continue;
    times.gateway.push(gateway);
    times.direct.push(direct);
    if (counted !== null) times.counted.push(counted);
  }
  const [gateway, direct] = [median(times.gateway), median(times.direct)];
  const ratio = gateway / direct;
  print(`dashboard through the gateway, ${VISITS.toLocaleString("en-US")} visits`, gateway);
  print("the same queries, direct", direct);
  print("the visits alone, counted one by one", median(times.counted));
  console.log(`ratio gateway / direct: ${ratio.toFixed(2)} (at most ${LARGEST_RATIO})`);
  if (ratio > LARGEST_RATIO) process.exitCode = 1;
} finally {
  await site.stop();
}

async function fillTables(sql: Sql): Promise<void> {
  await sql`insert into visits (created_at)
    select now() - random() * interval '30 days' from generate_series(1, ${VISITS}::int)`;
  await sql`insert into messages (name, email, subject, message, is_read)
    select 'n', 'n@example.org', 's', 'm', n % 10 > 0 from generate_series(1, ${MESSAGES}::int) as n`;
  await sql`vacuum analyze`;
}

async function askGateway(origin: string, headers: Record<string, string>): Promise<void> {
  await Promise.all(
    calls.map(async ({ path, body }) => {
      const response = await fetch(`${origin}/rest/v1/${path}`, {
        method: body ? "POST" : "HEAD",
        headers: { ...headers, "content-type": "application/json", prefer: "count=exact" },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
    }),
  );
}

/** Each query in its own transaction, in parallel over the pool, as the gateway runs them. */
async function asOwner(sql: Sql, claims: object, asked: Pick<Call, "query">[]): Promise<void> {
  await Promise.all(
    asked.map(({ query }) =>
      sql.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
          set_config('role', 'authenticated', true)`;
        await tx.unsafe(query);
      }),
    ),
  );
}

function print(what: string, milliseconds: number): void {
  console.log(`${what.padEnd(52)} ${milliseconds.toFixed(1).padStart(7)} ms, median`);
}
