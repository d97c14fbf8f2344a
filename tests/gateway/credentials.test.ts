import { randomUUID } from "node:crypto";
import { sign, verify } from "hono/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUrlSigner } from "../../server/storage/signed-url.ts";
import {
  FILES,
  PICTURES,
  type StorageBench,
  startStorageBench,
} from "../support/bench/storage-bench.ts";
import { addRow } from "../support/drive-client.ts";
import { joinsLive } from "../support/live-client.ts";
import { addFactor, forgetCodes } from "../support/second-factor.ts";
import { type Person, signIn, signInStranger, tokenOf } from "../support/sites/gateway.ts";

/** The credentials that a caller may hold, in the order in which the test creates them. */
const states = [
  "the password, no factor set",
  "the second factor",
  "the password, a factor set",
  "a token from before the code",
  "no session",
  "a revoked session",
  "a session past its time",
  "a role that was removed",
  "an expired token",
  "a deleted account",
  "no role",
  "the other role",
] as const;
type State = (typeof states)[number];

const open: readonly State[] = ["the password, no factor set", "the second factor"];

interface Door {
  role: "workspace" | "admin";
  ask(ask: Ask): Promise<Response>;
  /** For responses whose status is not conclusive. */
  isOpen?(response: Response): Promise<boolean>;
  /** Further states in which the request is allowed. */
  also?: readonly State[];
}

/** Everything that returns or changes the data of one of the two users, as plain HTTP requests. */
const doors: Record<string, Door> = {
  "reading notes": workspace((ask) => ask("/rest/v1/workspace_notes?select=title")),
  "adding a note": workspace((ask) =>
    ask("/rest/v1/workspace_notes", {
      user_id: bench.workspace.id,
      title: "by anyone",
      content: "",
    }),
  ),
  "searching the workspace": workspace((ask) =>
    ask("/rest/v1/rpc/search_workspace", { search: "private" }),
  ),
  "creating an address of the calendar": workspace((ask) =>
    ask("/rest/v1/rpc/create_calendar_feed", {}),
  ),
  "reading the state of the calendar": workspace(async (ask) => {
    await addCalendar();
    return ask("/rest/v1/calendar_feeds?select=created_at");
  }),
  "revoking the address of the calendar": workspace(async (ask) => {
    await addCalendar();
    return ask("/rest/v1/calendar_feeds?user_id=not.is.null", undefined, {
      method: "DELETE",
      headers: { prefer: "return=representation" },
    });
  }),
  "reading the overview": workspace((ask) => ask("/rest/v1/rpc/workspace_overview", {})),
  "searching files": workspace((ask) => ask("/rest/v1/rpc/search_files", { search: "private" })),
  "reading a file": workspace((ask) => ask(`/storage/v1/object/${FILES}/${path}`)),
  "reading a file by the authenticated address": workspace((ask) =>
    ask(`/storage/v1/object/authenticated/${FILES}/${path}`),
  ),
  "listing files": workspace((ask) =>
    ask(`/storage/v1/object/list/${FILES}`, { prefix: `${bench.workspace.id}/root` }),
  ),
  "storing a file": workspace((ask) => ask(`/storage/v1/object/${FILES}/${bench.ownKey()}`, "x")),
  "storing several files": {
    ...workspace(async (ask) => {
      const several = bench.ownKey();
      await bench.gateway.database.sql`insert into private.pending_blobs
        values (${several}, ${bench.workspace.id}, 1, now() + interval '1 day')`;
      const list = JSON.stringify([{ path: several, type: "text/plain", size: 1 }]);
      return ask(`/storage/v1/object/batch/${FILES}`, `${list}\nx`);
    }),
    // Each file of the batch is refused separately.
    isOpen: async (response) => (await response.text()) === "[null]",
  },
  "copying a file": workspace((ask) =>
    ask("/storage/v1/object/copy", {
      bucketId: FILES,
      sourceKey: path,
      destinationKey: bench.ownKey(),
    }),
  ),
  "signing an address": workspace((ask) =>
    ask(`/storage/v1/object/sign/${FILES}/${path}`, { expiresIn: 60 }),
  ),
  "using an address signed with it": {
    // The link has its own, shorter lifetime; it ends with the session, not with the first token.
    ...workspace(async (ask) => ask(await linkOf(ask.claims), undefined, { withoutToken: true })),
    also: ["an expired token"],
  },
  "beginning a resumable upload": workspace((ask) =>
    ask("/storage/v1/upload/resumable", null, { headers: uploadHeaders() }),
  ),
  "continuing a resumable upload": workspace((ask) =>
    ask(new URL(uploads.pop() ?? "", bench.gateway.url).pathname, "bytes", {
      method: "PATCH",
      headers: {
        "tus-resumable": "1.0.0",
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
      },
    }),
  ),
  "making a link": workspace((ask) => ask("/rest/v1/rpc/create_share", { file })),
  "listing links": workspace((ask) => ask("/rest/v1/rpc/list_shares", {})),
  "changing a link": {
    ...workspace((ask) => ask("/rest/v1/rpc/change_share", { link, changes: { days: 1 } })),
    isOpen: async ({ ok }) => ok,
  },
  "replacing the address of a link": workspace((ask) => ask("/rest/v1/rpc/renew_share", { link })),
  "revoking a link": {
    ...workspace((ask) => ask("/rest/v1/rpc/revoke_share", { link })),
    isOpen: async (response) => (await response.text()) === "true",
  },
  "listing what was sent through links": {
    ...workspace((ask) => ask("/rest/v1/rpc/list_received", {})),
    // The function reports that nothing was sent.
    isOpen: async ({ ok }) => ok,
  },
  "marking it as seen": {
    ...workspace((ask) => ask("/rest/v1/rpc/see_received", {})),
    isOpen: async ({ ok }) => ok,
  },
  "calling a function for the workspace user": {
    ...workspace((ask) => ask("/functions/v1/fetch-notion-notes", {})),
    // The allowed caller gets the error that a Notion token is missing; others are refused first.
    isOpen: async ({ status }) => status >= 500,
  },
  "listing one's own sessions": {
    ...workspace((ask) => ask("/rest/v1/rpc/list_own_sessions", {})),
    also: ["the other role"],
  },
  "asking for the workspace user's role": {
    ...workspace((ask) => ask("/rest/v1/rpc/own_role", {})),
    isOpen: async (response) => (await response.text()) === '"workspace"',
  },
  "joining the workspace user's live channel": workspace(({ token }) =>
    joinsLive(bench.gateway, bench.workspace.id, token),
  ),
  "joining the owner's live channel": owner(({ token }) =>
    joinsLive(bench.gateway, bench.owner.id, token),
  ),
  ...accountDoors("workspace", "the workspace user"),
  ...accountDoors("admin", "the owner"),
  "reading messages": owner((ask) => ask("/rest/v1/messages?select=id")),
  "changing content": owner((ask) =>
    ask("/rest/v1/personal_info", { key: `k${randomUUID()}`, value: "x" }),
  ),
  "storing a picture": owner((ask) =>
    ask(`/storage/v1/object/${PICTURES}/${randomUUID()}.gif`, GIF, {
      headers: { "content-type": "image/gif" },
    }),
  ),
  "converting a picture": {
    ...owner((ask) => ask("/picture/v1/avif", GIF, { headers: { "content-type": "image/gif" } })),
    // The allowed caller gets the error that GIFs are not converted.
    isOpen: async ({ status }) => status === 415,
  },
  "managing the workspace user": {
    ...owner((ask) => ask("/functions/v1/workspace-user", { action: "force-logout" })),
    // The allowed caller gets the error that there is no profile to log out.
    isOpen: async ({ status }) => status === 404,
  },
  "reading the state of notices": owner((ask) => ask("/rest/v1/rpc/notice_status", {})),
  "sending a test notice": {
    ...owner((ask) => ask("/functions/v1/send-notices", { test: true })),
    // The allowed caller gets the error that there is no mail server.
    isOpen: async ({ status }) => status === 503,
  },
  "reading how notices are sent": owner((ask) => ask("/notices/v1/delivery")),
  "changing how notices are sent": owner((ask) =>
    ask(
      "/notices/v1/delivery",
      { password: bench.owner.password, delivery: null },
      { method: "PUT" },
    ),
  ),
  "reading the state of backups": owner((ask) => ask("/backup/v1/status")),
  "canceling a download": owner((ask) =>
    ask("/backup/v1/downloads", undefined, { method: "DELETE" }),
  ),
  "asking for a download of everything": owner((ask) =>
    ask("/backup/v1/downloads", { password: bench.owner.password, withoutWorkspace: true }),
  ),
  "listing one's own sign-ins": {
    ...owner((ask) => ask("/rest/v1/rpc/list_own_sign_ins", {})),
    also: ["the other role"],
  },
};

/**
 * Changes to an account that nobody else may make, nor its user without a code once a factor is set
 * up.
 */
function accountDoors(role: Door["role"], name: string): Record<string, Door> {
  const password = () => (role === "admin" ? bench.owner : bench.workspace).password;
  return {
    [`changing the password of ${name}`]: {
      role,
      ask: (ask) =>
        ask(
          "/auth/v1/user",
          { password: password(), current_password: password() },
          { method: "PUT" },
        ),
      // The allowed caller gets the error that the password is unchanged.
      isOpen: async (response) => (await response.json()).error_code === "same_password",
    },
    [`changing the email of ${name}`]: {
      role,
      ask: (ask) => {
        const { email } = role === "admin" ? bench.workspace : bench.owner;
        const change = { email, current_password: password() };
        return ask("/auth/v1/user", change, { method: "PUT" });
      },
      // The allowed caller gets the error that the email is taken.
      isOpen: async (response) => (await response.json()).error_code === "email_exists",
    },
    [`adding a second factor for ${name}`]: {
      role,
      ask: (ask) =>
        ask("/auth/v1/factors", {
          factor_type: "totp",
          friendly_name: randomUUID(),
          current_password: password(),
        }),
    },
    [`removing a second factor of ${name}`]: {
      role,
      ask: (ask) => ask(`/auth/v1/factors/${pending}`, undefined, { method: "DELETE" }),
    },
    [`ending a session of ${name}`]: {
      role,
      ask: (ask) =>
        ask("/rest/v1/rpc/end_own_sessions", { session_id: victim, password: password() }),
      isOpen: async (response) => (await response.text()) === '"ended"',
    },
  };
}

let bench: StorageBench;
let path: string;
/** The file at this path, and a link to it that was created with a valid credential. */
let file = "";
let link = "";
/** A factor and a session created with a valid credential. */
let pending = "";
let victim = "";
/** Locations of uploads created with a valid credential. */
let uploads: string[] = [];
/** The status of each request in each state, and whether it returned or changed anything. */
const seen: Record<string, Partial<Record<State, [status: number, open: boolean]>>> = {};

beforeAll(async () => {
  bench = await startStorageBench();
  const { workspace, owner } = bench;
  path = bench.ownKey("private.txt");
  await bench.upload(path, "private bytes");
  const note = { user_id: workspace.id, title: "private note", content: "<p>private</p>" };
  expect((await workspace.client.from("workspace_notes").insert(note)).error).toBeNull();
  const message = { name: "A", email: "a@example.test", subject: "s", message: "m" };
  const { sql } = bench.gateway.database;
  await sql`insert into messages ${sql(message)}`;
  file = await addRow(workspace.client, {
    user_id: workspace.id,
    name: "private.txt",
    storage_object_path: path,
    size: 13,
  });
  await tryAll("workspace", workspace, owner);
  await tryAll("admin", owner, workspace);
});
afterAll(() => bench?.gateway.stop());

describe.each(Object.entries(doors))("%s", (name, { also = [] }) => {
  it.each(states)("credentials with %s get the listed responses", (state) => {
    expect(seen[name]?.[state]).toEqual([
      expect.any(Number),
      open.includes(state) || also.includes(state),
    ]);
  });
});

/** Creates the credentials one by one, and tries every request of the role with each. */
async function tryAll(role: Door["role"], person: Person, other: Person): Promise<void> {
  const { gateway } = bench;
  const { sql } = gateway.database;
  const { jwtSecret } = gateway.secrets;
  const former = await signInStranger(gateway, `former-${role}`);
  await giveRole(former.id);
  await giveRole(person.id);
  const before = await tokenOf(person.client);
  await tryDoors("the password, no factor set", before, before);

  const revoked = await signIn(gateway, person);
  const factor = await addFactor(person);
  const token = await tokenOf(person.client);
  const prove = async () => {
    const { client } = await signIn(gateway, person);
    await forgetCodes(gateway);
    await factor.verify(client);
    return tokenOf(client);
  };
  const ended = await prove();
  const overdue = await prove();
  await sql`update auth.sessions set refreshed_at = now() - interval '31 days'
    where id = ${(await claimsOf(overdue)).session_id as string}`;
  await sql`delete from auth.sessions where id = ${(await claimsOf(ended)).session_id as string}`;
  const gone = await signInStranger(gateway, `gone-${role}`);
  const goneToken = await tokenOf(gone.client);
  await sql`delete from auth.users where id = ${gone.id}`;
  const expired = { ...(await claimsOf(token)), exp: 1_700_000_000 };

  // The session ended when the other session entered a code.
  expect((await revoked.client.auth.getUser()).error).not.toBeNull();
  const half = await tokenOf((await signIn(gateway, person)).client);
  await tryDoors("the second factor", token, token);
  await tryDoors("the password, a factor set", half, token);
  await tryDoors("a token from before the code", before, token);
  await tryDoors("no session", null, token);
  await tryDoors("a revoked session", ended, token);
  await tryDoors("a session past its time", overdue, token);
  await tryDoors("a role that was removed", await tokenOf(former.client), token);
  await tryDoors("an expired token", await sign(expired, jwtSecret, "HS256"), token);
  await tryDoors("a deleted account", goneToken, token);
  const stranger = await signInStranger(gateway, `stranger-${role}`);
  await tryDoors("no role", await tokenOf(stranger.client), token);
  await tryDoors("the other role", await tokenOf(other.client), token);

  /** A role belongs to one person at a time. */
  async function giveRole(userId: string): Promise<void> {
    await sql`delete from private.members where role = ${role}`;
    await sql`insert into private.members (user_id, role) values (${userId}, ${role})`;
  }

  async function tryDoors(state: State, held: string | null, good: string): Promise<void> {
    if (role === "workspace") uploads = [await beginUpload(good)];
    // Wrong passwords count toward the limits, which would refuse requests in the next state.
    await sql`delete from gateway.rate_limits`;
    await sql`delete from auth.mfa_factors where status = 'unverified'`;
    [pending, victim] = [randomUUID(), randomUUID()];
    await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      values (${pending}, ${person.id}, 'pending', 'totp', 'unverified', 'x')`;
    await sql`insert into auth.sessions (id, user_id, aal) values (${victim}, ${person.id}, 'aal1')`;
    if (role === "workspace") link = await makeLink();
    const ask = await askWith(held);
    for (const [name, door] of Object.entries(doors)) {
      if (door.role !== role) continue;
      const response = await door.ask(ask);
      const { status } = response;
      seen[name] = { ...seen[name], [state]: [status, await (door.isOpen ?? hasAnswer)(response)] };
    }
  }
}

/** True if the response returned or changed something. */
async function hasAnswer(response: Response): Promise<boolean> {
  const text = await response.text();
  return response.ok && text !== "[]";
}

/** Adds a calendar to read and to revoke. */
async function addCalendar(): Promise<void> {
  await bench.gateway.database.sql`insert into calendar_feeds (user_id, token_hash)
    values (${bench.workspace.id}, ${"a".repeat(64)}) on conflict (user_id) do nothing`;
}

function workspace(ask: Door["ask"]): Door {
  return { role: "workspace", ask };
}

function owner(ask: Door["ask"]): Door {
  return { role: "admin", ask };
}

interface Ask {
  (
    path: string,
    body?: object | string | null,
    options?: { method?: string; headers?: Record<string, string>; withoutToken?: boolean },
  ): Promise<Response>;
  claims: Record<string, unknown>;
  token: string | null;
}

async function askWith(token: string | null): Promise<Ask> {
  const { gateway } = bench;
  const { publishableKey } = gateway.secrets;
  const ask = (
    address: string,
    body?: object | string | null,
    { method, headers = {}, withoutToken }: Parameters<Ask>[2] = {},
  ) =>
    fetch(`${gateway.url}${address}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        ...(withoutToken
          ? {}
          : { apikey: publishableKey, authorization: `Bearer ${token ?? publishableKey}` }),
        ...(body && {
          "content-type": typeof body === "string" ? "text/plain" : "application/json",
        }),
        ...headers,
      },
      body: typeof body === "string" ? body : body ? JSON.stringify(body) : null,
    });
  const claims = token ? await claimsOf(token) : { role: "anon" };
  return Object.assign(ask, { claims, token });
}

/** Reads the claims of a token, including an expired one. */
async function claimsOf(token: string): Promise<Record<string, unknown>> {
  return verify(token, bench.gateway.secrets.jwtSecret, { alg: "HS256", exp: false });
}

/** A URL that a caller with these claims has just signed. */
async function linkOf(claims: Record<string, unknown>): Promise<string> {
  const signer = createUrlSigner(bench.gateway.secrets.jwtSecret);
  const caller = { claims, role: claims.role } as Parameters<typeof signer.sign>[1];
  const token = await signer.sign({ bucket: FILES, key: path }, caller, 60);
  return `/storage/v1/object/sign/${FILES}/${path}?token=${token}`;
}

async function beginUpload(token: string): Promise<string> {
  const ask = await askWith(token);
  const begun = await ask("/storage/v1/upload/resumable", null, { headers: uploadHeaders() });
  expect(begun.status).toBe(201);
  return begun.headers.get("location") ?? "";
}

/** The id of a new link to the file. */
async function makeLink(): Promise<string> {
  const [made] = await bench.gateway.database.sql<{ id: string }[]>`
    insert into private.share_links (user_id, file_id, token_hash, expires_at)
    select user_id, id, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), now() + interval '1 day'
    from workspace_files where id = ${file} returning id`;
  return made?.id ?? "";
}

function uploadHeaders(): Record<string, string> {
  const fields = { bucketName: FILES, objectName: bench.ownKey(), contentType: "text/plain" };
  const pairs = Object.entries({ ...fields, request: randomUUID() });
  return {
    "tus-resumable": "1.0.0",
    "upload-length": "5",
    "upload-metadata": pairs
      .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
      .join(","),
  };
}

const GIF = "GIF89a\x01\x00\x01\x00\x00\x00\x00;";
