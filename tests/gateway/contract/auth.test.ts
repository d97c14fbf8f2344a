import { randomUUID } from "node:crypto";
import type { Session } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ContractTarget, startContractTarget } from "../../support/contract-target.ts";
import { clientFor, sessionIdOf } from "../../support/sites/gateway.ts";

let target: ContractTarget;
beforeAll(async () => {
  target = await startContractTarget();
});
afterAll(() => target.stop());

const client = () => clientFor(target.url, target.publishableKey);

async function signIn({ email, password } = target.stranger) {
  const own = client();
  const { data, error } = await own.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { own, session: data.session as Session };
}

describe("signing in", () => {
  it("signing in returns a session with everything supabase-js stores", async () => {
    const { session } = await signIn();
    expect(session).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.stringMatching(/^[\w-]{12,}$/),
      user: {
        id: target.stranger.id,
        aud: "authenticated",
        role: "authenticated",
        email: target.stranger.email,
        app_metadata: { provider: "email", providers: ["email"] },
        user_metadata: expect.any(Object),
        is_anonymous: false,
      },
    });
    expect(session.expires_at).toBeGreaterThan(Date.now() / 1000 + 3500);
    for (const time of [
      "created_at",
      "updated_at",
      "last_sign_in_at",
      "email_confirmed_at",
    ] as const) {
      expect(session.user[time]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
    }
    const [identity] = session.user.identities ?? [];
    expect(identity).toMatchObject({
      provider: "email",
      user_id: target.stranger.id,
      identity_data: { email: target.stranger.email, sub: target.stranger.id },
    });
    expect(JSON.stringify(session)).not.toMatch(/\$2[aby]\$|encrypted_password/);
  });

  it("signing in includes the claims that other services read in the token", async () => {
    const { session } = await signIn();
    const [, payload = ""] = session.access_token.split(".");
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({
      sub: target.stranger.id,
      role: "authenticated",
      aud: "authenticated",
      aal: "aal1",
      email: target.stranger.email,
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iss: expect.stringMatching(/\/auth\/v1$/),
      amr: [{ method: "password", timestamp: expect.any(Number) }],
    });
  });

  it("signing in ignores the case of the email", async () => {
    const { email, password } = target.stranger;
    const { error } = await client().auth.signInWithPassword({
      email: email.toUpperCase(),
      password,
    });
    expect(error).toBeNull();
  });

  it("signing in fails identically with a wrong password and an unknown email", async () => {
    const wrong = await client().auth.signInWithPassword({
      email: target.stranger.email,
      password: "wrong password",
    });
    const unknown = await client().auth.signInWithPassword({
      email: `${randomUUID()}@example.test`,
      password: "wrong password",
    });
    for (const { error, data } of [wrong, unknown]) {
      expect(data).toEqual({ user: null, session: null });
      expect(error).toMatchObject({
        status: 400,
        code: "invalid_credentials",
        message: "Invalid login credentials",
      });
    }
  });
});

describe("a session", () => {
  it("a session is refreshed with a new refresh token and the same session", async () => {
    const { own, session } = await signIn();
    const { data, error } = await own.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    expect(data.user?.id).toBe(target.stranger.id);
    const refreshed = sessionIdOf(data.session?.access_token ?? "");
    expect(refreshed).toBe(sessionIdOf(session.access_token));
    expect((await own.auth.getUser()).data.user?.email).toBe(target.stranger.email);
  });

  it("a session passed to another client works like one of its own", async () => {
    const { session } = await signIn();
    const other = client();
    const { error } = await other.auth.setSession(session);
    expect(error).toBeNull();
    expect((await other.auth.getUser()).data.user?.id).toBe(target.stranger.id);
  });

  it("a session ends locally without ending the others", async () => {
    const [a, b] = [await signIn(), await signIn()];
    expect((await a.own.auth.signOut({ scope: "local" })).error).toBeNull();
    const { error } = await client().auth.getUser(a.session.access_token);
    expect(error?.name).toBe("AuthSessionMissingError");
    expect((await b.own.auth.getUser()).error).toBeNull();
  });

  it("a session ends with supabase-js's default sign-out", async () => {
    const { own, session } = await signIn();
    expect((await own.auth.signOut()).error).toBeNull();
    const refreshed = await own.auth.refreshSession({ refresh_token: session.refresh_token });
    expect(refreshed.error?.status).toBe(400);
  });
});

describe("the admin API", () => {
  const created: string[] = [];
  afterAll(async () => {
    for (const id of created) await target.service.auth.admin.deleteUser(id);
  });

  async function create(attributes: object = {}) {
    const email = `${randomUUID()}@example.test`;
    const { data, error } = await target.service.auth.admin.createUser({
      email,
      password: "a long password",
      email_confirm: true,
      ...attributes,
    });
    if (error) throw error;
    created.push(data.user.id);
    return { id: data.user.id, email, user: data.user };
  }

  it("the admin API creates a user who can sign in, with metadata", async () => {
    const { email, user } = await create({
      user_metadata: { name: "Ada" },
      app_metadata: { plan: "none" },
    });
    expect(user).toMatchObject({
      email,
      user_metadata: { name: "Ada" },
      app_metadata: { plan: "none", provider: "email", providers: ["email"] },
    });
    const { error } = await client().auth.signInWithPassword({
      email,
      password: "a long password",
    });
    expect(error).toBeNull();
  });

  it("the admin API does not let an unconfirmed user sign in", async () => {
    const { email } = await create({ email_confirm: false });
    const { error } = await client().auth.signInWithPassword({
      email,
      password: "a long password",
    });
    expect(error?.code).toBe("email_not_confirmed");
  });

  it("the admin API finds, lists and counts users", async () => {
    const { id, email } = await create();
    const found = await target.service.auth.admin.getUserById(id);
    expect(found.data.user?.email).toBe(email);
    const listed = await target.service.auth.admin.listUsers({ page: 1, perPage: 1 });
    expect(listed.error).toBeNull();
    expect(listed.data.users).toHaveLength(1);
    expect(listed.data).toMatchObject({ total: expect.any(Number), nextPage: 2 });
    const all = await target.service.auth.admin.listUsers({ perPage: 1000 });
    expect(all.data.users.map((user) => user.id)).toContain(id);
  });

  it("the admin API changes email and password", async () => {
    const { id, email } = await create();
    const changed = `changed-${email}`;
    const saved = await target.service.auth.admin.updateUserById(id, {
      email: changed,
      password: "another password",
    });
    expect(saved.error).toBeNull();
    expect(saved.data.user?.email).toBe(changed);
    const old = await client().auth.signInWithPassword({ email, password: "a long password" });
    expect(old.error?.code).toBe("invalid_credentials");
    const fresh = await client().auth.signInWithPassword({
      email: changed,
      password: "another password",
    });
    expect(fresh.error).toBeNull();
    const kept = await target.service.auth.admin.updateUserById(id, { user_metadata: { a: 1 } });
    expect(kept.data.user?.user_metadata).toMatchObject({ a: 1 });
  });

  it("the admin API bans temporarily and lifts the ban", async () => {
    const { id, email } = await create();
    await target.service.auth.admin.updateUserById(id, { ban_duration: "1h" });
    const banned = await client().auth.signInWithPassword({ email, password: "a long password" });
    expect(banned.error?.code).toBe("user_banned");
    await target.service.auth.admin.updateUserById(id, { ban_duration: "none" });
    const back = await client().auth.signInWithPassword({ email, password: "a long password" });
    expect(back.error).toBeNull();
  });

  it("the admin API deletes a user permanently", async () => {
    const { id, email } = await create();
    expect((await target.service.auth.admin.deleteUser(id)).error).toBeNull();
    expect((await target.service.auth.admin.getUserById(id)).error?.status).toBe(404);
    const gone = await client().auth.signInWithPassword({ email, password: "a long password" });
    expect(gone.error?.code).toBe("invalid_credentials");
  });

  it("the admin API refuses a taken email, an invalid one and an unknown user", async () => {
    const { email } = await create();
    const { admin } = target.service.auth;
    const taken = await admin.createUser({
      email: email.toUpperCase(),
      password: "a long password",
    });
    expect(taken.error).toMatchObject({ status: 422, code: "email_exists" });
    const bad = await admin.createUser({ email: "no address", password: "a long password" });
    expect(bad.error?.status).toBe(400);
    const unknown = await admin.updateUserById(randomUUID(), { password: "a long password" });
    expect(unknown.error).toMatchObject({ status: 404, code: "user_not_found" });
  });

  it("the admin API is for the secret key only", async () => {
    for (const caller of [client(), target.stranger.client, target.owner.client]) {
      const refused = await caller.auth.admin.listUsers();
      expect([401, 403]).toContain(refused.error?.status);
      const created = await caller.auth.admin.createUser({
        email: `${randomUUID()}@example.test`,
        password: "a long password",
      });
      expect([401, 403]).toContain(created.error?.status);
    }
  });
});
