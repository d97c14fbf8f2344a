import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Passwords } from "../../server/auth/passwords.ts";
import { setOwner } from "../../server/owner-account.ts";
import {
  forgetEverybody,
  signInOwner,
  signInStranger,
  startTestGateway,
  type TestGateway,
  visitor,
} from "../support/gateway.ts";
import { quickPasswords } from "../support/quick-passwords.ts";

let gateway: TestGateway;
/** The hashes compared against, one per comparison; null for an account nobody has. */
let compared: (string | null)[];

beforeAll(async () => {
  gateway = await startTestGateway({
    environment: { FOYER_TRUST_PROXY: "on" },
    gateway: { passwords: counting(quickPasswords) },
  });
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  await forgetEverybody(gateway);
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

  it("of one account are refused by the tenth within five minutes, from wherever they come", async () => {
    for (let n = 1; n <= 9; n++) {
      const failed = await attempt({}, `198.51.100.${n}`);
      expect(failed.status).toBe(400);
      expect(await failed.json()).toEqual({
        code: 400,
        error_code: "invalid_credentials",
        msg: "Invalid login credentials",
      });
    }
    const tenth = await attempt({}, "198.51.100.10");
    expect(tenth.status).toBe(429);
    expect(await tenth.json()).toMatchObject({ code: 429, error_code: "over_request_rate_limit" });
    const wait = Number(tenth.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(200);
    expect(wait).toBeLessThanOrEqual(300);
    // The right password does not tell itself apart either.
    expect((await attempt(owner, "198.51.100.11")).status).toBe(429);
    expect(compared).toHaveLength(9);
  });

  it("of one address are refused by the tenth, whichever accounts they try", async () => {
    for (let n = 1; n <= 9; n++) {
      expect((await attempt({ email: `someone-${n}@example.test` })).status).toBe(400);
    }
    expect((await attempt({ email: "someone-10@example.test" })).status).toBe(429);
    expect((await attempt(owner)).status).toBe(429);
    expect((await attempt(owner, "198.51.100.1")).status).toBe(200);
  });

  it("are not let through by coming all at once", async () => {
    const all = await statuses(Array.from({ length: 60 }, () => attempt()));
    expect(all.filter((status) => status === 400)).toHaveLength(9);
    expect(all.filter((status) => status === 429)).toHaveLength(51);
    expect(compared).toHaveLength(9);
  });

  it("are forgotten after five minutes", async () => {
    for (let n = 1; n <= 10; n++) await attempt();
    await gateway.database.sql`update gateway.rate_limits set hits = (
      select coalesce(array_agg(hit - interval '301 seconds'), '{}') from unnest(hits) as hit)`;
    expect((await attempt(owner)).status).toBe(200);
  });

  it("spell the account's name differently in vain", async () => {
    for (let n = 1; n <= 9; n++) {
      const email = n % 2 ? "OWNER@Example.Test" : " owner@example.test ";
      expect((await attempt({ email }, `198.51.100.${n}`)).status).toBe(400);
    }
    expect((await attempt({}, "198.51.100.10")).status).toBe(429);
  });

  it("do the same work and say the same for an unknown account as for a known one", async () => {
    // With a password hashed as a site hashes it.
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

  it("say the same about an account that is banned, unconfirmed or without a password", async () => {
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
  it("are not counted", async () => {
    await signInOwner(gateway);
    for (let n = 1; n <= 12; n++) expect((await attempt(owner)).status).toBe(200);
  });

  it("are refused to a banned and to an unconfirmed account", async () => {
    const stranger = await signInStranger(gateway);
    const { sql } = gateway.database;
    await sql`update auth.users set banned_until = now() + interval '1 day' where id = ${stranger.id}`;
    expect(await (await attempt(stranger)).json()).toMatchObject({ error_code: "user_banned" });
    await sql`update auth.users set banned_until = null, email_confirmed_at = null where id = ${stranger.id}`;
    expect(await (await attempt(stranger)).json()).toMatchObject({
      error_code: "email_not_confirmed",
    });
  });

  it("lose against a password change that happens meanwhile", async () => {
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

describe("a bad request to sign in", () => {
  it.each([
    ["not JSON", "{", "bad_json"],
    ["no object", "[]", "bad_json"],
    ["empty", "{}", "validation_failed"],
    ["no email", '{"password":"x"}', "validation_failed"],
    ["an object for the email", '{"email":{"like":"%"},"password":"x"}', "validation_failed"],
    ["a number for the password", '{"email":"a@b.co","password":1}', "validation_failed"],
    ["a NUL in the email", '{"email":"a\\u0000@b.co","password":"x"}', "validation_failed"],
  ])("%s is refused without any work", async (_name, body, code) => {
    const response = await fetch(`${gateway.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: gateway.secrets.publishableKey },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: code });
    expect(compared).toHaveLength(0);
  });

  it("that is too large is not read", async () => {
    const response = await fetch(`${gateway.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: gateway.secrets.publishableKey },
      body: JSON.stringify({ email: "a@b.co", password: "x".repeat(100_000) }),
    });
    expect(response.status).toBe(413);
  });
});
