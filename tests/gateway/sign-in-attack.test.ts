import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SIGN_IN_LIMITS } from "../../server/auth/sign-in-limits.ts";
import { createRateLimits } from "../../server/limits/rate-limits.ts";
import { setOwner } from "../../server/owner/account.ts";
import { ageRateLimitHits } from "../support/databases/age-rate-limit-hits.ts";
import { quickPasswords } from "../support/quick-passwords.ts";
import {
  resetUsersAndLimits,
  service,
  signInOwner,
  signInStranger,
  startTestGateway,
  type TestGateway,
} from "../support/sites/gateway.ts";

const owner = { email: "owner@example.test", password: "correct horse battery" };
const workspace = { email: "back@room.example", username: "Backroom", password: "a quiet room" };

/** An address from which the owner has signed in before, and addresses of an attacker. */
const home = "192.0.2.1";
const attackers = Array.from({ length: 50 }, (_, n) => `198.51.100.${n + 1}`);

let gateway: TestGateway;
/** Number of password comparisons, which is the number of guesses that were not blocked. */
let guesses = 0;

beforeAll(async () => {
  gateway = await startTestGateway({
    environment: { FOYER_TRUST_PROXY: "on" },
    gateway: {
      passwords: {
        ...quickPasswords,
        verify: (password, hash) => {
          guesses += 1;
          return quickPasswords.verify(password, hash);
        },
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  await resetUsersAndLimits(gateway);
  await setOwner({ database: gateway.database, passwords: quickPasswords }, owner);
  guesses = 0;
});

interface Attempt {
  email?: string;
  password?: string;
  from?: string;
  /** The value of the Cookie header. */
  cookie?: string;
}

function attempt({ email = owner.email, password = "wrong", from = home, cookie }: Attempt = {}) {
  return post("/auth/v1/token?grant_type=password", { email, password }, from, cookie);
}

function enter(identifier: string, password: string, from = home, cookie?: string) {
  return post("/functions/v1/workspace-sign-in", { identifier, password }, from, cookie);
}

function post(path: string, body: object, from: string, cookie?: string): Promise<Response> {
  return fetch(`${gateway.url}${path}`, {
    method: "POST",
    headers: {
      apikey: gateway.secrets.publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": from,
      ...(cookie ? { cookie } : {}),
    },
    body: JSON.stringify(body),
  });
}

/** The cookie set by a response, as a browser sends it back. */
const cookieOf = (response: Response) => response.headers.get("set-cookie")?.split(";")[0] ?? "";

/** Distributes this many guesses over the addresses, one round of all addresses at a time. */
async function attack(times: number, guess: (from: string, n: number) => Promise<Response>) {
  const statuses: number[] = [];
  for (let begin = 0; begin < times; begin += attackers.length) {
    const round = attackers.map((from, n) => guess(from, begin + n));
    statuses.push(...(await Promise.all(round)).map(({ status }) => status));
  }
  return statuses;
}

/** Simulates the state after hours of guessing at one name from many addresses. */
async function attackForHours(guess: (from: string) => Promise<Response>): Promise<void> {
  await guess("203.0.113.250");
  await gateway.database.sql`update gateway.rate_limits
    set hits = array_fill(now(), array[200]) where key like ${`${SIGN_IN_LIMITS.account.name}:%`}`;
}

describe("250 wrong attempts from 50 addresses", () => {
  it("250 wrong attempts from 50 addresses do not lock the owner out on a known device or at a known address", async () => {
    const first = await attempt({ ...owner, from: "203.0.113.5" });
    const cookie = cookieOf(first);
    expect((await attempt({ ...owner, from: home })).status).toBe(200);
    guesses = 0;

    const statuses = await attack(250, (from, n) => attempt({ from, password: `guess ${n}` }));
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(guesses).toBeLessThan(110);

    // After hours of guessing, even the right password is refused from unknown addresses.
    await attackForHours((from) => attempt({ from }));
    expect((await attempt({ ...owner, from: "203.0.113.77" })).status).toBe(429);
    // First the known device from an attacker's address, then a known address without the device.
    expect((await attempt({ ...owner, from: attackers[0] ?? "", cookie })).status).toBe(200);
    expect((await attempt({ ...owner, from: home })).status).toBe(200);
  });

  it("250 wrong attempts from 50 addresses do not lock the workspace user out either", async () => {
    await createWorkspaceUser();
    const cookie = cookieOf(await enter(workspace.username, workspace.password, "203.0.113.5"));
    expect(cookie).not.toBe("");
    await attack(50, (from) => enter(workspace.username, "wrong", from));
    await attackForHours((from) => enter(workspace.username, "wrong", from));
    expect((await enter("backroom", workspace.password, "203.0.113.77")).status).toBe(429);
    const known = await enter("backroom", workspace.password, attackers[0], cookie);
    expect(known.status).toBe(200);
  });

  it("npm run owner resets the count of 250 wrong attempts from 50 addresses", async () => {
    await attackForHours((from) => attempt({ from }));
    expect((await attempt({ ...owner, from: "203.0.113.9" })).status).toBe(429);
    for (let n = 0; n < 9; n++) await attempt({ from: "203.0.113.8" });
    await setOwner({ database: gateway.database, passwords: quickPasswords }, owner);
    expect((await attempt({ ...owner, from: "203.0.113.8" })).status).toBe(200);
  });
});

describe("a day of guessing at one name", () => {
  it("a day of guessing at one name from changing addresses allows at most 330 guesses, slowed down after the first hundred", async () => {
    const limits = await createRateLimits(gateway.database.sql, "a key of its own");
    let [seconds, allowed, longest] = [0, 0, 0];
    while (seconds < 86_400) {
      const hit = await limits.hit(SIGN_IN_LIMITS.account, "somebody");
      if (hit.allowed) {
        allowed += 1;
        continue;
      }
      longest = Math.max(longest, hit.retryAfterSeconds);
      seconds += hit.retryAfterSeconds;
      await ageRateLimitHits(gateway, hit.retryAfterSeconds);
    }
    limits.close();
    expect(longest).toBe(600);
    expect(allowed).toBeGreaterThan(250);
    expect(allowed).toBeLessThanOrEqual(330);
  });

  it("a day of guessing at one name from a known device allows a hundred guesses, nine per five minutes", async () => {
    const cookie = cookieOf(await attempt(owner));
    guesses = 0;
    for (let round = 0; round < 14; round++) {
      for (let n = 0; n < 10; n++) await attempt({ cookie });
      expect(guesses).toBe(Math.min(100, (round + 1) * 9));
      await ageRateLimitHits(gateway, 301);
    }
  });
});

describe("a known device", () => {
  it("a known device has its own counter, separate from its address and the account", async () => {
    const cookie = cookieOf(await attempt(owner));
    for (let n = 1; n <= 9; n++) expect((await attempt({ cookie })).status).toBe(400);
    expect((await attempt({ ...owner, cookie })).status).toBe(429);
    expect((await attempt(owner)).status).toBe(200);
  });

  it("a known device is identified by a cookie that scripts cannot read and other sites cannot send", async () => {
    const set = (await attempt(owner)).headers.get("set-cookie");
    expect(set).toMatch(
      /^foyer-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
    const again = await attempt({ ...owner, cookie: set?.split(";")[0] ?? "" });
    expect(again.headers.get("set-cookie")).toBe(set);
    expect((await attempt()).headers.get("set-cookie")).toBeNull();
  });

  it("a known device on https has a cookie that no other host can set, and keeps its id from an earlier version", async () => {
    const plain = cookieOf(await attempt(owner));
    const id = plain.split("=")[1];
    const proxied = await startTestGateway({
      database: gateway.database,
      secrets: gateway.secrets,
      environment: { FOYER_PUBLIC_URL: "https://portfolio.example" },
    });
    try {
      const cookiesFor = async (cookie: string) => {
        const { headers } = await fetch(`${proxied.url}/auth/v1/token?grant_type=password`, {
          method: "POST",
          headers: { apikey: gateway.secrets.publishableKey, cookie },
          body: JSON.stringify(owner),
        });
        return headers.getSetCookie();
      };
      const own = `__Host-foyer-device=${id}`;
      const rest = "Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure";
      const removed = "foyer-device=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict";
      expect(await cookiesFor(plain)).toEqual([`${own}; ${rest}`, removed]);
      // Another host of the domain can only set a cookie with the other name.
      const planted = `foyer-device=${"x".repeat(43)}`;
      for (const sent of [`${own}; ${planted}`, `${planted}; ${own}`]) {
        expect((await cookiesFor(sent))[0]).toBe(`${own}; ${rest}`);
      }
    } finally {
      await proxied.stop();
    }
  });

  it("a known device is known for its own account only, and only until it expires", async () => {
    const stranger = await signInStranger(gateway);
    const cookie = cookieOf(await attempt({ ...stranger, from: "203.0.113.5" }));
    await attackForHours((from) => attempt({ from }));
    for (const sent of [cookie, "foyer-device=x", `foyer-device=${"x".repeat(43)}`]) {
      const tried = await attempt({ ...owner, from: "203.0.113.5", cookie: sent });
      expect([sent, tried.status]).toEqual([sent, 429]);
    }
    await gateway.database.sql`delete from gateway.rate_limits`;
    const own = cookieOf(await attempt({ ...owner, from: "203.0.113.6" }));
    await gateway.database.sql`update gateway.known_clients set expires_at = now()`;
    await attackForHours((from) => attempt({ from }));
    const late = await attempt({ ...owner, from: "203.0.113.6", cookie: own });
    expect(late.status).toBe(429);
  });

  it("a known device and a known address are stored only as hashes", async () => {
    const cookie = cookieOf(await attempt(owner));
    const rows = await gateway.database.sql`select * from gateway.known_clients`;
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(home);
    expect(JSON.stringify(rows)).not.toContain(cookie.split("=")[1]);
  });
});

describe("a username", () => {
  it("a username is counted by the visitor's address, not the server's", async () => {
    const from = (address: string, n: number) => enter(`guess ${n}`, "x", `6.6.6.6, ${address}`);
    for (let n = 1; n <= 9; n++) expect((await from("203.0.113.1", n)).status).toBe(400);
    expect((await from("203.0.113.1", 10)).status).toBe(429);
    expect((await from("203.0.113.2", 10)).status).toBe(400);
  });
});

describe("the typed name", () => {
  it("the typed name has its own limit, so that an email and a username do not reveal that they share an account", async () => {
    await createWorkspaceUser();
    await attackForHours((from) => enter(workspace.username, "wrong", from));
    expect((await enter(` ${workspace.username.toUpperCase()} `, "x", "203.0.113.1")).status).toBe(
      429,
    );
    expect((await enter(workspace.email, "x", "203.0.113.2")).status).toBe(400);
    expect((await attempt({ email: workspace.email, from: "203.0.113.3" })).status).toBe(400);
  });

  it.each([
    ["known", workspace.email],
    ["unknown", "nobody@room.example"],
  ])("a typed name with a %s email shares one limit across both logins", async (_name, email) => {
    await createWorkspaceUser();
    await attackForHours((from) => attempt({ email, from }));
    expect((await enter(email.toUpperCase(), "x", "203.0.113.1")).status).toBe(429);
    expect((await enter("somebody else", "x", "203.0.113.1")).status).toBe(400);
  });

  it("the typed name is accepted only from the site's own functions", async () => {
    const claim = (name: string) =>
      fetch(`${gateway.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: {
          apikey: gateway.secrets.publishableKey,
          "x-forwarded-for": "203.0.113.1",
          "x-foyer-typed-name": name,
        },
        body: JSON.stringify({ email: owner.email, password: "wrong" }),
      });
    await attackForHours((from) => attempt({ from }));
    expect((await claim("0".repeat(64))).status).toBe(429);
  });
});

async function createWorkspaceUser(): Promise<void> {
  const { client } = await signInOwner(gateway);
  const { error } = await client.functions.invoke("workspace-user", {
    body: { action: "create", ...workspace },
  });
  if (error) throw error;
  await gateway.database.sql`delete from gateway.known_clients`;
  expect((await service(gateway).rpc("list_members")).data).toHaveLength(2);
}
