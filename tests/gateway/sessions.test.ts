import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Person,
  service,
  signIn,
  signInStranger,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  visitor,
} from "../support/gateway.ts";

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

  it("takes no token PostgreSQL has no place for", async () => {
    const refused = await refresh("a\u0000b");
    expect([refused.status, (await refused.json()).error_code]).toEqual([400, "validation_failed"]);
  });

  it("hands out the same next token twice within ten seconds, as two tabs need", async () => {
    const { refresh_token: first } = await sessionOf(stranger);
    const answers = await Promise.all([refresh(first), refresh(first), refresh(first)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const tokens = await Promise.all(
      answers.map(async (answer) => (await answer.json()).refresh_token),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(first);
  });

  it("ends the session when a token is used again later, for one of the two users stole it", async () => {
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

  it("refuses what is no token, an ended session and a banned user", async () => {
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

describe("a password change by the secret key", () => {
  it("is the next request's end, the refresh's and the old password's", async () => {
    const workspace = await signInWorkspaceUser(gateway);
    const second = await signIn(gateway, workspace);
    const note = { user_id: workspace.id, title: "t", content: "c" };
    expect((await workspace.client.from("workspace_notes").insert(note)).error).toBeNull();
    const { refresh_token: token } = await sessionOf(second);
    // Ten characters, as a forced logout makes them.
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

  it("either happens with the end of the sessions or not at all", async () => {
    const person = await signInStranger(gateway, "half");
    const { sql } = gateway.database;
    await sql`create function private.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'not now'; end $$`;
    await sql`create trigger refuse before delete on auth.sessions
      for each row execute function private.refuse()`;
    const { error } = await service(gateway).auth.admin.updateUserById(person.id, {
      password: "a new long password",
    });
    await sql`drop trigger refuse on auth.sessions`;
    expect(error?.status).toBe(500);
    expect((await person.client.auth.getUser()).error).toBeNull();
    expect((await visitor(gateway).auth.signInWithPassword(person)).error).toBeNull();
  });
});
