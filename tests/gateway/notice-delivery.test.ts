import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { freePort } from "../../server/database/free-port.ts";
import type { Log } from "../../server/log/log.ts";
import { generateSecrets } from "../../server/secrets.ts";
import type { DeliverySetting } from "../../supabase/functions/send-notices/contract.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases/postgres.ts";
import { headerOf, type MailServer, startMailServer } from "../support/fakes/mail-server.ts";
import { startWebhookReceiver } from "../support/fakes/webhook-receiver.ts";
import {
  type Person,
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
  tokenOf,
  visitor,
} from "../support/sites/gateway.ts";

const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;

let database: TestDatabase;
let mail: MailServer;
let gateway: TestGateway;
let owner: Person;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase(17);
  mail = await startMailServer();
  return () => mail.stop().then(() => database.drop());
});
beforeEach(async () => {
  mail.accepted.length = 0;
  mail.received.length = 0;
  mail.refusal = null;
  gateway = await open();
  owner = await signInOwner(gateway);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await database.sql`delete from gateway.notice_delivery`;
  await database.sql`delete from gateway.rate_limits`;
  await database.sql`delete from private.notices`;
  await database.sql`delete from messages`;
  await database.sql`delete from private.visitor_counts`;
  await database.sql`delete from auth.users`;
});

async function open(
  environment: Record<string, string> = {},
  options: TestGatewayOptions = {},
): Promise<TestGateway> {
  const secrets = options.secrets ?? gateway?.secrets ?? generateSecrets();
  // Tokens contain the site's URL, which all of its servers share.
  const shared = { FOYER_PUBLIC_URL: "http://site.example" };
  const opened = await startTestGateway({
    secrets,
    ...options,
    database,
    environment: { ...shared, ...environment },
  });
  cleanups.push(opened.stop);
  return opened;
}

async function call(method: string, person: Person, body?: object, { url } = gateway) {
  const answer = await fetch(`${url}/notices/v1/delivery`, {
    method,
    headers: {
      apikey: gateway.secrets.publishableKey,
      authorization: `Bearer ${await tokenOf(person.client)}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) };
}

const save = (delivery: object | null, { password } = owner, at = gateway) =>
  call("PUT", owner, { delivery, password }, at);
const describeAt = async (at: TestGateway): Promise<DeliverySetting> =>
  (await call("GET", owner, undefined, at)).body;

const mailTo = (to: string, { port } = new URL(mail.url)) => ({
  transport: "mail",
  host: "127.0.0.1",
  port: Number(port),
  secure: false,
  user: "",
  serverPassword: "",
  to,
  from: "",
});

const send = (at: TestGateway) =>
  visitor(at)
    .from("messages")
    .insert({ name: "Ada", email: "ada@example.com", subject: randomUUID(), message: "Hi" });

const test = async () => {
  const { data, error } = await owner.client.functions.invoke("send-notices", {
    body: { test: true },
  });
  return error ? (error.context as Response).status : data;
};

const NONE = { isFixed: false, mail: null, webhook: null };

it("notice settings of the panel are used by every server without a restart, until removed", async () => {
  const other = await open();
  await send(other);
  expect(await test()).toBe(503);
  expect((await save(mailTo("owner@example.org"))).status).toBe(200);
  expect(await test()).toEqual({ sent: 1 });
  expect(headerOf(mail.accepted[0] ?? "", "from")).toBe("Foyer <owner@example.org>");
  expect(await describeAt(other)).toMatchObject({
    isFixed: false,
    mail: { to: "owner@example.org", from: "owner@example.org", hasPassword: false },
  });

  // The other server sends the notice, because this one has stopped.
  await cleanups.shift()?.();
  expect((await send(other)).error).toBeNull();
  await expect.poll(() => mail.accepted).toHaveLength(2);
  const restarted = await open();
  expect((await describeAt(restarted)).mail?.to).toBe("owner@example.org");
  gateway = restarted;
  expect((await save(null)).body).toEqual(NONE);
  expect(await describeAt(other)).toEqual(NONE);
  expect((await send(other)).error).toBeNull();
  expect(await database.sql`select from private.notices where sent_at is null`).toHaveLength(0);
});

it("a corrected setting immediately sends the notices that waited for a retry", async () => {
  mail.refusal = { code: 550, message: "No such user" };
  await save(mailTo("wrong@example.org"));
  await send(gateway);
  await expect
    .poll(() => database.sql`select last_error from private.notices where attempts > 0`)
    .toMatchObject([{ last_error: expect.stringContaining("No such user") }]);
  mail.refusal = null;
  await save(mailTo("right@example.org"));
  await expect
    .poll(() => mail.accepted.map((one) => headerOf(one, "to")))
    .toEqual(["right@example.org"]);
});

it("a webhook's address and secret are never sent back, and kept when left empty", async () => {
  const { calls, url, stop } = await startWebhookReceiver([]);
  cleanups.push(stop);
  const webhook = { transport: "webhook", url: `${url}/token-in-path`, secret: SECRET };
  expect((await save({ ...webhook, secret: "" })).body).toMatchObject({
    error_code: "delivery_secret_required",
  });
  const saved = await save(webhook);
  expect(saved.body).toEqual({ ...NONE, webhook: { host: new URL(url).host } });
  const read = await call("GET", owner);
  for (const text of [saved.text, read.text]) {
    expect(text).not.toContain("token-in-path");
    expect(text).not.toContain("whsec_");
  }
  expect((await save({ ...webhook, url: "", secret: "" })).status).toBe(200);
  expect(await test()).toEqual({ sent: 1 });
  new Webhook(SECRET).verify(calls[0]?.body ?? "", calls[0]?.headers as Record<string, string>);
});

it("a stored password is only used for the server and user it was entered for", async () => {
  const account = { ...mailTo("owner@example.org"), user: "me", serverPassword: "hunter2 hunter2" };
  const saved = await save(account);
  expect(saved.body.mail).toMatchObject({ user: "me", hasPassword: true });
  expect(saved.text).not.toContain("hunter2");
  expect((await call("GET", owner)).text).not.toContain("hunter2");
  const stored = await database.sql`select sealed from gateway.notice_delivery`;
  expect(JSON.stringify(stored)).not.toContain("hunter2");
  const kept = { ...account, serverPassword: "" };
  expect((await save({ ...kept, to: "else@example.org" })).status).toBe(200);
  for (const change of [{ host: "localhost" }, { port: 2525 }, { user: "you" }]) {
    expect((await save({ ...kept, ...change })).body).toMatchObject({
      error_code: "delivery_password_required",
    });
  }
  expect((await describeAt(gateway)).mail).toMatchObject({ user: "me", to: "else@example.org" });
});

it("a change of notice settings requires the owner's password and valid values", async () => {
  const delivery = mailTo("owner@example.org");
  const wrong = await call("PUT", owner, { delivery, password: "not my password" });
  expect(wrong.body).toMatchObject({ error_code: "current_password_invalid" });
  expect(await call("PUT", owner, { delivery })).toMatchObject({
    body: { error_code: "current_password_required" },
  });
  const workspace = await signInWorkspaceUser(gateway);
  expect((await call("PUT", workspace, { delivery: null })).status).toBe(403);
  expect((await call("GET", workspace)).status).toBe(403);
  const webhook = { transport: "webhook", url: "https://example.org/", secret: SECRET };
  const refused = [
    { ...delivery, to: "a@b.example\r\nBcc: c@d.example" },
    { ...delivery, from: "Foyer <a@b.example>" },
    { ...delivery, host: "mail.example.org/path" },
    { ...delivery, host: "user@mail.example.org" },
    { ...delivery, host: "" },
    { ...delivery, port: 0 },
    { ...delivery, user: "me\r\nRCPT TO:<all@example.org>" },
    { ...webhook, url: "http://192.168.0.1/" },
    { ...webhook, url: "https://user:password@example.org/" },
    { ...webhook, url: "file:///etc/passwd" },
    { ...webhook, secret: "whsec_short" },
    { transport: "pigeon" },
  ];
  for (const bad of refused) {
    expect((await save(bad)).status, JSON.stringify(bad)).toBe(400);
  }
  expect(await describeAt(gateway)).toEqual(NONE);
});

it("environment variables override the panel's notice settings and prevent changes", async () => {
  await save(mailTo("panel@example.org"));
  const { calls, url, stop } = await startWebhookReceiver([]);
  cleanups.push(stop);
  await cleanups.shift()?.();
  gateway = await open({ FOYER_WEBHOOK_URL: url, FOYER_WEBHOOK_SECRET: SECRET });
  expect(await describeAt(gateway)).toMatchObject({ isFixed: true, mail: null });
  expect(await save(null)).toMatchObject({
    status: 409,
    body: { message: "The server's variables set this." },
  });
  await send(gateway);
  await expect.poll(() => calls).toHaveLength(1);
  expect(mail.accepted).toHaveLength(0);
});

it("a notice setting sealed with other keys is reported, and nothing is sent", async () => {
  await save(mailTo("owner@example.org"));
  const errors: string[] = [];
  const log: Log = { info() {}, warn() {}, error: (text) => errors.push(text) };
  await open({}, { secrets: generateSecrets(), log });
  expect(errors).toContain(
    "The notice settings of the panel need other keys. Enter them there again.",
  );
  await send(gateway);
  expect(await database.sql`select from private.notices`).toHaveLength(0);
});

it("a test notice does not reveal whether a port is closed or another service's", async () => {
  const ports = {
    closed: await freePort(),
    greets: await listen((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n")),
    hangsUp: await listen((socket) => socket.destroy()),
    answers: await listen((socket) => socket.end("HTTP/1.1 404 Not Found\r\n\r\n")),
  };
  const failures: string[] = [];
  for (const port of Object.values(ports)) {
    await save({ ...mailTo("owner@example.org"), port });
    failures.push(await failureOfTest());
    await save({ transport: "webhook", url: `http://127.0.0.1:${port}/`, secret: SECRET });
    failures.push(await failureOfTest());
  }
  expect(new Set(failures)).toEqual(
    new Set([
      "The receiver could not be reached, or did not answer as one. The server's log has the reason.",
    ]),
  );
  const stored = await database.sql`select last_error from private.notices`;
  expect(JSON.stringify(stored)).not.toMatch(/ECONN|SSH|404|127\.0\.0\.1/);
});

it("a mail server of another machine that offers no TLS gets no mail", async () => {
  // A name of this machine that could also belong to another one.
  await save({ ...mailTo("owner@example.org"), host: "0.0.0.0" });
  expect(await failureOfTest()).toMatch(/^The mail server offers no TLS\./);
  expect(mail.received).toHaveLength(0);
  await cleanups.shift()?.();
  await send(await open({ FOYER_SMTP_TLS: "optional" }));
  await expect.poll(() => mail.accepted).toHaveLength(1);
});

/** Resets the hourly limit, sends a test notice and returns its error. */
async function failureOfTest(): Promise<string> {
  await database.sql`update private.notices set created_at = now() - interval '2 hours'`;
  const { error } = await owner.client.functions.invoke("send-notices", { body: { test: true } });
  return (await (error.context as Response).json()).error;
}

/** @returns the port of a server that calls this for every connection. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(async () => server.close());
  return (server.address() as AddressInfo).port;
}
