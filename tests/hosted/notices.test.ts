import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { connect } from "../../server/database/connect.ts";
import { type ContractTarget, startContractTarget } from "../support/contract-target.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const hosted = inject("hosted");
const sql = connect(hosted.dbUrl, { max: 1 });

let target: ContractTarget;
let receiver: WebhookReceiver;
beforeAll(async () => {
  target = await startContractTarget();
  receiver = await startWebhookReceiver([500], hosted.webhook.port);
  const sender = { transport: "webhook", recipient: "hook", function_url: null };
  expect((await target.service.rpc("register_notice_sender", sender)).error).toBeNull();
});
afterAll(async () => {
  await target.service.rpc("register_notice_sender", { transport: null, recipient: null });
  await sql`delete from private.notices`;
  await sql`delete from messages where subject = 'A notice'`;
  await sql.end();
  await receiver.stop();
  await target.stop();
});

/** As pg_net does, which is not part of the lab: without a key. */
async function call(body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${hosted.url}/functions/v1/send-notices`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

it("a visitor's message reaches the webhook of a hosted site, at the second attempt", async () => {
  const message = { name: "Ada", email: "ada@example.com", subject: "A notice", message: "Hi" };
  expect((await target.anonymous.from("messages").insert(message)).error).toBeNull();
  expect(await call({})).toEqual({ status: 200, body: { sent: 0 } });
  const status = await target.owner.client.rpc("notice_status");
  expect(status.data).toMatchObject({
    waiting: 1,
    lastError: { message: "The webhook answered with status 500." },
  });
  await sql`update private.notices set due_at = now()`;
  expect(await call({})).toEqual({ status: 200, body: { sent: 1 } });
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

it("only the owner sends a test", async () => {
  expect((await call({ test: true })).status).toBe(401);
  expect((await call({ test: true }, target.workspace.headers)).status).toBe(403);
  expect(await call({ test: true }, target.owner.headers)).toEqual({
    status: 200,
    body: { sent: 1 },
  });
});
