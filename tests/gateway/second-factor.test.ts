import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addFactor, askToEnroll, codeOf, enroll, forgetCodes } from "../support/second-factor.ts";
import {
  type Person,
  resetUsersAndLimits,
  service,
  signIn,
  signInOwner,
  startTestGateway,
  type TestGateway,
  tokenOf,
  visitor,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
/** Another server process on the same database. */
let second: TestGateway;
let owner: Person;

beforeAll(async () => {
  gateway = await startTestGateway({ environment: { FOYER_PUBLIC_URL: "http://localhost" } });
  const { database, secrets } = gateway;
  second = await startTestGateway({
    database,
    secrets,
    environment: { FOYER_PUBLIC_URL: "http://localhost" },
  });
});
afterAll(async () => {
  await second?.stop();
  await gateway?.stop();
});
beforeEach(async () => {
  await resetUsersAndLimits(gateway);
  owner = await signInOwner(gateway);
});

/** A session that has not verified its second factor yet. */
const halfSignedIn = () => signIn(gateway, owner);

async function makeCodes(person = owner): Promise<string[]> {
  const { data, error } = await person.client.rpc("create_recovery_codes");
  if (error) throw new Error(error.message);
  return data;
}

const useCode = async ({ client }: Person, code = "") =>
  (await client.rpc("use_recovery_code", { code })).data;

const roleOf = async (person: Person) => (await person.client.rpc("own_role")).data;

async function ask(token: string, path: string, body: object, site = gateway): Promise<Response> {
  return fetch(`${site.url}/auth/v1/factors${path}`, {
    method: "POST",
    headers: {
      apikey: gateway.secrets.publishableKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
}

async function logOut(token: string, scope: string): Promise<void> {
  const answer = await fetch(`${gateway.url}/auth/v1/logout?scope=${scope}`, {
    method: "POST",
    headers: { apikey: gateway.secrets.publishableKey, authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(204);
}

async function challengeOf(token: string, factorId: string, site = gateway): Promise<string> {
  return (await (await ask(token, `/${factorId}/challenge`, {}, site)).json()).id;
}

describe("a second factor", () => {
  it("a second factor is required by the role as soon as it is verified", async () => {
    const factor = await enroll(owner);
    const other = await signIn(gateway, owner);
    expect(await roleOf(other)).toBe("admin");
    const before = await tokenOf(owner.client);
    await factor.verify(owner.client);
    expect(await roleOf(owner)).toBe("admin");
    // Other sessions end; a token issued before the code stays without access.
    expect(await roleOf(other)).toBeNull();
    expect((await other.client.auth.refreshSession()).error?.status).toBe(400);
    const old = await fetch(`${gateway.url}/rest/v1/rpc/own_role`, {
      method: "POST",
      headers: { apikey: gateway.secrets.publishableKey, authorization: `Bearer ${before}` },
    });
    expect(await old.json()).toBeNull();
    const later = await signIn(gateway, owner);
    expect(await roleOf(later)).toBeNull();
    expect((await later.client.from("messages").select()).data).toEqual([]);
    await factor.verify(later.client, 1);
    expect(await roleOf(later)).toBe("admin");
    expect(await roleOf(owner)).toBe("admin");
    // The assurance level survives a refresh.
    expect((await later.client.auth.refreshSession()).error).toBeNull();
    expect(await roleOf(later)).toBe("admin");
    const level = await later.client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
      currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }],
    });
  });

  it("a second factor accepts a code once, of concurrent attempts on two servers too", async () => {
    const factor = await addFactor(owner);
    const people = [await signIn(gateway, owner), await signIn(gateway, owner)];
    const tokens = await Promise.all(people.map(({ client }) => tokenOf(client)));
    const code = await codeOf(factor.secret);
    const attempts = tokens.flatMap((token) => [gateway, second].map((site) => ({ token, site })));
    const challenges = await Promise.all(
      attempts.map(({ token, site }) => challengeOf(token, factor.id, site)),
    );
    const answers = await Promise.all(
      attempts.map(({ token, site }, n) =>
        ask(token, `/${factor.id}/verify`, { challenge_id: challenges[n], code }, site),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const [refused] = await Promise.all(
      answers.filter(({ status }) => status === 422).map((answer) => answer.json()),
    );
    expect(refused).toMatchObject({ error_code: "mfa_verification_failed" });
  });

  it("a second factor refuses an earlier code after a later one", async () => {
    const factor = await enroll(owner);
    await factor.verify(owner.client, 0);
    await expect(factor.verify(owner.client, -1)).rejects.toMatchObject({
      code: "mfa_verification_failed",
    });
  });

  it("a second factor limits wrong codes like wrong passwords, together with them", async () => {
    const factor = await addFactor(owner);
    const thief = await signIn(gateway, owner);
    const token = await tokenOf(thief.client);
    for (let n = 1; n <= 4; n++) {
      const wrong = { email: owner.email, password: "wrong password" };
      const { error } = await visitor(gateway).auth.signInWithPassword(wrong);
      expect(error?.status).toBe(400);
    }
    const challenge_id = await challengeOf(token, factor.id);
    for (let n = 1; n <= 5; n++) {
      const wrong = await ask(token, `/${factor.id}/verify`, { challenge_id, code: "000000" });
      expect(wrong.status).toBe(422);
    }
    const code = await codeOf(factor.secret);
    const refused = await ask(token, `/${factor.id}/verify`, { challenge_id, code });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(200);
    expect((await visitor(gateway).auth.signInWithPassword(owner)).error?.status).toBe(429);
  });

  it("a second factor makes a device known only with the code", async () => {
    const { sql } = gateway.database;
    const factor = await addFactor(owner);
    await sql`delete from gateway.known_clients`;
    const other = await signIn(gateway, owner);
    expect(await sql`select from gateway.known_clients`).toHaveLength(0);
    await factor.verify(other.client);
    expect((await sql`select from gateway.known_clients`).length).toBeGreaterThan(0);
  });

  it("a spare second factor can be added, and removing a factor ends the access of sessions that proved only this factor", async () => {
    const first = await addFactor(owner, "phone");
    const spare = await addFactor(owner, "tablet");
    const listed = await owner.client.auth.mfa.listFactors();
    expect(listed.data?.totp.map(({ friendly_name: name }) => name)).toEqual(["phone", "tablet"]);
    expect(JSON.stringify(listed)).not.toContain(spare.secret);
    const other = await signIn(gateway, owner);
    await forgetCodes(gateway);
    await first.verify(other.client);
    // The owner's own session was last raised by the spare factor.
    expect((await owner.client.auth.mfa.unenroll({ factorId: first.id })).error).toBeNull();
    expect(await roleOf(owner)).toBe("admin");
    expect(await roleOf(other)).toBeNull();
    await spare.verify(other.client);
    expect(await roleOf(other)).toBe("admin");
    expect((await owner.client.auth.mfa.unenroll({ factorId: spare.id })).error?.code).toBe(
      // A sign-in in another browser does not lower this session's level, which the spare factor
      // proves.
      undefined,
    );
    expect(await roleOf(await signIn(gateway, owner))).toBe("admin");
  });

  it("a second factor cannot be added, replaced or removed with the password alone", async () => {
    const planted = await enroll(owner, "planted");
    const factor = await enroll(owner, "phone");
    await factor.verify(owner.client);
    const thief = await signIn(gateway, owner);
    const added = await askToEnroll(thief, { current_password: owner.password });
    expect(added.status).toBe(403);
    expect(await added.json()).toMatchObject({ error_code: "insufficient_aal" });
    // The factor enrolled earlier no longer exists.
    await expect(planted.verify(thief.client)).rejects.toMatchObject({
      code: "mfa_factor_not_found",
    });
    const { sql } = gateway.database;
    await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      select ${planted.id}, user_id, 'planted', factor_type, 'unverified', secret
      from auth.mfa_factors where id = ${factor.id}`;
    await expect(planted.verify(thief.client)).rejects.toMatchObject({ code: "insufficient_aal" });
    // A spare factor that the user is enrolling stays.
    const removed = await thief.client.auth.mfa.unenroll({ factorId: planted.id });
    expect(removed.error).toMatchObject({ status: 422, code: "insufficient_aal" });
    expect((await owner.client.auth.mfa.unenroll({ factorId: planted.id })).error).toBeNull();
  });

  it("a second factor is added with the password only", async () => {
    const { sql } = gateway.database;
    const without = await owner.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "x" });
    expect(without.error).toMatchObject({ status: 400, code: "current_password_required" });
    const guess = await askToEnroll(owner, { current_password: "wrong password" });
    expect((await guess.json()).error_code).toBe("current_password_invalid");
    expect(await sql`select from auth.mfa_factors`).toHaveLength(0);
    // A session that proved the first factor needs the password for the second as well.
    const factor = await addFactor(owner);
    expect((await askToEnroll(owner, { friendly_name: "spare" })).status).toBe(400);
    expect(await sql`select id from auth.mfa_factors`).toEqual([{ id: factor.id }]);
  });

  it("a second factor is removed only just after a code", async () => {
    const { sql } = gateway.database;
    const factor = await addFactor(owner);
    await sql`update auth.mfa_amr_claims set updated_at = now() - interval '2 minutes'`;
    const late = await owner.client.auth.mfa.unenroll({ factorId: factor.id });
    expect(late.error).toMatchObject({ status: 403, code: "reauthentication_needed" });
    await factor.verify(owner.client);
    expect((await owner.client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    expect(await sql`select from auth.mfa_factors`).toHaveLength(0);
  });

  it.each(["global", "local"] as const)(
    "a second factor protects its sessions from a sign-out of %s with the password alone",
    async (scope) => {
      const before = await tokenOf(owner.client);
      await addFactor(owner);
      const thief = await signIn(gateway, owner);
      expect((await thief.client.auth.signOut({ scope })).error).toBeNull();
      // The owner's token from before the code grants no more than a password.
      await logOut(before, scope);
      expect(await roleOf(owner)).toBe("admin");
      expect((await owner.client.auth.refreshSession()).error).toBeNull();
      await logOut(await tokenOf(owner.client), "global");
      expect((await owner.client.auth.refreshSession()).error).not.toBeNull();
    },
  );

  it("a second factor refuses names in use, more than ten, other types and other people's factors", async () => {
    const factor = await enroll(owner, "phone");
    await expect(enroll(owner, "phone")).rejects.toThrow("mfa_factor_name_conflict");
    const phone = await ask(await tokenOf(owner.client), "", { factor_type: "phone" });
    expect(phone.status).toBe(400);
    for (let n = 2; n <= 10; n++) await enroll(owner, `${n}`);
    await expect(enroll(owner, "11")).rejects.toThrow("too_many_enrolled_mfa_factors");
    // Abandoned enrollments make room after five minutes.
    const { sql } = gateway.database;
    await sql`update auth.mfa_factors set created_at = now() - interval '6 minutes'`;
    await enroll(owner, "11");
    expect(await sql`select from auth.mfa_factors`).toHaveLength(1);
    const email = "other@example.test";
    const password = "another long password";
    await service(gateway).auth.admin.createUser({ email, password, email_confirm: true });
    const other = await signIn(gateway, { email, password });
    await expect(factor.verify(other.client)).rejects.toMatchObject({
      code: "mfa_factor_not_found",
    });
  });

  it("a second factor needs an open challenge of its own", async () => {
    const factor = await enroll(owner);
    const token = await tokenOf(owner.client);
    const code = await codeOf(factor.secret);
    const unknown = await ask(token, `/${factor.id}/verify`, { challenge_id: randomUUID(), code });
    expect((await unknown.json()).error_code).toBe("mfa_factor_not_found");
    const challenge_id = await challengeOf(token, factor.id);
    const { sql } = gateway.database;
    await sql`update auth.mfa_challenges set created_at = now() - interval '6 minutes'`;
    const expired = await ask(token, `/${factor.id}/verify`, { challenge_id, code });
    expect((await expired.json()).error_code).toBe("mfa_challenge_expired");
    await sql`delete from gateway.rate_limits`;
    for (let n = 0; n < 20; n++) await challengeOf(token, factor.id);
    const flood = await ask(token, `/${factor.id}/challenge`, {});
    expect(flood.status).toBe(429);
    expect(Number(flood.headers.get("retry-after"))).toBeGreaterThan(200);
    await sql`delete from gateway.rate_limits`;
    await challengeOf(token, factor.id);
    expect(await sql`select from auth.mfa_challenges`).toHaveLength(20);
  });

  it("a second factor stores its secret encrypted, and refuses every code once the keys are replaced", async () => {
    const factor = await addFactor(owner);
    const { sql } = gateway.database;
    const [stored] = await sql`select secret from auth.mfa_factors`;
    expect(stored?.secret).toMatch(/^v1\.[\w-]{60,}$/);
    expect(stored?.secret).not.toContain(factor.secret);
    // The secret was encrypted for another factor, or changed.
    await sql`update auth.mfa_factors set secret = overlay(secret placing 'AAAA' from 10)`;
    await expect(factor.verify(owner.client, 1)).rejects.toMatchObject({
      code: "mfa_verification_failed",
    });
  });
});

describe("a recovery code", () => {
  it("a recovery code signs in once, ends other sessions, and leaves the other codes for the next factor", async () => {
    const { sql } = gateway.database;
    await addFactor(owner);
    const [first, second = ""] = await makeCodes();
    const lost = owner;
    const person = await halfSignedIn();
    expect(await roleOf(person)).toBeNull();
    // The code may be typed without dashes, in capitals, and with letters that resemble digits.
    const typed = (first ?? "").replaceAll("-", " ").toUpperCase().replaceAll("0", "O");
    expect(await useCode(person, typed)).toBe("signed_in");
    expect(await roleOf(person)).toBe("admin");
    expect((await lost.client.auth.refreshSession()).error?.status).toBe(400);
    expect(await roleOf(lost)).toBeNull();
    expect(await sql`select from auth.mfa_factors`).toHaveLength(0);
    expect((await person.client.rpc("recovery_codes_left")).data).toBe(9);
    const signIns = (await person.client.rpc("list_own_sign_ins")).data as { outcome: string }[];
    expect(signIns.map(({ outcome }) => outcome)).toEqual(
      expect.arrayContaining(["recovery_code", "signed_in"]),
    );
    expect(signIns.some(({ outcome }) => outcome === "code_missing")).toBe(false);

    await forgetCodes(gateway);
    await addFactor({ ...person, password: owner.password });
    const later = await halfSignedIn();
    expect(await useCode(later, first)).toBe("wrong");
    expect(await roleOf(later)).toBeNull();
    expect(await useCode(later, second)).toBe("signed_in");
  });

  it("a recovery code submitted to two servers at once signs in one session", async () => {
    await addFactor(owner);
    const [code] = await makeCodes();
    const people = await Promise.all([1, 2, 3, 4].map(halfSignedIn));
    const tokens = await Promise.all(people.map(({ client }) => tokenOf(client)));
    const outcomes = await Promise.all(
      tokens.map(async (token, n) => {
        const answer = await fetch(
          `${[gateway, second][n % 2]?.url}/rest/v1/rpc/use_recovery_code`,
          {
            method: "POST",
            headers: {
              apikey: gateway.secrets.publishableKey,
              authorization: `Bearer ${token}`,
              "content-type": "application/json",
            },
            body: JSON.stringify({ code }),
          },
        );
        return answer.json();
      }),
    );
    // The other sessions have ended.
    expect(outcomes.filter((outcome) => outcome === "signed_in")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(3);
    const { sql } = gateway.database;
    expect(await sql`select from private.recovery_codes`).toHaveLength(9);
    expect(await sql`select from auth.sessions`).toHaveLength(1);
  });

  it("a recovery code is not spent twice when the response was lost", async () => {
    await addFactor(owner);
    const [first, second] = await makeCodes();
    const person = await halfSignedIn();
    expect(await useCode(person, first)).toBe("signed_in");
    expect(await useCode(person, first)).toBe("signed_in");
    expect(await useCode(person, second)).toBe("signed_in");
    expect((await person.client.rpc("recovery_codes_left")).data).toBe(9);
  });

  it("a recovery code cannot be guessed: wrong codes are counted with the app's, per network", async () => {
    const { sql } = gateway.database;
    await addFactor(owner);
    const [code] = await makeCodes();
    const thief = await halfSignedIn();
    const guesses = await Promise.all(
      Array.from({ length: 25 }, (_, n) => useCode(thief, `guess ${n}`)),
    );
    expect(guesses.filter((outcome) => outcome === "wrong")).toHaveLength(20);
    expect(guesses.filter((outcome) => outcome === "limited")).toHaveLength(5);
    expect(await useCode(thief, code)).toBe("limited");
    expect(
      await sql`select outcome, attempts from private.sign_ins where session_id is null
      order by outcome`,
    ).toEqual([
      { outcome: "limited", attempts: 6 },
      { outcome: "wrong_code", attempts: 20 },
    ]);
    expect(await sql`select from auth.mfa_factors`).toHaveLength(1);
    // The account's user is signed in elsewhere.
    const person = await halfSignedIn();
    await sql`update auth.sessions set ip = '203.0.113.0/24' where id = (
      select id from auth.sessions order by created_at desc limit 1)`;
    expect(await useCode(person, code)).toBe("signed_in");
  });

  it("a recovery code of another account, of replaced codes and from an ended session is refused", async () => {
    const { sql } = gateway.database;
    await addFactor(owner);
    const [old] = await makeCodes();
    const [code = ""] = await makeCodes();
    const [ownerRow] = await sql`select user_id from private.members where role = 'admin'`;
    const email = "other@example.test";
    const password = "another long password";
    const made = await service(gateway).auth.admin.createUser({
      email,
      password,
      email_confirm: true,
    });
    const otherId = made.data.user?.id ?? "";
    await sql`insert into private.members (user_id, role) values (${otherId}, 'workspace')`;
    const other = await signIn(gateway, { email, password });
    await forgetCodes(gateway);
    await addFactor(other);
    const theirs = await signIn(gateway, { email, password });
    expect(await useCode(theirs, code)).toBe("wrong");
    expect(await roleOf(theirs)).toBeNull();
    // A code of the other user does not affect the owner's factors.
    await makeCodes(other).then(([own]) => useCode(theirs, own));
    expect(await sql`select user_id from auth.mfa_factors`).toEqual([
      { user_id: ownerRow?.user_id },
    ]);

    const person = await halfSignedIn();
    expect(await useCode(person, old)).toBe("wrong");
    const ended = await tokenOf(person.client);
    await sql`delete from auth.sessions where id = (
      select id from auth.sessions where user_id = ${ownerRow?.user_id}
      order by created_at desc limit 1)`;
    const answer = await fetch(`${gateway.url}/rest/v1/rpc/use_recovery_code`, {
      method: "POST",
      headers: {
        apikey: gateway.secrets.publishableKey,
        authorization: `Bearer ${ended}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ code }),
    });
    expect(await answer.json()).toBeNull();
    expect(await visitor(gateway).rpc("use_recovery_code", { code })).toMatchObject({
      error: { code: "PGRST202" },
    });
    expect(
      (await sql`select from private.recovery_codes where user_id = ${ownerRow?.user_id}`).length,
    ).toBe(10);
  });

  it("a recovery code is made only just after a code, and is useless once the factor was removed", async () => {
    const { sql } = gateway.database;
    const factor = await addFactor(owner);
    const [code] = await makeCodes();
    const half = await halfSignedIn();
    expect((await half.client.rpc("create_recovery_codes")).error?.code).toBe("42501");
    await sql`update auth.mfa_amr_claims set updated_at = now() - interval '3 minutes'`;
    expect((await owner.client.rpc("create_recovery_codes")).error?.code).toBe("42501");
    await factor.verify(owner.client, 1);
    expect((await owner.client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
    // The password suffices now, and the recovery code is not used up.
    const person = await signIn(gateway, owner);
    expect(await roleOf(person)).toBe("admin");
    expect(await useCode(person, code)).toBe("signed_in");
    expect((await person.client.rpc("recovery_codes_left")).data).toBe(10);
    await sql`delete from private.members`;
    expect(await useCode(person, code)).toBeNull();
  });
});
