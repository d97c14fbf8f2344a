import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "../server/database/connect.ts";
import { residentMegabytes } from "../tests/support/bench/memory.ts";
import { createAccount } from "../tests/support/pages/accounts.ts";
import { startBuiltServer } from "../tests/support/sites/built-server.ts";
import { median, timed } from "./support/median.ts";

/**
 * What do 10,000 guesses of a link's token or password, or of a calendar's token, cost the site,
 * from one address and from many? Meanwhile, a probe reads the public content.
 */
const GUESSES = 10_000;
const AT_ONCE = 32;
const MOST_MS = 1000;
const MOST_MEGABYTES = 50;

const server = await startBuiltServer({ env: { FOYER_TRUST_PROXY: "on" } });
const { publishableKey } = await server.secrets();
const sql = connect((await readFile(join(server.dataDir, "postgres.url"), "utf8")).trim());

try {
  const { id } = await createAccount({ ...server, sql }, "workspace");
  const token = randomBytes(16).toString("base64url");
  await sql`with file as (
      insert into workspace_files (user_id, name, is_folder) values (${id}, 'shared', true) returning id
    )
    insert into private.share_links (user_id, file_id, token_hash, password_hash, expires_at)
    select ${id}::uuid, id, private.hash_token(${token}),
      private.hash_password('a good password', extensions.gen_salt('bf', 10)), now() + interval '1 day'
    from file`;
  // A server's memory grows during its first thousands of requests, whatever their content.
  for (let n = 0; n < 200; n += 1) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, of) => probe(addressOf(n * AT_ONCE + of))),
    );
  }

  const [expired, trashed] = [randomToken(), randomToken()];
  await sql`with file as (
      insert into workspace_files (user_id, name, is_folder, trashed_at)
      values (${id}, 'trashed', true, now()) returning id
    )
    insert into private.share_links (user_id, file_id, token_hash, expires_at)
    select ${id}::uuid, id, private.hash_token(${trashed}), now() + interval '1 day' from file
    union all
    select ${id}::uuid, id, private.hash_token(${expired}), now() from workspace_files where name = 'shared'`;
  const times = new Map<string, number[]>();
  for (let n = 0; n < 300; n += 1) {
    for (const [state, of] of Object.entries({ unknown: randomToken(), expired, trashed })) {
      times.set(state, [...(times.get(state) ?? []), await timed(() => guess({ token: of }, n))]);
    }
  }
  for (const [state, found] of times) {
    console.log(`a link that is ${state}: ${median(found).toFixed(2)} ms median of 300`);
  }

  await attack("tokens, one address", () => guess({ token: randomToken() }, 0));
  await attack("tokens, many addresses", (n) => guess({ token: randomToken() }, n));
  await attack("passwords, one address", (n) => guess({ token, password: `guess ${n}` }, 0));
  await attack("passwords, many addresses", (n) => guess({ token, password: `guess ${n}` }, n));
  await attack("calendars, one address", () => guessFeed(0));
  await attack("calendars, many addresses", guessFeed);
  console.log(
    `a guess of a token succeeds with a chance of ${(GUESSES / 2 ** 128).toExponential(1)} in ${GUESSES}`,
  );
} finally {
  await sql.end();
  await server.stop();
}

function randomToken(): string {
  return randomBytes(16).toString("base64url");
}

async function attack(what: string, act: (n: number) => Promise<number>): Promise<void> {
  await sql`delete from private.visitor_counts`;
  const before = await residentMegabytes(server.process.pid);
  const statuses = new Map<number, number>();
  let next = 1;
  let peak = before;
  const start = performance.now();
  const attackers = Array.from({ length: AT_ONCE }, async () => {
    for (let n = next++; n <= GUESSES; n = next++) {
      const status = await act(n);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  let running = true;
  const attacking = Promise.all(attackers).then(() => {
    running = false;
  });
  const probes: number[] = [];
  while (running) {
    probes.push(await probe());
    peak = Math.max(peak, await residentMegabytes(server.process.pid));
  }
  await attacking;
  const seconds = (performance.now() - start) / 1000;
  probes.sort((one, other) => one - other);
  const slowest = probes.at(-1) ?? Number.NaN;
  const grown = peak - before;
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  console.log(
    `${what.padEnd(26)} ${seconds.toFixed(1)} s (${answers}); probe ${probes[probes.length >> 1]?.toFixed(0)} ms median, ${slowest.toFixed(0)} ms slowest of ${probes.length} (at most ${MOST_MS}); memory +${grown} MB (at most ${MOST_MEGABYTES})`,
  );
  if (slowest > MOST_MS || grown > MOST_MEGABYTES || statuses.has(200)) process.exitCode = 1;
}

async function guess(link: { token: string; password?: string }, n: number): Promise<number> {
  const response = await fetch(`${server.origin}/functions/v1/open-share`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": addressOf(n),
    },
    body: JSON.stringify({ action: "open", ...link }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function guessFeed(n: number): Promise<number> {
  const url = `${server.origin}/functions/v1/calendar-feed?token=${randomBytes(32).toString("hex")}`;
  const response = await fetch(url, { headers: { "x-forwarded-for": addressOf(n) } });
  await response.arrayBuffer();
  return response.status;
}

function addressOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

/** A request of another visitor, which reads from the database. */
async function probe(address = "192.0.2.1"): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${server.origin}/rest/v1/skills?select=id,name&limit=20`, {
    headers: { apikey: publishableKey, "x-forwarded-for": address },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The probe got ${response.status}.`);
  return performance.now() - start;
}
