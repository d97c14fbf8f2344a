import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { ANNOUNCING_TABLES, LIVE_CHECK } from "../../scripts/doctor/live-check.ts";
import { connect } from "../../server/database/connect.ts";
import {
  type ContractTarget,
  type Member,
  startContractTarget,
} from "../support/contract-target.ts";
import { clientFor } from "../support/sites/gateway.ts";
import { startRealtime } from "./stand-ins/realtime.ts";

const hosted = inject("hosted");
/** Connects with a role that is not a superuser. */
const sql = connect(hosted.dbUrl, { max: 1 });

let target: ContractTarget;
let realtime: Awaited<ReturnType<typeof startRealtime>>;
beforeAll(async () => {
  target = await startContractTarget();
  realtime = await startRealtime(hosted.adminDbUrl);
});
afterAll(async () => {
  await realtime.stop();
  await target.stop();
  await sql.end();
});

const claimsOf = ({ headers }: Pick<Member, "headers">) =>
  JSON.parse(Buffer.from(headers.authorization.split(".")[1] ?? "", "base64url").toString());

/** Runs doctor's check of the live channel. */
async function find(): Promise<string> {
  const { state, text } = await LIVE_CHECK.run({
    projectUrl: hosted.url,
    secretKey: hosted.secretKey,
    page: { publishableKey: hosted.publishableKey },
  } as Parameters<typeof LIVE_CHECK.run>[0]);
  return `${state}: ${text}`;
}

const addTask = (title: string) =>
  target.workspace.client.from("workspace_tasks").insert({ user_id: target.workspace.id, title });

it("doctor requests the missing policy, and the schema's owner can add it", async () => {
  expect(await find()).toMatch(/^failed: .*policy/);
  expect(await realtime.mayJoin(claimsOf(target.owner), `live:${target.owner.id}`)).toBe(false);
  const allow = () => sql`select private.allow_live_channel() as allowed`;
  expect(await allow()).toEqual([{ allowed: true }]);
  expect(await allow()).toEqual([{ allowed: true }]);
  expect(await find()).toMatch(/^warning: a private channel cannot be joined: .*transport failure/);
});

it("a user with a live session joins their own channel only", async () => {
  const { owner, workspace, stranger } = target;
  const topic = ({ id }: Member) => `live:${id}`;
  for (const member of [owner, workspace]) {
    expect(await realtime.mayJoin(claimsOf(member), topic(member))).toBe(true);
  }
  for (const [claims, name] of [
    [claimsOf(owner), topic(workspace)],
    [claimsOf(workspace), topic(owner)],
    [claimsOf(workspace), "live:"],
    [claimsOf(workspace), "room"],
    [claimsOf(stranger), topic(stranger)],
    [null, topic(owner)],
    [{ ...claimsOf(owner), session_id: randomUUID() }, topic(owner)],
  ] as const) {
    expect(await realtime.mayJoin(claims, name), name).toBe(false);
  }
});

it("a session that has ended can join no channel", async () => {
  const client = clientFor(hosted.url, hosted.publishableKey);
  const { data } = await client.auth.signInWithPassword(target.workspace);
  const authorization = `Bearer ${data.session?.access_token}`;
  const claims = claimsOf({ headers: { apikey: "", authorization } });
  const topic = `live:${target.workspace.id}`;
  expect(await realtime.mayJoin(claims, topic)).toBe(true);
  await realtime.sent();
  await client.auth.signOut({ scope: "local" });
  expect(await realtime.mayJoin(claims, topic)).toBe(false);
  const message = { table: "sessions", revision: expect.any(String) };
  expect(await realtime.sent()).toEqual([
    { topic, event: "change", private: true, payload: message },
  ]);
});

it("a write sends one message with the table's name, and a refused write sends none", async () => {
  await realtime.sent();
  expect((await addTask("secret")).error).toBeNull();
  expect((await addTask("")).error).not.toBeNull();
  const topic = `live:${target.workspace.id}`;
  const payload = { table: "workspace_tasks", revision: expect.stringMatching(/^\d+$/) };
  expect(await realtime.sent()).toEqual([{ topic, event: "change", private: true, payload }]);
  await sql.begin(async (tx) => {
    for (const title of ["a", "b", "c"]) await tx`update workspace_tasks set title = ${title}`;
  });
  expect(await realtime.sent()).toEqual([{ topic, event: "change", private: true, payload }]);
  const message = { name: "A", email: "a@example.test", subject: "s", message: "m" };
  expect((await target.anonymous.from("messages").insert(message)).error).toBeNull();
  expect(await realtime.sent()).toContainEqual({
    topic: `live:${target.owner.id}`,
    event: "change",
    private: true,
    payload: { table: "messages", revision: expect.any(String) },
  });
});

it("a write succeeds while Realtime cannot send", async () => {
  await realtime.fail();
  expect((await addTask("still stored")).error).toBeNull();
});

it("doctor knows every table that announces its changes, with one table for the content", async () => {
  const { data } = await target.service.rpc("live_state");
  const content = await sql<{ name: string }[]>`
    select 'public.' || name as name from private.content_tables() where name <> 'personal_info'`;
  const others = content.map(({ name }) => name);
  const tables = (data.tables as string[]).filter((name) => !others.includes(name));
  expect(tables.sort()).toEqual(ANNOUNCING_TABLES);
});

it("doctor names a table whose trigger was disabled", async () => {
  await sql`alter table workspace_tasks disable trigger user`;
  expect(await find()).toBe("failed: no announcements of public.workspace_tasks");
  await sql`alter table workspace_tasks enable trigger user`;
});
