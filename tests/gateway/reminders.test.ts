import { createPublicKey, randomUUID, verify } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { headerOf, startMailServer } from "../support/fakes/mail-server.ts";
import {
  type FakeBrowser,
  type PushService,
  startPushService,
} from "../support/fakes/push-service.ts";
import {
  type Person,
  service,
  signIn,
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";

let push: PushService;
let gateway: TestGateway;
let user: Person;

beforeAll(async () => {
  push = await startPushService();
  gateway = await startTestGateway({ environment: { FOYER_TEST_PUSH_ORIGIN: push.origin } });
  await signInOwner(gateway);
  user = await signInWorkspaceUser(gateway);
});
beforeEach(() => {
  push.received.length = 0;
  push.statuses.length = 0;
});
afterEach(async () => {
  const { sql } = gateway.database;
  await sql`delete from push_subscriptions`;
  await sql`delete from workspace_tasks`;
  await sql`delete from workspace_notes`;
  await sql`delete from private.notices`;
});
afterAll(async () => {
  await gateway.stop();
  await push.stop();
});

/** Calls the function like a notification, without a key or a signed-in user. */
async function call(body: object) {
  const response = await fetch(`${gateway.url}/functions/v1/reminders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const getKey = async () => (await call({ action: "key" })).body.publicKey as string;

/** Subscribes a browser as the user's session. */
async function subscribe({ client } = user, browser = push.addBrowser()): Promise<FakeBrowser> {
  await getKey();
  const row = { ...browser.subscription, session_id: randomUUID() };
  const { error } = await client.from("push_subscriptions").upsert(row);
  if (error) throw error;
  return browser;
}

async function addTask(more: object = {}): Promise<string> {
  const task = { user_id: user.id, title: "Pay the rent", remind_at: new Date().toISOString() };
  const { data, error } = await user.client
    .from("workspace_tasks")
    .insert({ ...task, ...more })
    .select()
    .single();
  if (error) throw error;
  return data.id;
}

async function addNote(more: object = {}): Promise<string> {
  const note = { user_id: user.id, title: "Lunch with Ada", remind_at: new Date().toISOString() };
  const added = user.client.from("workspace_notes").insert({ ...note, ...more });
  const { data, error } = await added.select().single();
  if (error) throw error;
  return data.id;
}

/** The server checks for reminders every half minute, and on this notification. */
const wake = () => gateway.database.sql`select pg_notify('notices', '')`;

const outbox = async () => [
  ...(await gateway.database.sql<{ sent: boolean; error: string | null }[]>`
    select sent_at is not null as sent, last_error as error from private.notices`),
];

const subscriptions = async () =>
  (await gateway.database.sql`select endpoint from push_subscriptions`).map(
    ({ endpoint }) => endpoint,
  );

describe("a reminder", () => {
  it("a reminder is pushed to every browser of the user, encrypted and signed, once", async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, getKey));
    expect(new Set(keys).size).toBe(1);
    const browsers = [await subscribe(), await subscribe()];
    const id = await addTask();
    await addTask({ title: "Later", remind_at: new Date(Date.now() + 3_600_000).toISOString() });
    await addTask({ title: "Too late", remind_at: "2026-01-01T00:00:00Z" });
    await addTask({ title: "Done", status: "done" });
    await wake();
    await expect.poll(outbox).toEqual([{ sent: true, error: null }]);
    await wake();
    expect(push.received).toHaveLength(2);
    for (const { subscription, read } of browsers) {
      const pushed = push.received.find(({ url }) => subscription.endpoint.endsWith(url));
      expect(JSON.parse(String(read(pushed?.body as Buffer)))).toEqual({
        task: id,
        title: "Pay the rent",
      });
      expect(pushed?.headers).toMatchObject({
        "content-encoding": "aes128gcm",
        ttl: "86400",
        topic: id.replaceAll("-", ""),
      });
      expect(isSignedBy(pushed?.headers.authorization ?? "", keys[0] ?? "")).toBe(true);
    }
    // The owner's screen does not mention the reminder.
    const { data: status } = await service(gateway).rpc("notice_status");
    expect(status).toMatchObject({ transport: null, waiting: 0, lastSentAt: null });
  });

  it("a reminder of a note has its title, otherwise its text, and is sent for an archived one as well", async () => {
    const browser = await subscribe();
    const content = "<p>Eat <b>fruit</b> &amp; nuts</p>";
    const ids = [
      await addNote(),
      await addNote({ title: "Untitled Note", content, is_archived: true }),
      await addNote({ title: "Untitled Note" }),
    ];
    await addNote({ title: "Later", remind_at: new Date(Date.now() + 3_600_000).toISOString() });
    const trashed = await addNote({ title: "Trashed" });
    await user.client.from("workspace_notes").delete().eq("id", trashed);
    await wake();
    await expect.poll(() => push.received).toHaveLength(3);
    const pushed = push.received.map(({ body }) => JSON.parse(String(browser.read(body))));
    const titles = ["Lunch with Ada", "Eat fruit & nuts", "Note"];
    expect(pushed.sort((one, other) => ids.indexOf(one.note) - ids.indexOf(other.note))).toEqual(
      ids.map((note, index) => ({ note, title: titles[index] })),
    );
  });

  it("a reminder is pushed again after it was snoozed, and after its task was reopened", async () => {
    await subscribe();
    const id = await addTask({ recurrence: "FREQ=DAILY", due_date: new Date().toISOString() });
    await wake();
    await expect.poll(outbox).toHaveLength(1);
    await user.client.from("workspace_tasks").update({ remind_at: new Date() }).eq("id", id);
    await wake();
    await expect.poll(() => push.received).toHaveLength(2);
    await user.client.from("workspace_tasks").update({ status: "done", order: -1 }).eq("id", id);
    const { data } = await user.client.from("workspace_tasks").select().eq("status", "todo");
    expect(Date.parse(data?.[0].remind_at) - Date.now()).toBeGreaterThan(80_000_000);
  });

  it.each([404, 410])(
    "a reminder removes a subscription whose push is answered with %i",
    async (status) => {
      const gone = await subscribe();
      push.statuses.push(status);
      await addTask();
      await wake();
      await expect.poll(subscriptions).toEqual([]);
      expect(push.received[0]?.url).toBe(new URL(gone.subscription.endpoint).pathname);
      await expect
        .poll(outbox)
        .toEqual([{ sent: false, error: "No browser is subscribed any more." }]);
      // There is neither a browser nor a mail server to send the reminder to.
      await gateway.database.sql`update private.notices set due_at = now()`;
      await subscribe();
      await wake();
      await expect.poll(outbox).toEqual([{ sent: true, error: null }]);
    },
  );

  it("a reminder is tried again when the push service fails, and follows no redirect", async () => {
    const browser = await subscribe();
    push.statuses.push(302);
    await addTask();
    await wake();
    await expect
      .poll(outbox)
      .toEqual([{ sent: false, error: "The push service answered with status 302." }]);
    expect(await subscriptions()).toEqual([browser.subscription.endpoint]);
    await gateway.database.sql`update private.notices set due_at = now()`;
    await wake();
    await expect.poll(outbox).toMatchObject([{ sent: true }]);
    expect(push.received).toHaveLength(2);
  });

  it("a reminder is sent nowhere but to the browsers' push services", async () => {
    const inside = await startPushService();
    await subscribe(user, inside.addBrowser());
    await addTask();
    await wake();
    await expect.poll(subscriptions).toEqual([]);
    expect(inside.received).toEqual([]);
    await inside.stop();
  });

  it("a reminder is not pushed to a browser whose session has ended", async () => {
    const other = await signIn(gateway, user);
    await subscribe(other);
    const kept = await subscribe();
    await other.client.auth.signOut({ scope: "local" });
    await addTask();
    await wake();
    await expect.poll(outbox).toMatchObject([{ sent: true }]);
    expect(push.received.map(({ url }) => url)).toEqual([
      new URL(kept.subscription.endpoint).pathname,
    ]);
  });

  it("a reminder belongs to the session that subscribed, whatever the request says", async () => {
    const browser = await subscribe();
    const claims = JSON.parse(
      String(Buffer.from((await tokenOf(user.client)).split(".")[1] ?? "", "base64url")),
    );
    const [row] = await gateway.database.sql`select session_id, user_id from push_subscriptions`;
    expect(row).toEqual({ session_id: claims.session_id, user_id: user.id });
    await user.client
      .from("push_subscriptions")
      .update({ session_id: randomUUID() })
      .eq("endpoint", browser.subscription.endpoint);
    expect(await gateway.database.sql`select session_id from push_subscriptions`).toEqual([
      { session_id: claims.session_id },
    ]);
  });
});

it("a reminder is mailed to the workspace user if no browser accepts it and a mail server is set up", async () => {
  const mail = await startMailServer();
  const other = await startTestGateway({
    environment: {
      FOYER_TEST_PUSH_ORIGIN: push.origin,
      FOYER_SMTP_URL: mail.url,
      FOYER_MAIL_TO: "owner@example.org",
    },
  });
  const member = await signInWorkspaceUser(other);
  push.statuses.push(410);
  const row = { ...push.addBrowser().subscription, session_id: randomUUID() };
  expect((await member.client.from("push_subscriptions").upsert(row)).error).toBeNull();
  await fetch(`${other.url}/functions/v1/reminders`, { method: "POST", body: '{"action":"key"}' });
  const task = { user_id: member.id, title: "Pay <b>the</b> rent", remind_at: new Date() };
  const { data } = await member.client.from("workspace_tasks").insert(task).select().single();
  await other.database.sql`select pg_notify('notices', '')`;
  // The mail about the sign-in is for the owner.
  const isReminder = (one: string) => headerOf(one, "subject")?.startsWith("Reminder (");
  await expect.poll(() => mail.accepted.filter(isReminder)).toHaveLength(1);
  const [sent = ""] = mail.accepted.filter(isReminder);
  expect(headerOf(sent, "to")).toBe(member.email);
  expect(sent).toContain("> Pay <b>the</b> rent");
  expect(sent.replace(/=\r?\n/g, "")).toContain(`/#/workspace/tasks?edit=3D${data?.id}`);
  expect(push.received).toHaveLength(1);
  await other.stop();
  await mail.stop();
});

describe("the answer to a reminder", () => {
  const answer = (browser: FakeBrowser, task: string, more: object = {}) => {
    const { endpoint, auth } = browser.subscription;
    return call({ action: "answer", endpoint, auth, task, answer: "done", ...more });
  };
  const read = async (id: string) =>
    (await gateway.database.sql`select status, remind_at from workspace_tasks where id = ${id}`)[0];

  it("the answer to a reminder marks the task as done, and adds the next task", async () => {
    const browser = await subscribe();
    const id = await addTask({ recurrence: "FREQ=WEEKLY" });
    expect(await answer(browser, id)).toEqual({ status: 200, body: {} });
    expect(await read(id)).toMatchObject({ status: "done" });
    const { data } = await user.client.from("workspace_tasks").select("status").order("status");
    expect(data).toEqual([{ status: "done" }, { status: "todo" }]);
    expect((await answer(browser, id)).status).toBe(404);
  });

  it("the answer to a reminder reminds again in an hour, and the next task of a series at its own time", async () => {
    const browser = await subscribe();
    const now = new Date();
    const id = await addTask({ recurrence: "FREQ=DAILY", due_date: now, remind_at: now });
    for (const _ of ["once", "twice"])
      expect((await answer(browser, id, { answer: "snooze" })).status).toBe(200);
    const minutes = (Date.parse((await read(id))?.remind_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThan(61);
    await user.client.from("workspace_tasks").update({ status: "done", order: -1 }).eq("id", id);
    const { data } = await user.client.from("workspace_tasks").select().eq("status", "todo");
    expect(data?.map(({ remind_at }) => Date.parse(remind_at))).toEqual([+now + 86_400_000]);
  });

  it("the answer to a reminder ends or snoozes the reminder of a note without changing the note's time", async () => {
    const browser = await subscribe();
    const note = await addNote();
    const read = async () =>
      (await gateway.database.sql`select * from workspace_notes where id = ${note}`)[0];
    const before = await read();
    const answerNote = (given: string) => {
      const { endpoint, auth } = browser.subscription;
      return call({ action: "answer", endpoint, auth, note, answer: given });
    };
    expect(await answerNote("snooze")).toEqual({ status: 200, body: {} });
    const snoozed = await read();
    expect(Math.round((Date.parse(snoozed?.remind_at) - Date.now()) / 60_000)).toBe(60);
    expect(snoozed).toMatchObject({ updated_at: before?.updated_at, revision: 2 });
    expect(Number(snoozed?.change_number)).toBeGreaterThan(Number(before?.change_number));
    expect((await answerNote("done")).status).toBe(200);
    expect(await read()).toMatchObject({ remind_at: null, updated_at: before?.updated_at });
    expect((await answerNote("done")).status).toBe(404);
    expect((await answerNote("delete")).status).toBe(400);
  });

  it("the answer to a reminder is accepted from a subscribed browser of a live session alone", async () => {
    const { sql } = gateway.database;
    const browser = await subscribe();
    const ended = await signIn(gateway, user);
    const endedBrowser = await subscribe(ended);
    await ended.client.auth.signOut({ scope: "local" });
    const id = await addTask();
    const [foreign] = await sql`insert into workspace_tasks (user_id, title, remind_at)
      select user_id, 'x', now() from private.members where role = 'admin' returning id`;
    const [foreignNote] = await sql`insert into workspace_notes (user_id, title, remind_at)
      select user_id, 'x', now() from private.members where role = 'admin' returning id`;
    const states: Record<string, () => ReturnType<typeof call>> = {
      "a wrong secret": () => answer(browser, id, { auth: "A".repeat(22) }),
      "no secret": () => answer(browser, id, { auth: "" }),
      "an unknown browser": () => answer(push.addBrowser(), id),
      "an ended session": () => answer(endedBrowser, id),
      "another's task": () => answer(browser, foreign?.id),
      "another's note": () => answer(browser, "", { task: undefined, note: foreignNote?.id }),
      "no task": () => answer(browser, "", { task: undefined }),
      "an unknown task": () => answer(browser, randomUUID()),
      "a user without the role": async () => {
        await sql`delete from private.members where user_id = ${user.id}`;
        const answered = await answer(browser, id);
        await sql`insert into private.members (user_id, role) values (${user.id}, 'workspace')`;
        return answered;
      },
    };
    for (const [state, ask] of Object.entries(states)) {
      expect([state, await ask()]).toEqual([
        state,
        { status: 404, body: { error: "This reminder is no longer there." } },
      ]);
    }
    expect((await answer(browser, id, { answer: "delete" })).status).toBe(400);
    expect((await answer(browser, "x")).status).toBe(400);
    expect(await sql`select distinct status from workspace_tasks`).toEqual([{ status: "todo" }]);
    expect(await sql`select remind_at is null as is_done from workspace_notes`).toEqual([
      { is_done: false },
    ]);
    await sql`delete from workspace_tasks where id = ${foreign?.id}`;
  });
});

function isSignedBy(header: string, publicKey: string): boolean {
  const [, content = "", signature = "", key] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  const claims = JSON.parse(String(Buffer.from(content.split(".")[1] ?? "", "base64url")));
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x, y } as never;
  const verifier = {
    key: createPublicKey({ key: jwk, format: "jwk" }),
    dsaEncoding: "ieee-p1363",
  } as const;
  return (
    key === publicKey &&
    claims.aud === push.origin &&
    verify("sha256", Buffer.from(content), verifier, Buffer.from(signature, "base64url"))
  );
}
