import { randomUUID } from "node:crypto";
import { sign, verify } from "hono/jwt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addRow } from "../support/drive-client.ts";
import { signIn, signInStranger, tokenOf } from "../support/gateway.ts";
import { FILES, type StorageBench, startStorageBench } from "../support/storage-bench.ts";

/** The credentials a caller may hold. `null` is no token: the publishable key alone. */
const states = [
  "the workspace user",
  "no session",
  "a revoked session",
  "a role that was removed",
  "an expired token",
  "a deleted account",
  "no role",
  "the owner",
] as const;
type State = (typeof states)[number];

let bench: StorageBench;
let path: string;
const tokens = {} as Record<State, string | null>;

beforeAll(async () => {
  bench = await startStorageBench();
  const { gateway, workspace, owner, headers } = bench;
  const { sql } = gateway.database;
  path = bench.ownKey("private.txt");
  await bench.upload(path, "private bytes");
  const made = await workspace.client
    .from("workspace_notes")
    .insert({ user_id: workspace.id, title: "private note", content: "<p>private</p>" });
  expect(made.error).toBeNull();
  await addRow(workspace.client, {
    user_id: workspace.id,
    name: "private.txt",
    storage_object_path: path,
    size: 13,
  });

  const token = headers.authorization.slice("Bearer ".length);
  const { jwtSecret } = gateway.secrets;
  const claims = await verify(token, jwtSecret, "HS256");
  const gone = await signInStranger(gateway, "gone");
  tokens["the workspace user"] = token;
  tokens["no session"] = null;
  tokens["a revoked session"] = await tokenOf((await signIn(gateway, workspace)).client);
  await sql`delete from auth.sessions where id = ${await sessionOf(tokens["a revoked session"])}`;
  const former = await signInStranger(gateway, "former");
  await giveRole(former.id);
  await giveRole(workspace.id);
  tokens["a role that was removed"] = await tokenOf(former.client);
  tokens["an expired token"] = await sign({ ...claims, exp: 1_700_000_000 }, jwtSecret, "HS256");
  tokens["a deleted account"] = await tokenOf(gone.client);
  await sql`delete from auth.users where id = ${gone.id}`;
  tokens["no role"] = await tokenOf((await signInStranger(gateway)).client);
  tokens["the owner"] = await tokenOf(owner.client);

  /** Only one workspace user can exist at a time. */
  async function giveRole(userId: string): Promise<void> {
    await sql`delete from private.members where role = 'workspace'`;
    await sql`insert into private.members (user_id, role) values (${userId}, 'workspace')`;
  }
  async function sessionOf(held: string): Promise<string> {
    return (await verify(held, jwtSecret, "HS256")).session_id as string;
  }
});
afterAll(() => bench?.gateway.stop());

/** Every endpoint that returns or changes the workspace user's data, as plain HTTP requests. */
const endpoints: Record<string, (ask: Ask) => Promise<Response>> = {
  "reading notes": (ask) => ask("/rest/v1/workspace_notes?select=title"),
  "adding a note": (ask) =>
    ask("/rest/v1/workspace_notes", {
      user_id: bench.workspace.id,
      title: "by anyone",
      content: "",
    }),
  "searching files": (ask) => ask("/rest/v1/rpc/search_files", { search: "private" }),
  "reading a file": (ask) => ask(`/storage/v1/object/${FILES}/${path}`),
  "reading a file by the authenticated address": (ask) =>
    ask(`/storage/v1/object/authenticated/${FILES}/${path}`),
  "listing files": (ask) =>
    ask(`/storage/v1/object/list/${FILES}`, { prefix: `${bench.workspace.id}/root` }),
  "signing an address": (ask) => ask(`/storage/v1/object/sign/${FILES}/${path}`, { expiresIn: 60 }),
  "storing a file": (ask) => ask(`/storage/v1/object/${FILES}/${bench.ownKey()}`, "bytes"),
  "beginning a resumable upload": (ask) =>
    ask("/storage/v1/upload/resumable", null, {
      "tus-resumable": "1.0.0",
      "upload-length": "5",
      "upload-metadata": metadata({ bucketName: FILES, objectName: bench.ownKey() }),
    }),
  "calling a function for the workspace user": (ask) => ask("/functions/v1/fetch-notion-notes", {}),
};

/** True if the response returned or changed something. */
async function isOpen(response: Response): Promise<boolean> {
  if (!response.ok) {
    await response.body?.cancel();
    // The function reports a missing Notion token to its one allowed caller, and refuses others
    // first.
    return response.status >= 500;
  }
  const text = await response.text();
  return text !== "[]";
}

describe.each(Object.keys(endpoints))("%s", (endpoint) => {
  it.each(states)("with %s", async (state) => {
    const response = await (endpoints[endpoint] as (typeof endpoints)[string])(
      askWith(tokens[state]),
    );
    expect([state, response.status, await isOpen(response)]).toEqual([
      state,
      expect.any(Number),
      state === "the workspace user",
    ]);
  });
});

type Ask = (
  path: string,
  body?: object | string | null,
  headers?: Record<string, string>,
) => Promise<Response>;

function askWith(token: string | null): Ask {
  const { gateway } = bench;
  const { publishableKey } = gateway.secrets;
  return (address, body, headers = {}) =>
    fetch(`${gateway.url}${address}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${token ?? publishableKey}`,
        ...(body && {
          "content-type": typeof body === "string" ? "text/plain" : "application/json",
        }),
        ...headers,
      },
      body: typeof body === "string" ? body : body ? JSON.stringify(body) : null,
    });
}

function metadata(fields: Record<string, string>): string {
  const pairs = Object.entries({ ...fields, contentType: "text/plain", request: randomUUID() });
  return pairs.map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`).join(",");
}
