import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addFactor } from "../support/second-factor.ts";
import {
  type Person,
  resetUsersAndLimits,
  service,
  signIn,
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  visitor,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let owner: Person;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway?.stop());
beforeEach(async () => {
  await resetUsersAndLimits(gateway);
  owner = await signInOwner(gateway);
});

const NEW_PASSWORD = "an entirely different phrase";
const roleOf = async (person: Person) => (await person.client.rpc("own_role")).data;

describe("a user's own password", () => {
  it.each([
    ["without the current one", NEW_PASSWORD, undefined, 400, "current_password_required"],
    ["with a wrong current one", NEW_PASSWORD, "wrong", 400, "current_password_invalid"],
    ["when nine characters long", "4f9!kq2zx", "right", 422, "weak_password"],
    ["when common", "Password1234!", "right", 422, "weak_password"],
    ["when a sequence", "12345678901", "right", 422, "weak_password"],
    ["when the owner's name", "Ada-Lovelace-1815", "right", 422, "weak_password"],
    ["when the workspace user's name", "b4ckr00m-b4ckr00m", "right", 422, "weak_password"],
    ["when the product's name", "Foyer-Portfolio-2026", "right", 422, "weak_password"],
    ["when longer than bcrypt reads", "x9".repeat(37), "right", 422, "weak_password"],
    ["when unchanged", "correct horse battery", "right", 422, "same_password"],
  ])("a user's own password is refused %s", async (_, password, current, status, code) => {
    await gateway.database.sql`insert into personal_info (key, value)
      values ('displayName', 'Ada'), ('fullName', 'Ada Lovelace')
      on conflict (key) do update set value = excluded.value`;
    const { id, email } = await signInWorkspaceUser(gateway);
    await gateway.database.sql`insert into workspace_users (user_id, email, username)
      values (${id}, ${email}, 'backroom')`;
    const currentPassword = current === "right" ? owner.password : current;
    const { error } = await owner.client.auth.updateUser({
      password,
      ...(currentPassword && { current_password: currentPassword }),
    });
    expect(error).toMatchObject({ status, code });
    expect((await visitor(gateway).auth.signInWithPassword(owner)).error).toBeNull();
  });

  it("wrong current passwords are limited like failed sign-ins", async () => {
    const attempt = (current_password: string) =>
      owner.client.auth.updateUser({ password: NEW_PASSWORD, current_password });
    const wrong = await Promise.all(Array.from({ length: 20 }, () => attempt("wrong")));
    expect(wrong.filter(({ error }) => error?.status === 400)).toHaveLength(9);
    expect((await attempt(owner.password)).error?.status).toBe(429);
  });

  it("a user's own password needs the second factor once there is one", async () => {
    const factor = await addFactor(owner);
    const thief = await signIn(gateway, owner);
    const change = { password: NEW_PASSWORD, current_password: owner.password };
    expect((await thief.client.auth.updateUser(change)).error).toMatchObject({
      status: 401,
      code: "insufficient_aal",
    });
    await factor.verify(thief.client);
    expect((await thief.client.auth.updateUser(change)).error).toBeNull();
  });
});

describe("a user's own email", () => {
  it("a user's own email is changed at once with the current password", async () => {
    const email = "new-owner@example.test";
    const refused = await owner.client.auth.updateUser({ email });
    expect(refused.error?.code).toBe("current_password_required");
    const { data, error } = await owner.client.auth.updateUser({
      email: email.toUpperCase(),
      current_password: owner.password,
    });
    expect([error, data.user?.email]).toEqual([null, email]);
    expect(await roleOf(await signIn(gateway, { ...owner, email }))).toBe("admin");
  });

  it("a user's own email change applies to the workspace user's next sign-in", async () => {
    const workspace = await signInWorkspaceUser(gateway);
    const admin = service(gateway);
    const row = { user_id: workspace.id, email: workspace.email, username: "backroom" };
    expect((await admin.from("workspace_users").insert(row)).error).toBeNull();
    const email = "elsewhere@example.test";
    const changed = await workspace.client.auth.updateUser({
      email,
      current_password: workspace.password,
    });
    expect(changed.error).toBeNull();
    const { data } = await visitor(gateway).functions.invoke("workspace-sign-in", {
      body: { identifier: email, password: workspace.password },
    });
    expect(data).toHaveProperty("access_token");
  });

  it("a user's own email is refused when taken, invalid or beside other fields", async () => {
    await signInWorkspaceUser(gateway);
    const change = (values: object) =>
      owner.client.auth.updateUser({ current_password: owner.password, ...values });
    const taken = await change({ email: "workspace@example.test" });
    expect(taken.error).toMatchObject({ status: 422, code: "email_exists" });
    expect((await change({ email: "nobody" })).error?.code).toBe("validation_failed");
    expect((await change({ data: { role: "admin" } })).error?.code).toBe("validation_failed");
  });
});

describe("a user's own sessions", () => {
  it("a user's own sessions name the browser of a sign-in by username", async () => {
    const workspace = await signInWorkspaceUser(gateway);
    const row = { user_id: workspace.id, email: workspace.email, username: "backroom" };
    await service(gateway).from("workspace_users").insert(row);
    const { publishableKey } = gateway.secrets;
    const response = await fetch(`${gateway.url}/functions/v1/workspace-sign-in`, {
      method: "POST",
      headers: {
        apikey: publishableKey,
        "content-type": "application/json",
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
      },
      body: JSON.stringify({ identifier: "backroom", password: workspace.password }),
    });
    expect(response.status).toBe(200);
    const { data } = await workspace.client.rpc("list_own_sessions");
    expect(data).toContainEqual(
      expect.objectContaining({
        user_agent: expect.stringContaining("Firefox/140.0"),
        network: "127.0.0.0/24",
      }),
    );
  });
});

describe("the sign-in log", () => {
  it("the sign-in log shows successful and failed sign-ins to their own account", async () => {
    const factor = await addFactor(owner);
    const later = await signIn(gateway, owner);
    const wrong = { email: owner.email, password: "wrong password" };
    const wrongCode = { factorId: factor.id, code: "000000" };
    expect((await later.client.auth.mfa.challengeAndVerify(wrongCode)).error?.status).toBe(422);
    for (let n = 1; n <= 11; n++) await visitor(gateway).auth.signInWithPassword(wrong);
    const outcomes = async () => {
      const { data } = await owner.client.rpc("list_own_sign_ins");
      return (data as { outcome: string; attempts: number }[])
        .map(({ outcome, attempts }) => `${outcome} ${attempts}`)
        .sort();
    };
    await expect
      .poll(outcomes)
      .toEqual(["code_missing 1", "limited 3", "signed_in 1", "wrong_code 1", "wrong_password 8"]);
    await gateway.database.sql`delete from gateway.rate_limits`;
    await factor.verify(later.client);
    expect(await outcomes()).toContain("signed_in 1");
    expect(await outcomes()).not.toContain("code_missing 1");
    const workspace = await signInWorkspaceUser(gateway);
    await signIn(gateway, workspace);
    expect((await workspace.client.rpc("list_own_sign_ins")).data).toMatchObject([
      { outcome: "signed_in", network: "127.0.0.0/24", is_new_network: false },
      { outcome: "signed_in", is_new_network: true, is_current: true, is_open: true },
    ]);
  });
});
