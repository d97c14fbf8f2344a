import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "../server/database/connect.ts";
import { createAccount } from "../tests/support/pages/accounts.ts";
import { startBuiltServer } from "../tests/support/sites/built-server.ts";
import { median, timed } from "./support/median.ts";

/**
 * Does the duration of a failed sign-in reveal whether the account exists, and does it delay other
 * requests? Tests the owner's login and the workspace's by username, with and without a second
 * factor. Reference: the same server answering `/healthz` while nobody signs in.
 */
const SAMPLES = 100;
const LARGEST_GAP_MS = 10;

const owner = { email: "owner@example.test", password: "correct horse battery" };
const server = await startBuiltServer({
  env: {
    FOYER_OWNER_EMAIL: owner.email,
    FOYER_OWNER_PASSWORD: owner.password,
    FOYER_TRUST_PROXY: "on",
  },
});
const { publishableKey } = await server.secrets();
const sql = connect((await readFile(join(server.dataDir, "postgres.url"), "utf8")).trim());

try {
  await compare("failed sign-in", (n, known) =>
    attempt(known ? owner.email : `nobody-${n}@example.test`, n),
  );
  const { id, username } = await createAccount({ ...server, sql }, "workspace");
  await hashAsInProduction(id);
  await compare("workspace login", (n, known) => enter(known ? username : `nobody-${n}`, n));

  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret)
    select gen_random_uuid(), user_id, 'totp', 'verified', 'v1.sealed' from private.members`;
  await compare("sign-in, factor set", (n, known) =>
    attempt(known ? owner.email : `nobody-${n}@example.test`, n),
  );
  await compare("workspace, factor set", (n, known) => enter(known ? username : `nobody-${n}`, n));

  const idle = await healthTimes(100);
  let signingIn = true;
  const load = (async () => {
    for (let n = 0; signingIn; n += 8) {
      await Promise.all(
        Array.from({ length: 8 }, (_, k) => attempt(`load-${n + k}@a.test`, n + k)),
      );
    }
  })();
  const busy = await healthTimes(100);
  signingIn = false;
  await load;
  const [quiet, loaded] = [percentile(idle, 0.99), percentile(busy, 0.99)];
  console.log(`/healthz, nobody signing in      ${quiet.toFixed(1)} ms at the 99th percentile`);
  console.log(`/healthz, eight at a time        ${loaded.toFixed(1)} ms at the 99th percentile`);
} finally {
  await sql.end();
  await server.stop();
}

/** Measures attempts with a known and an unknown name, and their difference. */
async function compare(
  what: string,
  act: (n: number, known: boolean) => Promise<void>,
): Promise<void> {
  const times = { known: [] as number[], unknown: [] as number[] };
  await act(0, true);
  for (let n = 1; n <= SAMPLES; n++) {
    // Pairs run in alternating order, so that other load on the machine affects both equally.
    const pair = ["known", "unknown"] as const;
    for (const kind of n % 2 ? pair : [...pair].reverse()) {
      times[kind].push(await timedWithoutLimits(() => act(n, kind === "known")));
    }
  }
  const gap = Math.abs(median(times.known.map((time, n) => time - (times.unknown[n] ?? 0))));
  for (const kind of ["known", "unknown"] as const) {
    const label = `${what}, ${kind} account`.padEnd(33);
    console.log(`${label}${median(times[kind]).toFixed(1)} ms median of ${SAMPLES}`);
  }
  console.log(`gap, median of the pairs         ${gap.toFixed(1)} ms (at most ${LARGEST_GAP_MS})`);
  if (gap > LARGEST_GAP_MS) process.exitCode = 1;
}

/** Replaces the account's hash, because hashes in tests have a lower cost. */
async function hashAsInProduction(id: string): Promise<void> {
  const { secretKey } = await server.secrets();
  const response = await fetch(`${server.origin}/auth/v1/admin/users/${id}`, {
    method: "PUT",
    headers: { apikey: secretKey, "content-type": "application/json" },
    body: JSON.stringify({ password: "a password hashed at full cost" }),
  });
  if (!response.ok) throw new Error(`The password was not set: ${response.status}.`);
}

function attempt(email: string, n: number): Promise<void> {
  return refused("/auth/v1/token?grant_type=password", n, { email, password: "not the password" });
}

function enter(identifier: string, n: number): Promise<void> {
  return refused("/functions/v1/workspace-sign-in", n, { identifier, password: "not this either" });
}

async function refused(path: string, n: number, body: object): Promise<void> {
  const response = await fetch(`${server.origin}${path}`, {
    method: "POST",
    headers: {
      apikey: publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  if (response.status !== 400) throw new Error(`Expected a refusal, got ${response.status}.`);
}

/**
 * Clears the counters outside of the measured time, because the known account would otherwise be
 * locked.
 */
async function timedWithoutLimits(act: () => Promise<void>): Promise<number> {
  await sql`truncate gateway.rate_limits`;
  return timed(act);
}

async function healthTimes(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const start = performance.now();
    await (await fetch(`${server.origin}/healthz`)).arrayBuffer();
    times.push(performance.now() - start);
  }
  return times;
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
