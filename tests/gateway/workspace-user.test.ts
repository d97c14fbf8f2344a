import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ACCOUNT,
  type FunctionBench,
  startFunctionBench,
} from "../support/bench/function-bench.ts";
import { addFactor } from "../support/second-factor.ts";
import { service, visitor, whileFailing } from "../support/sites/gateway.ts";

let bench: FunctionBench;

beforeAll(async () => {
  bench = await startFunctionBench();
});
afterAll(() => bench.gateway.stop());
beforeEach(() => bench.reset());

describe("the workspace user", () => {
  it("the workspace user is created with all related rows", async () => {
    const { status, body } = await bench.create();
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email: "back@room.example", username: "Backroom" });
    expect(await bench.countAccounts()).toEqual({ users: 3, members: 2, accounts: 1 });
    const { data } = await visitor(bench.gateway).auth.signInWithPassword(ACCOUNT);
    expect(data.user?.id).toBe((body.user as { user_id: string }).user_id);
  });

  const NAMES_REQUIRED = "Email and Username are required.";
  const PASSWORD_REQUIRED = "Password is required for a new user.";
  it.each([
    ["no email", { email: " " }, NAMES_REQUIRED],
    ["no username", { username: undefined }, NAMES_REQUIRED],
    ["no password", { password: undefined }, PASSWORD_REQUIRED],
    ["a blank password", { password: "" }, PASSWORD_REQUIRED],
    ["no address", { email: "nobody" }, "This is not an email address."],
    ["a short password", { password: "only nine" }, "Password should be at least 10 characters."],
    ["the owner's email", { email: "owner@example.test" }, /already been registered/],
  ])("the workspace user is not created with %s", async (_name, change, message) => {
    const { status, body } = await bench.create({ ...ACCOUNT, ...change });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.error).toMatch(message);
    expect(await bench.countAccounts()).toEqual({ users: 2, members: 1, accounts: 0 });
  });

  it("the workspace user is created once, however many requests run concurrently", async () => {
    const asked = Array.from({ length: 5 }, (_, index) =>
      bench.create({ ...ACCOUNT, email: `u${index}@room.example`, username: `u${index}` }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
    expect(await bench.countAccounts()).toEqual({ users: 3, members: 2, accounts: 1 });
  });

  it("the workspace user changes name and email, and keeps the password when none is given", async () => {
    await bench.create();
    const saved = await bench.manage({
      action: "update",
      email: "new@room.example",
      username: "newname",
      password: "",
    });
    expect(saved.body.user).toMatchObject({ email: "new@room.example", username: "newname" });
    expect((await bench.enter("newname", ACCOUNT.password)).status).toBe(200);
    expect((await bench.enter("new@room.example", ACCOUNT.password)).status).toBe(200);
    expect((await bench.enter("Backroom", ACCOUNT.password)).status).toBe(400);
  });

  it("a new password signs the workspace user out everywhere", async () => {
    await bench.create();
    const session = await bench.sessionFrom(await bench.enter("backroom", ACCOUNT.password));
    expect((await session.from("workspace_users").select()).data).toHaveLength(1);
    await bench.manage({ action: "update", ...ACCOUNT, password: "another password" });
    expect((await session.from("workspace_users").select()).data).toEqual([]);
    expect((await bench.enter("backroom", ACCOUNT.password)).status).toBe(400);
    expect((await bench.enter("backroom", "another password")).status).toBe(200);
  });

  it("the workspace user is unchanged when an update is refused midway", async () => {
    await bench.create();
    const taken = await bench.manage({
      action: "update",
      email: "owner@example.test",
      username: "other",
    });
    expect(taken.body.error).toMatch(/already been registered/);
    const { data } = await bench.owner.client.from("workspace_users").select("email, username");
    expect(data).toEqual([{ email: "back@room.example", username: "Backroom" }]);
  });

  it("the workspace user cannot be updated or logged out before it exists", async () => {
    for (const body of [
      { action: "update", ...ACCOUNT },
      { action: "force-logout" },
      { action: "remove-factors" },
    ]) {
      const answer = await bench.manage(body);
      expect(answer).toMatchObject({
        status: 404,
        body: { error: "There is no workspace user yet." },
      });
    }
  });
});

describe("a lost second factor", () => {
  it("a lost second factor is removed by the owner; the password alone signs in again", async () => {
    await bench.create();
    const session = await bench.sessionFrom(await bench.enter("backroom", ACCOUNT.password));
    await addFactor({ client: session, password: ACCOUNT.password });
    const later = await bench.sessionFrom(await bench.enter("backroom", ACCOUNT.password));
    expect((await later.rpc("own_role")).data).toBeNull();
    const answer = await bench.manage({ action: "remove-factors" });
    expect(answer).toMatchObject({ status: 200, body: { removed: 1 } });
    expect((await later.rpc("own_role")).data).toBe("workspace");
  });
});

describe("forced logout", () => {
  it("forced logout ends every session, replaces the password, and is logged", async () => {
    await bench.create();
    const session = await bench.sessionFrom(await bench.enter("backroom", ACCOUNT.password));
    const { data: before } = await session.auth.getSession();
    const { status, body } = await bench.manage({ action: "force-logout" });
    expect(status).toBe(200);
    expect(body.temporaryPassword).toMatch(/^[A-HJ-NP-Za-km-z2-9]{10}$/);
    expect((await session.from("workspace_users").select()).data).toEqual([]);
    expect((await session.rpc("was_logged_out")).data).toBe(true);
    expect((await bench.owner.client.rpc("was_logged_out")).data).toBe(false);
    const refreshed = await visitor(bench.gateway).auth.refreshSession({
      refresh_token: before.session?.refresh_token ?? "",
    });
    expect(refreshed.error?.status).toBe(400);
    expect((await bench.enter("backroom", ACCOUNT.password)).status).toBe(400);
    // A sign-in by someone else with the temporary password is recorded in the user's log.
    const other = await bench.enter("backroom", String(body.temporaryPassword));
    expect(other.status).toBe(200);
    const signIns = (await (await bench.sessionFrom(other)).rpc("list_own_sign_ins")).data;
    expect(signIns.filter((one: { outcome: string }) => one.outcome === "signed_in")).toHaveLength(
      2,
    );
    const { data: log } = await bench.owner.client
      .from("workspace_activity_logs")
      .select("event_type, device_info, ip_address");
    // Node.js's fetch sends this user agent.
    expect(log).toEqual([{ event_type: "logout_forced", device_info: "node", ip_address: null }]);
  });

  it("forced logout leaves no log entry when the password could not be set", async () => {
    await bench.create();
    const { status, body } = await whileFailing(
      bench.gateway,
      "update of encrypted_password on auth.users",
      () => bench.manage({ action: "force-logout" }),
    );
    expect([status, body]).toEqual([500, { error: "Internal server error" }]);
    const logged = await bench.gateway.database.sql`select 1 from workspace_activity_logs`;
    expect(logged).toHaveLength(0);
    expect((await bench.enter("backroom", ACCOUNT.password)).status).toBe(200);
  });
});

describe("only the owner manages", () => {
  const actions = [
    { action: "create", ...ACCOUNT },
    { action: "update", ...ACCOUNT },
    { action: "force-logout" },
    { action: "remove-factors" },
  ];

  it("a visitor, stranger, workspace user or bare key cannot manage the account", async () => {
    await bench.create();
    const session = await bench.sessionFrom(await bench.enter("backroom", ACCOUNT.password));
    const before = await bench.countAccounts();
    for (const body of actions) {
      expect((await bench.manage(body, visitor(bench.gateway))).status).toBe(401);
      expect((await bench.manage(body, service(bench.gateway))).status).toBe(401);
      expect((await bench.manage(body, bench.stranger.client)).status).toBe(403);
      expect((await bench.manage(body, session)).status).toBe(403);
    }
    expect(await bench.countAccounts()).toEqual(before);
    expect((await session.from("workspace_users").select()).data).toHaveLength(1);
  });
});
