import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Passwords, PasswordsBusyError } from "../../server/auth/passwords.ts";
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
  visitor,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
/** The hashes compared against, one per comparison; null for an unknown account. */
let compared: (string | null)[];

beforeAll(async () => {
  gateway = await startTestGateway({
    environment: { FOYER_TRUST_PROXY: "on" },
    gateway: { passwords: counting(quickPasswords) },
  });
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  await resetUsersAndLimits(gateway);
  compared = [];
});

function counting(passwords: Passwords): Passwords {
  return {
    ...passwords,
    verify: (password, hash) => {
      compared.push(hash);
      return passwords.verify(password, hash);
    },
  };
}

const owner = { email: "owner@example.test", password: "correct horse battery" };

function attempt(
  { email = owner.email, password = "wrong password" } = {},
  address = "203.0.113.7",
): Promise<Response> {
  return fetch(`${gateway.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: {
      apikey: gateway.secrets.publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": address,
    },
    body: JSON.stringify({ email, password }),
  });
}

async function statuses(attempts: Promise<Response>[]): Promise<number[]> {
  return (await Promise.all(attempts)).map(({ status }) => status);
}

describe("failed sign-ins", () => {
  beforeEach(async () => {
    await signInOwner(gateway);
    compared = [];
  });

  it("failed sign-ins from one address are refused from the tenth within five minutes, whichever accounts they try", async () => {
    for (let n = 1; n <= 9; n++) {
      const failed = await attempt(n % 2 ? {} : { email: `someone-${n}@example.test` });
      expect(failed.status).toBe(400);
      expect(await failed.json()).toEqual({
        code: 400,
        error_code: "invalid_credentials",
        msg: "Invalid login credentials",
      });
    }
    const tenth = await attempt();
    expect(tenth.status).toBe(429);
    expect(await tenth.json()).toMatchObject({ code: 429, error_code: "over_request_rate_limit" });
    const wait = Number(tenth.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(200);
    expect(wait).toBeLessThanOrEqual(300);
    // The right password is refused as well, because its acceptance would reveal it.
    expect((await attempt(owner)).status).toBe(429);
    expect(compared).toHaveLength(9);
    expect((await attempt(owner, "198.51.100.1")).status).toBe(200);
  });

  it("failed sign-ins are limited when sent concurrently", async () => {
    const all = await statuses(Array.from({ length: 60 }, () => attempt()));
    expect(all.filter((status) => status === 400)).toHaveLength(9);
    expect(all.filter((status) => status === 429)).toHaveLength(51);
    expect(compared).toHaveLength(9);
  });

  it("failed sign-ins no longer count after five minutes", async () => {
    for (let n = 1; n <= 10; n++) await attempt();
    await ageRateLimitHits(gateway, 301);
    expect((await attempt(owner)).status).toBe(200);
  });

  it("failed sign-ins cost the same work and return the same text for unknown and known accounts", async () => {
    // The password is hashed at production cost.
    await setOwner({ database: gateway.database }, owner);
    const known = await attempt();
    const unknown = await attempt({ email: "nobody@example.test" });
    expect(compared).toHaveLength(2);
    expect(compared[0]).toMatch(/^\$2[aby]\$10\$/);
    expect(compared[1]).toBeNull();
    expect(unknown.status).toBe(known.status);
    expect(await unknown.text()).toBe(await known.text());
    const shown = ({ headers }: Response) => [...headers].filter(([name]) => name !== "date");
    expect(shown(unknown)).toEqual(shown(known));
  });

  it("failed sign-ins return the same text for a banned, unconfirmed or passwordless account", async () => {
    const { sql } = gateway.database;
    const stranger = await signInStranger(gateway);
    const reference = await (await attempt()).text();
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${stranger.id}`;
    expect(await (await attempt({ email: stranger.email })).text()).toBe(reference);
    await sql`update auth.users set banned_until = null, email_confirmed_at = null where id = ${stranger.id}`;
    expect(await (await attempt({ email: stranger.email })).text()).toBe(reference);
    await sql`update auth.users set encrypted_password = null where id = ${stranger.id}`;
    expect(await (await attempt({ email: stranger.email, password: "" })).text()).toBe(reference);
  });
});

describe("successful sign-ins", () => {
  it("successful sign-ins are not counted", async () => {
    await signInOwner(gateway);
    for (let n = 1; n <= 12; n++) expect((await attempt(owner)).status).toBe(200);
  });

  it("successful sign-ins are not counted while too many passwords wait to be compared", async () => {
    await signInOwner(gateway);
    const busy = await startTestGateway({
      database: gateway.database,
      secrets: gateway.secrets,
      gateway: {
        passwords: { ...quickPasswords, verify: () => Promise.reject(new PasswordsBusyError()) },
      },
    });
    try {
      for (let n = 1; n <= 12; n++) {
        const { error } = await visitor(busy).auth.signInWithPassword(owner);
        expect(error?.status).toBe(429);
      }
      const [counted] = await gateway.database.sql`
        select coalesce(sum(cardinality(hits)), 0) as hits from gateway.rate_limits`;
      expect(Number(counted?.hits)).toBe(0);
    } finally {
      await busy.stop();
    }
  });

  it("successful sign-ins fail when the password is changed meanwhile", async () => {
    const stranger = await signInStranger(gateway);
    const { sql } = gateway.database;
    const slow = await startTestGateway({
      database: gateway.database,
      secrets: gateway.secrets,
      gateway: {
        passwords: {
          ...quickPasswords,
          verify: async () => {
            await sql`update auth.users set encrypted_password = 'changed' where id = ${stranger.id}`;
            return true;
          },
        },
      },
    });
    try {
      const { error } = await visitor(slow).auth.signInWithPassword(stranger);
      expect(error?.code).toBe("invalid_credentials");
    } finally {
      await slow.stop();
    }
  });
});

describe("a password set by the secret key", () => {
  it.each([
    ["short", "abc"],
    ["longer than bcrypt reads", "ü".repeat(40)],
  ])("a password set by the secret key is refused when it is %s", async (_name, password) => {
    const { admin } = service(gateway).auth;
    const email = "weak@example.test";
    const weak = await admin.createUser({ email, password, email_confirm: true });
    expect(weak.error).toMatchObject({ status: 422, code: "weak_password" });
    const person = await signInStranger(gateway);
    const changed = await admin.updateUserById(person.id, { password });
    expect(changed.error).toMatchObject({ status: 422, code: "weak_password" });
  });
});

describe("a bad request to sign in", () => {
  it.each([
    ["not JSON", "{", "bad_json"],
    ["no object", "[]", "bad_json"],
    ["empty", "{}", "validation_failed"],
    ["no email", '{"password":"x"}', "validation_failed"],
    ["an object for the email", '{"email":{"like":"%"},"password":"x"}', "validation_failed"],
    ["a number for the password", '{"email":"a@b.co","password":1}', "validation_failed"],
    ["a NUL in the email", '{"email":"a\\u0000@b.co","password":"x"}', "validation_failed"],
  ])("a body that is invalid (%s) is refused without any work", async (_name, body, code) => {
    const response = await fetch(`${gateway.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: gateway.secrets.publishableKey },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: code });
    expect(compared).toHaveLength(0);
  });

  it("an oversized sign-in request is not read", async () => {
    const response = await fetch(`${gateway.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: gateway.secrets.publishableKey },
      body: JSON.stringify({ email: "a@b.co", password: "x".repeat(100_000) }),
    });
    expect(response.status).toBe(413);
  });
});
