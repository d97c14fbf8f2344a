import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { PROJECT_CHECKS } from "../../scripts/doctor/project-checks.ts";
import { connect } from "../../server/database/connect.ts";
import { projectRoot } from "../../server/project-root.ts";
import { createPushKeys } from "../../supabase/functions/_shared/web-push.ts";
import { type ContractTarget, startContractTarget } from "../support/contract-target.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/fakes/webhook-receiver.ts";
import { startPgCron } from "./stand-ins/pg-cron.ts";
import { startPgNet } from "./stand-ins/pg-net.ts";

const hosted = inject("hosted");
const sql = connect(hosted.dbUrl, { max: 1 });

const functionUrl = `${hosted.url}/functions/v1/send-notices`;
// The stand-ins replace the extensions that the script creates.
const example = (await readFile(join(projectRoot, "docs/examples/notices.sql"), "utf8")).replace(
  /^create extension .*$/gm,
  "",
);

let target: ContractTarget;
let receiver: WebhookReceiver;
let net: Awaited<ReturnType<typeof startPgNet>>;
let cron: Awaited<ReturnType<typeof startPgCron>>;
beforeAll(async () => {
  target = await startContractTarget();
  receiver = await startWebhookReceiver([500], hosted.webhook.port);
  net = await startPgNet(hosted.adminDbUrl);
  cron = await startPgCron(hosted);
  // Another test file's deployment has registered a sender.
  await sql`delete from private.notice_sender where true`;
});
afterAll(async () => {
  await target.service.rpc("register_notice_sender", { transport: null, recipient: null });
  await cron.stop();
  await net.stop();
  await sql`delete from private.notices`;
  await sql`delete from messages where subject = 'A notice'`;
  await sql.end();
  await receiver.stop();
  await target.stop();
});

/** Runs doctor's check of the schedule. */
async function schedule() {
  const [, check] = PROJECT_CHECKS;
  const site = { projectUrl: hosted.url, secretKey: hosted.secretKey };
  const found = await check?.run(site as Parameters<typeof check.run>[0]);
  return `${found?.state}: ${found?.text}`;
}

it("a visitor's message reaches the webhook of a hosted site through pg_net, at the second attempt of a pg_cron job", async () => {
  expect(await schedule()).toBe("ok: none are set up");
  const sender = { transport: "webhook", recipient: "hook", function_url: functionUrl };
  expect((await target.service.rpc("register_notice_sender", sender)).error).toBeNull();
  expect(await schedule()).toBe("warning: there is none, or pg_cron is missing");
  // The script can be run repeatedly.
  for (const _ of [1, 2]) await sql.unsafe(example);
  await sql`delete from private.push_keys where true`;
  expect(await schedule()).toBe("warning: the keys that sign reminders are missing");
  const { publicKey: public_key, privateKey: private_key } = await createPushKeys();
  await target.service.rpc("save_push_keys", { public_key, private_key });
  expect(await schedule()).toBe("ok: * * * * *, last run to come");

  const message = { name: "Ada", email: "ada@example.com", subject: "A notice", message: "Hi" };
  expect((await target.anonymous.from("messages").insert(message)).error).toBeNull();
  const status = async () => (await target.owner.client.rpc("notice_status")).data;
  await expect.poll(status).toMatchObject({
    waiting: 1,
    lastError: { message: "The webhook answered with status 500." },
  });
  // The notice is not due yet.
  await cron.runJobs();
  expect(receiver.calls).toHaveLength(1);
  await sql`update private.notices set due_at = now()`;
  await cron.runJobs();
  await expect.poll(status).toMatchObject({ waiting: 0 });
  await expect.poll(net.responses).toEqual([
    { status_code: 200, error_msg: null },
    { status_code: 200, error_msg: null },
  ]);
  const [first, second] = receiver.calls;
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  const payload = new Webhook(hosted.webhook.secret).verify(
    second?.body ?? "",
    second?.headers as Record<string, string>,
  );
  expect(payload).toMatchObject({
    type: "notice.message",
    data: { replyTo: "ada@example.com", link: { url: expect.stringContaining("/portfolio/#/") } },
  });
});

it("doctor reports when the schedule fails, is switched off, or pg_net is missing", async () => {
  expect(await schedule()).toMatch(/^ok: \* \* \* \* \*, last run 2/);
  await sql`alter function private.request_notices() rename to request_nothing`;
  await cron.runJobs();
  await sql`alter function private.request_nothing() rename to request_notices`;
  expect(await schedule()).toBe(
    "warning: the last run failed: ERROR:  function private.request_notices() does not exist",
  );
  const admin = connect(hosted.adminDbUrl, { max: 1 });
  await admin`update cron.job set active = false`;
  expect(await schedule()).toBe("warning: it is switched off");
  await admin`alter schema cron rename to gone`;
  expect(await schedule()).toBe("warning: there is none, or pg_cron is missing");
  await admin`alter schema gone rename to cron`;
  await admin`alter schema net rename to gone`;
  expect(await schedule()).toBe(
    "warning: the database cannot call the function: pg_net is missing",
  );
  await admin`alter schema gone rename to net`;
  await admin.end();
});

/** Calls the function like another program might, without a key. */
async function call(body: object, headers: Record<string, string> = {}) {
  const response = await fetch(functionUrl, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

it("only the owner can send a test notice", async () => {
  expect((await call({ test: true })).status).toBe(401);
  expect((await call({ test: true }, target.workspace.headers)).status).toBe(403);
  expect(await call({ test: true }, target.owner.headers)).toEqual({
    status: 200,
    body: { sent: 1 },
  });
});
