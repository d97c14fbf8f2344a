import { Webhook } from "standardwebhooks";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { queueBackupNotice } from "../../server/notices/backup-notice.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases/postgres.ts";
import { headerOf, type MailServer, startMailServer } from "../support/fakes/mail-server.ts";
import { startWebhookReceiver } from "../support/fakes/webhook-receiver.ts";
import {
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
  visitor,
} from "../support/sites/gateway.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(17);
  return () => database.drop();
});

const cleanups: (() => Promise<unknown>)[] = [];

/** Closes the test and empties the outbox and all counts. */
async function close(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await database.sql`delete from private.notices`;
  await database.sql`delete from notice_choices`;
  await database.sql`delete from messages`;
  await database.sql`delete from private.visitor_counts`;
  await database.sql`delete from auth.users`;
}
afterEach(close);

async function open(
  environment: Record<string, string>,
  options: TestGatewayOptions = {},
): Promise<TestGateway> {
  const gateway = await startTestGateway({ ...options, database, environment });
  cleanups.push(gateway.stop);
  return gateway;
}

const send = (gateway: TestGateway, subject = "Hello", email = "ada@example.com") =>
  visitor(gateway).from("messages").insert({ name: "Ada", email, subject, message: "Hi there" });

const state = async () => {
  const [row] = await database.sql<{ sent: number; waiting: number; error: string | null }[]>`
    select count(sent_at)::int as sent, count(*) filter (where sent_at is null)::int as waiting,
      max(last_error) as error from private.notices`;
  return row;
};

describe("notices by mail", () => {
  let mail: MailServer;
  let gateway: TestGateway;
  beforeAll(async () => {
    mail = await startMailServer();
    const environment = {
      FOYER_SMTP_URL: mail.url,
      FOYER_MAIL_TO: "owner@example.org",
      FOYER_MAIL_FROM: "site@example.org",
    };
    gateway = await startTestGateway({ database, environment });
    return () => gateway.stop().then(mail.stop);
  });
  beforeEach(() => {
    mail.refusal = null;
    mail.received.length = 0;
    mail.accepted.length = 0;
  });

  it("notices by mail of a message are sent at once, with the sender in Reply-To", async () => {
    expect((await send(gateway)).error).toBeNull();
    await expect.poll(() => mail.accepted).toHaveLength(1);
    const [sent = ""] = mail.accepted;
    expect(headerOf(sent, "reply-to")).toBe("ada@example.com");
    expect(headerOf(sent, "to")).toBe("owner@example.org");
    expect(headerOf(sent, "from")).toBe("Foyer <site@example.org>");
    expect(headerOf(sent, "subject")).toMatch(/^New message \(127\.0\.0\.1:\d+\)$/);
    expect(sent).toContain("> Hi there");
    await expect.poll(state).toMatchObject({ sent: 1, waiting: 0 });
  });

  it("notices by mail of two servers are sent by one of them, and never more than 20 an hour", async () => {
    const environment = { FOYER_SMTP_URL: mail.url, FOYER_MAIL_TO: "owner@example.org" };
    await open(environment, { secrets: gateway.secrets });
    await database.sql`insert into private.notices (cause, cause_key, sent_at)
      select 'message', 'message:sent ' || n, now() from generate_series(1, 12) n`;
    await database.sql`insert into messages (name, email, subject, message)
      select 'Ada', 'ada@example.com', 's' || n, 'x' from generate_series(1, 30) n`;
    await expect.poll(state).toMatchObject({ sent: 42, waiting: 0 });
    expect(mail.accepted).toHaveLength(8);
    const ids = mail.accepted.map((one) => headerOf(one, "message-id"));
    expect(new Set(ids).size).toBe(8);
    const summaries = mail.accepted.filter((one) =>
      /^23 notices/.test(headerOf(one, "subject") ?? ""),
    );
    expect(summaries).toHaveLength(1);
  });

  it("notices by mail wait with the mail server's own error while it refuses them", async () => {
    mail.refusal = { code: 452, message: "Mailbox full" };
    await send(gateway);
    await expect.poll(state).toMatchObject({
      sent: 0,
      waiting: 1,
      error: expect.stringContaining("452 Mailbox full"),
    });
    mail.refusal = null;
    await database.sql`update private.notices set due_at = now()`;
    await database.sql`select pg_notify('notices', '')`;
    await expect.poll(state).toMatchObject({ sent: 1, waiting: 0 });
    expect(mail.received.map((one) => headerOf(one, "message-id"))).toEqual([
      headerOf(mail.accepted[0] ?? "", "message-id"),
      headerOf(mail.accepted[0] ?? "", "message-id"),
    ]);
  });

  it("notices by mail of a failed backup have its error", async () => {
    for (const _ of [1, 2])
      await queueBackupNotice(database.sql, "2026-11-22", "The disk is full.");
    await expect.poll(() => mail.accepted).toHaveLength(1);
    expect(mail.accepted[0]).toContain("> The disk is full.");
  });

  it("notices by mail of a sign-in are sent, and none of a cause that the owner has turned off", async () => {
    const { client } = await signInOwner(gateway);
    await expect.poll(() => mail.accepted).toHaveLength(1);
    expect(mail.accepted[0]).toContain("Account: owner@example.test");
    const choice = { cause: "message", enabled: false };
    expect((await client.from("notice_choices").upsert(choice)).error).toBeNull();
    await send(gateway);
    expect(await database.sql`select from private.notices where cause = 'message'`).toHaveLength(0);
  });

  it("notices by mail are tested by the owner alone, with the mail server's error", async () => {
    await database.sql`insert into notice_choices values ('sign_in', false)`;
    const test = async (client: ReturnType<typeof visitor>) => {
      const { data, error } = await client.functions.invoke("send-notices", {
        body: { test: true },
      });
      const response = (error as { context?: Response } | null)?.context;
      return response ? { status: response.status, ...(await response.json()) } : data;
    };
    expect(await test(visitor(gateway))).toMatchObject({ status: 401 });
    expect(await test((await signInWorkspaceUser(gateway)).client)).toMatchObject({ status: 403 });
    const { client } = await signInOwner(gateway);
    expect(await test(client)).toEqual({ sent: 1 });
    expect(headerOf(mail.accepted[0] ?? "", "subject")).toMatch(/^Test notice/);
    mail.refusal = { code: 550, message: "Relaying denied" };
    expect(await test(client)).toMatchObject({
      status: 502,
      error: expect.stringContaining("550 Relaying denied"),
    });
    for (const _ of [3, 4, 5]) expect((await test(client)).status).toBe(502);
    expect(await test(client)).toMatchObject({ status: 429 });
    expect(mail.received).toHaveLength(5);
  });
});

describe("notices by webhook", () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

  it("notices by webhook are signed, repeat their id, and follow no redirect", async () => {
    const { calls, url, stop } = await startWebhookReceiver([307]);
    cleanups.push(stop);
    const gateway = await open({ FOYER_WEBHOOK_URL: url, FOYER_WEBHOOK_SECRET: secret });
    await send(gateway);
    await expect.poll(state).toMatchObject({ error: "The webhook answered with status 307." });
    await database.sql`update private.notices set due_at = now()`;
    await database.sql`select pg_notify('notices', '')`;
    await expect.poll(state).toMatchObject({ sent: 1 });
    expect(calls).toHaveLength(2);
    for (const { headers, body } of calls) {
      const payload = new Webhook(secret).verify(body, headers as Record<string, string>);
      expect(payload).toMatchObject({
        type: "notice.message",
        data: { replyTo: "ada@example.com", blocks: [{}, { kind: "quote", text: "Hi there" }, {}] },
      });
    }
    expect(calls[0]?.headers["webhook-id"]).toBe(calls[1]?.headers["webhook-id"]);
  });
});
