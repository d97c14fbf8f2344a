import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ContractTarget, startContractTarget } from "../../support/contract-target.ts";
import {
  addFactor,
  askToEnroll,
  codeOf,
  type EnrolledFactor,
  enroll,
} from "../../support/second-factor.ts";
import { clientFor } from "../../support/sites/gateway.ts";

let target: ContractTarget;
let hasFactorRoutes: boolean;
beforeAll(async () => {
  target = await startContractTarget();
  const probe = await target.stranger.client.auth.mfa.enroll({
    factorType: "totp",
    friendlyName: "probe",
  });
  hasFactorRoutes = (probe.error?.code as string) !== "not_in_hosted_lab";
  if (!hasFactorRoutes) console.log("The hosted lab has no factor routes: they were not tested.");
});
afterAll(() => target?.stop());

async function signIn() {
  const client = clientFor(target.url, target.publishableKey);
  const { error } = await client.auth.signInWithPassword(target.owner);
  if (error) throw error;
  return client;
}

/** This is all that a backend without factor routes can show; `tests/hosted` tests its policies. */
async function expectNoFactors() {
  const { data } = await target.owner.client.auth.mfa.listFactors();
  expect(data?.all).toEqual([]);
}

describe("the second factor", () => {
  it("the second factor works with supabase-js as on Supabase", async () => {
    if (!hasFactorRoutes) return expectNoFactors();
    const { client } = target.owner;
    const answer = await askToEnroll(target.owner, {
      friendly_name: "phone",
      issuer: "Portfolio",
      current_password: target.owner.password,
    });
    const data = await answer.json();
    expect(data).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "totp",
      friendly_name: "phone",
      totp: {
        qr_code: expect.stringContaining("<svg"),
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\/Portfolio:.*[?&]secret=[A-Z2-7]{32}/),
      },
    });
    const { id, totp } = data;
    const listed = await client.auth.mfa.listFactors();
    expect(listed.data?.all).toMatchObject([{ id, status: "unverified", factor_type: "totp" }]);
    const challenge = await client.auth.mfa.challenge({ factorId: id });
    expect(challenge.data).toMatchObject({ type: "totp", expires_at: expect.any(Number) });
    const challengeId = challenge.data?.id ?? "";
    const wrong = await client.auth.mfa.verify({ factorId: id, challengeId, code: "abcdef" });
    expect(wrong.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    const code = await codeOf(totp.secret, -1);
    const verified = await client.auth.mfa.verify({ factorId: id, challengeId, code });
    expect(verified.error).toBeNull();
    expect(verified.data).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      user: { id: target.owner.id, factors: [{ id, status: "verified", friendly_name: "phone" }] },
    });
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });

    const later = await signIn();
    const before = await later.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(before.data).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    expect((await later.rpc("own_role")).data).toBeNull();
    const refused = await later.auth.mfa.unenroll({ factorId: id });
    expect(refused.error).toMatchObject({ status: 422, code: "insufficient_aal" });
    const next = await codeOf(totp.secret);
    const entered = await later.auth.mfa.challengeAndVerify({ factorId: id, code: next });
    expect(entered.error).toBeNull();
    expect((await later.rpc("own_role")).data).toBe("admin");
    expect((await later.auth.mfa.unenroll({ factorId: id })).data).toEqual({ id });
    expect((await later.rpc("own_role")).data).toBe("admin");
  });

  it("the second factor is listed and removed with the secret key", async () => {
    if (!hasFactorRoutes) return expectNoFactors();
    const person = { client: await signIn(), password: target.owner.password };
    const factor: EnrolledFactor = await addFactor(person);
    await enroll(person, "tablet");
    const { mfa } = target.service.auth.admin;
    const userId = target.owner.id;
    const listed = await mfa.listFactors({ userId });
    expect(listed.data?.factors).toHaveLength(2);
    expect(JSON.stringify(listed)).not.toContain("secret");
    for (const { id } of listed.data?.factors ?? []) {
      expect((await mfa.deleteFactor({ id, userId })).error).toBeNull();
    }
    expect(factor.id).toBe(listed.data?.factors[0]?.id);
    expect((await mfa.deleteFactor({ id: factor.id, userId })).error?.status).toBe(404);
    expect((await person.client.auth.admin.mfa.listFactors({ userId })).error?.status).toBe(403);
    expect((await (await signIn()).rpc("own_role")).data).toBe("admin");
  });
});

describe("one's own account", () => {
  it("a user changes their password with the current one, which ends the other sessions", async () => {
    const { client, email, password } = target.workspace;
    const other = clientFor(target.url, target.publishableKey);
    expect((await other.auth.signInWithPassword({ email, password })).error).toBeNull();
    const chosen = "an entirely different phrase";
    const changed = await client.auth.updateUser({ password: chosen, current_password: password });
    expect(changed.error).toBeNull();
    expect((await client.rpc("own_role")).data).toBe("workspace");
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await other.rpc("own_role")).data).toBeNull();
    expect((await other.auth.refreshSession()).error?.status).toBe(400);
    const old = await other.auth.signInWithPassword({ email, password });
    expect(old.error?.code).toBe("invalid_credentials");
    expect((await other.auth.signInWithPassword({ email, password: chosen })).error).toBeNull();
  });

  it("a user lists their sessions and sign-ins, and ends other sessions with the password", async () => {
    const client = await signIn();
    const other = await signIn();
    const another = await signIn();
    const sessions = await client.rpc("list_own_sessions");
    expect(sessions.error).toBeNull();
    expect(sessions.data[0]).toMatchObject({ is_current: true, user_agent: expect.any(String) });
    const own = await other.rpc("list_own_sessions");
    const { id } = own.data[0];
    const end = async (password: string, session_id?: string) =>
      (await client.rpc("end_own_sessions", { password, session_id })).data;
    const { password } = target.owner;
    expect(await end(`${password}x`, id)).toBe("wrong");
    expect(await end(`${password}x`)).toBe("wrong");
    expect(await end("")).toBe("wrong");
    expect((await other.rpc("own_role")).data).toBe("admin");
    expect(await end(password, id)).toBe("ended");
    expect((await other.rpc("own_role")).data).toBeNull();
    expect((await other.auth.refreshSession()).error?.status).toBe(400);
    expect((await another.rpc("own_role")).data).toBe("admin");
    expect(await end(password)).toBe("ended");
    expect((await another.rpc("own_role")).data).toBeNull();
    expect((await client.rpc("own_role")).data).toBe("admin");
    const signIns = await client.rpc("list_own_sign_ins");
    expect(signIns.data.slice(0, 4)).toMatchObject([
      { outcome: "wrong_password", attempts: 3, is_open: false },
      { outcome: "signed_in", is_open: false, is_current: false },
      { outcome: "signed_in", is_open: false, is_current: false },
      { outcome: "signed_in", is_open: true, is_current: true },
    ]);
  });
});
