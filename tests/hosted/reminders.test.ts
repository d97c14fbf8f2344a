import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { projectRoot } from "../../server/project-root.ts";
import { type ContractTarget, startContractTarget } from "../support/contract-target.ts";
import { type PushService, startPushService } from "../support/fakes/push-service.ts";
import { startPgCron } from "./stand-ins/pg-cron.ts";
import { startPgNet } from "./stand-ins/pg-net.ts";

const hosted = inject("hosted");
const sql = connect(hosted.dbUrl, { max: 1 });
const functions = `${hosted.url}/functions/v1`;
const example = (await readFile(join(projectRoot, "docs/examples/notices.sql"), "utf8")).replace(
  /^create extension .*$/gm,
  "",
);

let target: ContractTarget;
let push: PushService;
let net: Awaited<ReturnType<typeof startPgNet>>;
let cron: Awaited<ReturnType<typeof startPgCron>>;
beforeAll(async () => {
  target = await startContractTarget();
  push = await startPushService(hosted.pushPort);
  net = await startPgNet(hosted.adminDbUrl);
  cron = await startPgCron(hosted);
});
afterAll(async () => {
  await target.service.rpc("register_notice_sender", { transport: null, recipient: null });
  await cron.stop();
  await net.stop();
  await sql`delete from private.notices`;
  await sql`delete from workspace_tasks where title = 'Pay the rent'`;
  await sql`delete from workspace_notes where title = 'Lunch with Ada'`;
  await sql.end();
  await push.stop();
  await target.stop();
});

/** Calls the function without a key, like a notification of the site's worker. */
async function call(body: object) {
  const response = await fetch(`${functions}/reminders`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: hosted.siteOrigin },
    body: JSON.stringify(body),
  });
  expect(response.headers.get("access-control-allow-origin")).toBe(hosted.siteOrigin);
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

it("a reminder of a hosted site without a webhook reaches the browser by a pg_cron job, and is answered there", async () => {
  const sender = { function_url: `${functions}/send-notices` };
  expect((await target.service.rpc("register_reminder_sender", sender)).error).toBeNull();
  await sql.unsafe(example);
  const { publicKey } = (await call({ action: "key" })).body;
  expect((await call({ action: "key" })).body).toEqual({ publicKey });

  const { client, id: user_id } = target.workspace;
  const browser = push.addBrowser();
  const { endpoint, auth } = browser.subscription;
  const row = { ...browser.subscription, session_id: user_id };
  expect((await client.from("push_subscriptions").upsert(row)).error).toBeNull();
  const task = { user_id, title: "Pay the rent", remind_at: new Date().toISOString() };
  const added = await client.from("workspace_tasks").insert(task).select().single();
  expect(added.error).toBeNull();
  await cron.runJobs();
  await expect.poll(() => push.received).toHaveLength(1);
  const [pushed] = push.received;
  expect(JSON.parse(String(browser.read(pushed?.body as Buffer)))).toEqual({
    task: added.data.id,
    title: "Pay the rent",
  });
  expect(pushed?.headers.authorization).toContain(`k=${publicKey}`);
  await expect.poll(net.responses).toContainEqual({ status_code: 200, error_msg: null });
  // Notices are not set up for the owner.
  expect((await target.owner.client.rpc("notice_status")).data).toMatchObject({ transport: null });

  const answer = { action: "answer", endpoint, auth, task: added.data.id, answer: "done" };
  expect((await call({ ...answer, auth: "A".repeat(22) })).status).toBe(404);
  expect(await call(answer)).toEqual({ status: 200, body: {} });
  const { data } = await client.from("workspace_tasks").select("status").eq("id", added.data.id);
  expect(data).toEqual([{ status: "done" }]);

  const note = { user_id, title: "Lunch with Ada", remind_at: new Date().toISOString() };
  const noted = await client.from("workspace_notes").insert(note).select().single();
  await cron.runJobs();
  await expect.poll(() => push.received).toHaveLength(2);
  const { task: _, ...ofNote } = { ...answer, note: noted.data.id, answer: "snooze" };
  expect(await call(ofNote)).toEqual({ status: 200, body: {} });
  const snoozed = await client.from("workspace_notes").select().eq("id", noted.data.id).single();
  expect(Date.parse(snoozed.data.remind_at)).toBeGreaterThan(Date.now() + 3_000_000);
});
