import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { sweepTrash } from "../../server/database/sweep-trash.ts";
import {
  type Person,
  service,
  signIn,
  signInStranger,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  visitor,
  whileFailing,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let stranger: Person;

beforeAll(async () => {
  gateway = await startTestGateway();
  stranger = await signInStranger(gateway);
});
afterAll(() => gateway.stop());

async function sessionOf({ client }: Person) {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error("Nobody is signed in.");
  return data.session;
}

function refresh(token: string): Promise<Response> {
  return fetch(`${gateway.url}/auth/v1/token?grant_type=refresh_token`, {
    method: "POST",
    headers: { apikey: gateway.secrets.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: token }),
  });
}

describe("refreshing", () => {
  beforeEach(async () => {
    stranger = await signIn(gateway, stranger);
  });

  it("a token that PostgreSQL cannot store is refused", async () => {
    const refused = await refresh("a\u0000b");
    expect([refused.status, (await refused.json()).error_code]).toEqual([400, "validation_failed"]);
  });

  it("two refreshes within ten seconds return the same next token, because two tabs may refresh at once", async () => {
    const { refresh_token: first } = await sessionOf(stranger);
    // The token has 192 random bits.
    expect(first).toMatch(/^[\w-]{32}$/);
    const answers = await Promise.all([refresh(first), refresh(first), refresh(first)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const tokens = await Promise.all(
      answers.map(async (answer) => (await answer.json()).refresh_token),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(first);
  });

  it("a token that is reused later ends the session, because it was probably stolen", async () => {
    const { refresh_token: first } = await sessionOf(stranger);
    const next = await (await refresh(first)).json();
    await gateway.database.sql`update auth.refresh_tokens
      set updated_at = now() - interval '11 seconds' where token = ${first}`;
    const reused = await refresh(first);
    expect(reused.status).toBe(400);
    expect(await reused.json()).toMatchObject({ error_code: "refresh_token_already_used" });
    const victim = await refresh(next.refresh_token);
    expect(victim.status).toBe(400);
    expect(await victim.json()).toMatchObject({ error_code: "refresh_token_not_found" });
  });

  it("an invalid token, an ended session and a banned user are refused", async () => {
    expect(await (await refresh("nonsense")).json()).toMatchObject({
      code: 400,
      error_code: "refresh_token_not_found",
    });
    const session = await sessionOf(stranger);
    const { sql } = gateway.database;
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${stranger.id}`;
    expect(await (await refresh(session.refresh_token)).json()).toMatchObject({
      error_code: "user_banned",
    });
    await sql`update auth.users set banned_until = null where id = ${stranger.id}`;
    await sql`update auth.sessions set not_after = now() - interval '1 second'
      where user_id = ${stranger.id}`;
    expect((await refresh(session.refresh_token)).status).toBe(400);
    expect((await stranger.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  });
});

describe("the time of a session", () => {
  /** Sets when the stranger's session began and was last used. */
  const age = (begun: string, used: string) => gateway.database.sql`update auth.sessions
    set created_at = now() - ${begun}::interval,
      refreshed_at = (now() - ${used}::interval) at time zone 'utc' where user_id = ${stranger.id}`;

  beforeEach(async () => {
    await gateway.database.sql`delete from auth.sessions`;
    stranger = await signIn(gateway, stranger);
  });

  it.each([
    ["begun 800 days ago and unused for 700", "800 days", "700 days"],
    ["unused for 31 days", "31 days", "31 days"],
    ["begun 181 days ago and used a minute ago", "181 days", "1 minute"],
  ])(
    "a session %s has ended: it is not renewed, and its unexpired token is refused",
    async (_, begun, used) => {
      const { refresh_token: token } = await sessionOf(stranger);
      await age(begun, used);
      const refused = await refresh(token);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error_code: "session_expired" });
      expect((await stranger.client.auth.getUser()).error).not.toBeNull();
    },
  );

  it("a refresh restarts the idle time of a session, but not its total time", async () => {
    const { sql } = gateway.database;
    const session = await sessionOf(stranger);
    const daysLeft = async () => {
      const [row] = await sql`select round(extract(epoch from not_after - now()) / 86400) as days
        from auth.sessions where user_id = ${stranger.id}`;
      return Number(row?.days);
    };
    await age("100 days", "29 days");
    expect(await daysLeft()).toBe(1);
    const next = await (await refresh(session.refresh_token)).json();
    expect(await daysLeft()).toBe(30);
    await age("170 days", "1 day");
    expect((await refresh(next.refresh_token)).status).toBe(200);
    expect(await daysLeft()).toBe(10);
  });

  it("the time of a session follows the settings of the next start, which also deletes ended sessions", async () => {
    const { database } = gateway;
    const { sql } = database;
    await sql`update auth.sessions set created_at = now() - interval '40 days'`;
    const idle = await signIn(gateway, stranger);
    await sql`update auth.sessions set created_at = now() - interval '8 days' where not_after > now()`;
    expect((await idle.client.auth.getUser()).error).toBeNull();
    // The database stores the setting that a server receives from FOYER_SESSION_IDLE_DAYS.
    const address = new URL(database.url);
    address.searchParams.set("foyer.session_idle_days", "7");
    const server = connect(address.href);
    await sweepTrash(server).close();
    await server.end();
    expect((await sql`select from auth.sessions`).count).toBe(1);
    expect((await idle.client.auth.getUser()).error).not.toBeNull();
  });
});

describe("a sign-out", () => {
  it("a sign-out of other sessions is refused without the password", async () => {
    const [own, other] = [await signIn(gateway, stranger), await signIn(gateway, stranger)];
    const { error } = await own.client.auth.signOut({ scope: "others" });
    expect(error).toMatchObject({ status: 400, code: "current_password_required" });
    expect((await other.client.auth.getUser()).error).toBeNull();
    expect((await own.client.auth.signOut({ scope: "global" })).error).toBeNull();
    expect((await own.client.auth.refreshSession()).error).not.toBeNull();
    expect((await other.client.auth.getUser()).error).toBeNull();
  });
});

describe("a password change by the secret key", () => {
  it("a password change by the secret key invalidates access tokens, refresh tokens and the old password at once", async () => {
    const workspace = await signInWorkspaceUser(gateway);
    const second = await signIn(gateway, workspace);
    const note = { user_id: workspace.id, title: "t", content: "c" };
    expect((await workspace.client.from("workspace_notes").insert(note)).error).toBeNull();
    const { refresh_token: token } = await sessionOf(second);
    // Ten characters, like a password generated by a forced logout.
    const { error } = await service(gateway).auth.admin.updateUserById(workspace.id, {
      password: "tmp-Pass42",
    });
    expect(error).toBeNull();
    for (const person of [workspace, second]) {
      const { data, error: denied } = await person.client.from("workspace_notes").select();
      expect(denied).toBeNull();
      expect(data).toEqual([]);
      const refused = await person.client.from("workspace_notes").insert(note);
      expect(refused.status).toBe(403);
      expect((await person.client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    }
    expect((await refresh(token)).status).toBe(400);
    const { sql } = gateway.database;
    const [left] =
      await sql`select (select count(*) from auth.sessions where user_id = ${workspace.id})
      + (select count(*) from auth.refresh_tokens where user_id = ${workspace.id}) as n`;
    expect(left?.n).toBe(0);
    const old = await visitor(gateway).auth.signInWithPassword(workspace);
    expect(old.error?.code).toBe("invalid_credentials");
    const fresh = await visitor(gateway).auth.signInWithPassword({
      email: workspace.email,
      password: "tmp-Pass42",
    });
    expect(fresh.error).toBeNull();
  });

  it("a password change by the secret key is atomic with ending the sessions", async () => {
    const person = await signInStranger(gateway, "half");
    const { error } = await whileFailing(gateway, "delete on auth.sessions", () =>
      service(gateway).auth.admin.updateUserById(person.id, { password: "a new long password" }),
    );
    expect(error?.status).toBe(500);
    expect((await person.client.auth.getUser()).error).toBeNull();
    expect((await visitor(gateway).auth.signInWithPassword(person)).error).toBeNull();
  });
});
