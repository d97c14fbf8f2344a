import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { joinLive, type LiveClient, openSocket } from "../support/live-client.ts";
import { rawRequest } from "../support/raw-request.ts";
import {
  type Person,
  service,
  sessionIdOf,
  signIn,
  signInOwner,
  signInStranger,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let owner: Person;
let workspace: Person;
const open: LiveClient[] = [];
/** The server's session check, which runs only on demand here, because its interval is long. */
let checkSessions: () => void;
const CHECK_MS = 20_000;

beforeAll(async () => {
  const { setInterval } = globalThis;
  const spy = vi.spyOn(globalThis, "setInterval");
  spy.mockImplementation(((work: () => void, ms: number) => {
    if (ms !== CHECK_MS) return setInterval(work, ms);
    checkSessions = work;
    return setInterval(() => {}, 1e6);
  }) as typeof setInterval);
  gateway = await startTestGateway();
  spy.mockRestore();
  owner = await signInOwner(gateway);
  workspace = await signInWorkspaceUser(gateway);
});
afterEach(() => {
  for (const client of open.splice(0)) client.stop();
});
afterAll(() => gateway.stop());

const topicOf = ({ id }: Pick<Person, "id">) => `live:${id}`;

async function join(
  topic: string,
  token: string | null,
  options: { isPrivate?: boolean; version?: string; site?: TestGateway } = {},
): Promise<LiveClient> {
  const client = await joinLive(options.site ?? gateway, { topic, token, ...options });
  open.push(client);
  return client;
}

async function joined(person: Person, options: Parameters<typeof join>[2] = {}) {
  const client = await join(topicOf(person), await tokenOf(person.client), options);
  await expect.poll(() => client.statuses).toEqual(["SUBSCRIBED"]);
  return client;
}

const addTask = (title = "secret") =>
  workspace.client.from("workspace_tasks").insert({ user_id: workspace.id, title });

/** A joined raw socket, which sends custom messages. */
async function joinedSocket(person = workspace) {
  const opened = openSocket(gateway);
  await opened.opened;
  const topic = `realtime:${topicOf(person)}`;
  const send = (ref: string, event: string, payload: object, to = topic) =>
    opened.socket.send(JSON.stringify(["1", ref, to, event, payload]));
  send("1", "phx_join", { config: { private: true }, access_token: await tokenOf(person.client) });
  await expect.poll(() => opened.received.length).toBe(1);
  return { ...opened, topic, send };
}

describe.each(["1.0.0", "2.0.0"])("realtime-js, protocol %s", (version) => {
  it("realtime-js receives the changed table and its transaction, nothing else", async () => {
    const client = await joined(workspace, { version });
    expect((await addTask()).error).toBeNull();
    await expect
      .poll(() => client.messages)
      .toEqual([{ table: "workspace_tasks", revision: expect.stringMatching(/^\d+$/) }]);
  });

  it("realtime-js can leave and rejoin", async () => {
    const client = await joined(owner, { version });
    const [channel] = client.client.getChannels();
    expect(await channel?.unsubscribe()).toBe("ok");
    await joined(owner, { version });
  });

  it("realtime-js gets answers to its heartbeats", async () => {
    const client = await joined(owner, { version });
    const beats: string[] = [];
    client.client.onHeartbeat((status) => beats.push(status));
    await client.client.sendHeartbeat();
    await expect.poll(() => beats).toEqual(["sent", "ok"]);
  });

  it("realtime-js may not send messages", async () => {
    const client = await joined(owner, { version });
    const other = await joined(owner, { version });
    const [channel] = client.client.getChannels();
    await channel?.send({ type: "broadcast", event: "change", payload: { table: "messages" } });
    await expect.poll(() => client.client.isConnected()).toBe(version === "1.0.0");
    expect(other.messages).toEqual([]);
  });
});

it("a change is announced to nobody but the user who reads the table", async () => {
  const [mine, theirs] = [await joined(workspace), await joined(owner)];
  expect((await addTask()).error).toBeNull();
  await expect.poll(() => mine.messages.length).toBe(1);
  const message = { name: "A", email: "a@example.test", subject: "s", message: "m" };
  expect((await service(gateway).from("messages").insert(message)).error).toBeNull();
  await expect.poll(() => theirs.messages.map(({ table }) => table)).toContain("messages");
  expect(theirs.messages.map(({ table }) => table)).not.toContain("workspace_tasks");
  expect(mine.messages).toHaveLength(1);
});

it.each<[string, () => Promise<LiveClient>, RegExp]>([
  ["without a token", () => join(topicOf(owner), null), /Unauthorized: invalid-token/],
  [
    "with the key as token",
    () => join(topicOf(owner), gateway.secrets.publishableKey),
    /Unauthorized/,
  ],
  [
    "another user's channel",
    async () => join(topicOf(owner), await tokenOf(workspace.client)),
    /belongs to another user/,
  ],
  [
    "a channel of nobody",
    async () => join("room", await tokenOf(owner.client)),
    /belongs to another user/,
  ],
  [
    "a public channel",
    async () => join(topicOf(owner), await tokenOf(owner.client), { isPrivate: false }),
    /Only private channels/,
  ],
  [
    "as a user without a role",
    async () => {
      const stranger = await signInStranger(gateway);
      return join(topicOf(stranger), await tokenOf(stranger.client));
    },
    /Unauthorized: this session has ended, or has no role/,
  ],
])("a join is refused: %s", async (_, ask, reason) => {
  const client = await ask();
  await expect.poll(() => client.statuses[0]).toMatch(reason);
  expect(client.statuses).not.toContain("SUBSCRIBED");
});

it("the live channel refuses presence and changes of rows", async () => {
  const { received, send, socket } = await joinedSocket();
  const access_token = await tokenOf(workspace.client);
  send("2", "phx_join", { config: { private: true, presence: { enabled: true } }, access_token });
  send("3", "phx_join", {
    config: { private: true, postgres_changes: [{ event: "*" }] },
    access_token,
  });
  send("4", "presence", { event: "track" });
  await expect.poll(() => received.length).toBe(4);
  for (const [, , , event, payload] of received.slice(1)) {
    expect([event, payload]).toMatchObject(["phx_reply", { status: "error" }]);
  }
  socket.terminate();
});

describe("before anything is joined", () => {
  it.each<[string, Parameters<typeof openSocket>[1], number]>([
    ["another site's page", { origin: "https://evil.example" }, 403],
    ["a page without an address", { origin: "null" }, 403],
    ["no key", { key: "" }, 401],
    ["a wrong key", { key: "sb_publishable_wrong" }, 401],
    ["an unknown protocol", { query: "&vsn=3.0.0" }, 400],
  ])("the live connection refuses %s", async (_, options, status) => {
    expect(await openSocket(gateway, options).ended).toBe(status);
  });

  it("the live connection refuses a malformed handshake with the server's headers", async () => {
    const { publishableKey } = gateway.secrets;
    const address = `/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`;
    const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-key": "x" };
    const refused = await rawRequest(new URL(address, gateway.url), headers);
    expect(refused.status).toBe(400);
    expect(refused.headers["content-security-policy"]).toContain("default-src 'self'");
  });

  it.each([
    ["https://evil.example", "", 403],
    [undefined, "?apikey=", 401],
    [undefined, "?apikey=wrong", 401],
    [undefined, "?apikey=%00%D0%BA", 401],
    ["own", "own", 426],
  ])(
    "the live connection answers plain requests of %s with %s by status %i",
    async (from, query, status) => {
      const { publishableKey } = gateway.secrets;
      const address = `/realtime/v1/websocket${query === "own" ? `?apikey=${publishableKey}&vsn=2.0.0` : query}`;
      const headers: Record<string, string> = from
        ? { origin: from === "own" ? gateway.url : from }
        : {};
      const response = await fetch(`${gateway.url}${address}`, { headers });
      expect(response.status).toBe(status);
      expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
    },
  );

  it("the live connection accepts the site's own page", async () => {
    const { opened, socket } = openSocket(gateway, { origin: gateway.url });
    await opened;
    socket.terminate();
  });

  it("the 21st connection of an address that has not joined is refused", async () => {
    const sockets = Array.from({ length: 20 }, () => openSocket(gateway));
    await Promise.all(sockets.map(({ opened }) => opened));
    expect(await openSocket(gateway).ended).toBe(503);
    for (const { socket } of sockets) socket.terminate();
    await Promise.all(sockets.map(({ ended }) => ended));
    await joined(owner);
  });
});

describe("limits of a joined connection", () => {
  it("a joined connection is closed after a message of more than 64 KiB, and not after one of 64 KiB", async () => {
    const { ended, received, socket, send, topic } = await joinedSocket();
    const room = 64 * 1024 - JSON.stringify(["1", "2", topic, "x", { text: "" }]).length;
    send("2", "x", { text: "a".repeat(room) });
    await expect.poll(() => received.length).toBe(2);
    send("3", "x", { text: "a".repeat(room + 1) });
    expect(await ended).toBe(1009);
    socket.terminate();
  });

  it("a joined connection that sends endless messages is closed", async () => {
    const { ended, send } = await joinedSocket();
    for (let n = 0; n < 1000; n++) send(String(n), "heartbeat", {}, "phoenix");
    expect(await ended).toBe(1006);
  });

  it("a joined connection that pings endlessly and never reads the answers is closed", async () => {
    const { ended, opened, socket } = openSocket(gateway);
    await opened;
    for (let n = 0; n < 1000; n++) socket.ping("x".repeat(100));
    expect(await ended).toBe(1006);
  });

  it("a joined connection that sends anything but messages is closed", async () => {
    for (const text of ["", "{", "[]", '{"topic":1}', "null", "[1,2,3,4,5]"]) {
      const { ended, socket } = await joinedSocket();
      socket.send(text);
      expect(await ended, text).toBe(1006);
    }
  });

  it("a user's 21st joined connection is refused", async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => joined(workspace)));
    const late = await join(topicOf(workspace), await tokenOf(workspace.client));
    await expect.poll(() => late.statuses[0]).toMatch(/Too many connections of this user/);
    late.stop();
    // The other user is not affected.
    await joined(owner);
    clients[0]?.stop();
    await expect
      .poll(async () => {
        const next = await join(topicOf(workspace), await tokenOf(workspace.client));
        await expect.poll(() => next.statuses.length).toBeGreaterThan(0);
        const [status] = next.statuses;
        if (status !== "SUBSCRIBED") next.stop();
        return status;
      })
      .toBe("SUBSCRIBED");
  });
});

describe("a session that ends", () => {
  it("the end of a session notifies its connection first, then closes it, and the token is refused", async () => {
    const other = await signIn(gateway, workspace);
    const token = await tokenOf(other.client);
    const kept = await joined(workspace);
    const client = await join(topicOf(other), token);
    await expect.poll(() => client.statuses).toEqual(["SUBSCRIBED"]);
    await gateway.database.sql`delete from auth.sessions where id = ${sessionIdOf(token)}`;
    await expect.poll(() => client.messages.map(({ table }) => table)).toEqual(["sessions"]);
    await expect.poll(() => client.statuses[1]).toMatch(/^CHANNEL_ERROR/);
    // The client tries to join again and fails.
    await expect.poll(() => client.statuses.at(-1)).toMatch(/session has ended/);
    expect(kept.statuses).toEqual(["SUBSCRIBED"]);
  });

  it("the end of a session closes the connection at the next check when it is not announced", async () => {
    const { ended } = await joinedSocket(owner);
    const { sql } = gateway.database;
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${owner.id}`;
    checkSessions();
    expect(await ended).toBe(1008);
    await sql`update auth.users set banned_until = null where id = ${owner.id}`;
  });

  it("a connection that receives a token of another user is closed", async () => {
    const { ended, send, socket } = await joinedSocket();
    send("2", "access_token", { access_token: await tokenOf(workspace.client) });
    send("3", "heartbeat", {}, "phoenix");
    send("4", "access_token", { access_token: await tokenOf(owner.client) });
    expect(await ended).toBe(1008);
    socket.terminate();
  });
});

it("two servers of one database both announce what one of them has stored", async () => {
  const { database, secrets } = gateway;
  const environment = { FOYER_PUBLIC_URL: gateway.url };
  const other = await startTestGateway({ database, secrets, environment });
  const [here, there] = [await joined(workspace), await joined(workspace, { site: other })];
  expect((await addTask()).error).toBeNull();
  for (const { messages } of [here, there]) {
    await expect.poll(() => messages.map(({ table }) => table)).toEqual(["workspace_tasks"]);
  }
  await other.stop();
  await expect.poll(() => there.statuses[1]).toMatch(/^CHANNEL_ERROR/);
  expect(here.statuses).toEqual(["SUBSCRIBED"]);
});

it("every connection is told to read once when announcements may have been missed", async () => {
  const client = await joined(workspace);
  const { sql } = gateway.database;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'foyer session' and datname = current_database()`;
  await expect.poll(() => client.messages).toEqual([{ table: "*" }]);
  expect((await addTask()).error).toBeNull();
  await expect.poll(() => client.messages.at(-1)?.table).toBe("workspace_tasks");
});
