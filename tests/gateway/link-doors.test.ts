import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { FILES, type StorageBench, startStorageBench } from "../support/bench/storage-bench.ts";
import { addRow } from "../support/drive-client.ts";
import { tokenOf } from "../support/sites/gateway.ts";

/** States of a link, from the perspective of a caller with its token. */
const states = [
  "open",
  "open, with its password",
  "open, with what was returned for its password",
  "its password missing",
  "a wrong password",
  "what was returned for another link's password",
  "its password changed since",
  "its address replaced since",
  "expired",
  "revoked",
  "its file in the trash",
  "a folder above it in the trash",
  "its file deleted",
  "the other purpose",
  "never made",
] as const;
type State = (typeof states)[number];

const opened: readonly State[] = states.slice(0, 3);

interface Link {
  token: string;
  password: string;
  pass: string;
  file: string;
  /** A path reserved, and an upload begun, while the link was valid. */
  path: string;
  upload: string;
  /** URLs of the file and of its thumbnail that were signed while the link was valid. */
  url: string;
  thumbnail: string;
}

/** States of a link with a password for a caller who has entered the password before. */
const letInBefore: readonly State[] = [
  "its password missing",
  "a wrong password",
  "what was returned for another link's password",
];

interface Door {
  purpose: "show" | "receive";
  ask(link: Link): Promise<Response>;
  /** Further states in which the request is allowed. */
  also?: readonly State[];
  /** Whether it changes its link; the others are asked about one link in each state. */
  changes?: true;
}

/** All requests that a token allows. The password is only required where it is entered. */
const doors: Record<string, Door> = {
  "opening a link": {
    purpose: "show",
    ask: ({ token, password, pass }) => call({ action: "open", token, password, pass }),
  },
  "signing a URL": {
    purpose: "show",
    ask: (link) => signed(link, false),
  },
  "signing the URL of a thumbnail": {
    purpose: "show",
    ask: (link) => signed(link, true),
  },
  "opening a thumbnail": {
    purpose: "show",
    ask: ({ thumbnail }) => fetch(thumbnail),
    also: letInBefore,
  },
  "continuing a download": {
    purpose: "show",
    ask: ({ url }) => fetch(url, { headers: { range: "bytes=0-" } }),
    also: letInBefore,
  },
  "opening a link that receives files": {
    purpose: "receive",
    ask: ({ token, password, pass }) => call({ action: "open-inbox", token, password, pass }),
  },
  "reserving a path": {
    purpose: "receive",
    ask: ({ token, pass }) =>
      call({ action: "reserve", token, pass, files: [{ name: "x", size: 1 }] }),
  },
  "adding a file that was sent": {
    purpose: "receive",
    ask: ({ token, pass, path }) => call({ action: "finish", token, pass, path }),
    changes: true,
  },
  "beginning an upload": {
    purpose: "receive",
    // The upload exists, which only a permitted caller may learn.
    ask: async ({ path }) => {
      const response = await begin(path, 4);
      return response.status === 409 ? new Response(null) : response;
    },
    changes: true,
    // Knowing the path proves that the caller has reserved it, with the password.
    also: [...letInBefore, "its password changed since", "its address replaced since"],
  },
  "sending bytes": {
    purpose: "receive",
    ask: ({ upload }) =>
      storage(
        upload,
        "PATCH",
        {
          "upload-offset": "0",
          "content-type": "application/offset+octet-stream",
        },
        "abcd",
      ),
    changes: true,
    also: [...letInBefore, "its password changed since", "its address replaced since"],
  },
};

/** Functions that require the secret key instead of a token. */
const closed: Record<string, object> = {
  open_share: { token: "x", password: "", pass: "" },
  share_paths: { token: "x", pass: "", files: [] },
  count_share_try: { token: "x", address: "x" },
  open_inbox: { token: "x", password: "", pass: "" },
  reserve_received: { token: "x", pass: "", files: [] },
  finish_received: { token: "x", pass: "", path: "x", mimetype: "x" },
};

let bench: StorageBench;
const seen: Record<string, Partial<Record<State, boolean>>> = {};

beforeAll(async () => {
  bench = await startStorageBench();
  for (const purpose of ["show", "receive"] as const) {
    for (const state of states) {
      const kept = await prepare(purpose, state);
      for (const [name, door] of Object.entries(doors)) {
        if (door.purpose !== purpose) continue;
        await bench.gateway.database.sql`delete from private.visitor_counts`;
        const response = await door.ask(door.changes ? await prepare(purpose, state) : kept);
        seen[name] = { ...seen[name], [state]: response.ok };
        await response.arrayBuffer();
      }
    }
  }
});
afterAll(() => bench?.gateway.stop());

describe.each(Object.entries(doors))("%s", (name, { also = [] }) => {
  it.each(states)("a link opens only in the states that allow it: %s", (state) => {
    expect(seen[name]?.[state]).toBe(opened.includes(state) || also.includes(state));
  });
});

it("a visitor who has opened links 600 times in 15 minutes is told when to retry", async () => {
  const link = await prepare("show", "open");
  const { sql } = bench.gateway.database;
  await sql`select private.count_share_call('127.0.0.1') from generate_series(1, 600)`;
  const response = await call({ action: "open", token: link.token });
  expect([response.status, await response.json()]).toEqual([
    429,
    {
      error: expect.stringMatching(/^Too many tries\. Please try again in 1[45] minutes\.$/),
      reason: "wait",
    },
  ]);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(800);
  await sql`delete from private.visitor_counts`;
});

it("a download through a link resumes after an interruption, even after more than a minute", async () => {
  const { url } = await prepare("show", "open");
  const first = await fetch(url);
  const etag = first.headers.get("etag") ?? "";
  expect([first.status, await first.text()]).toEqual([200, "content"]);
  const later = Date.now() + 40 * 24 * 3_600_000;
  vi.useFakeTimers({ toFake: ["Date"], now: later });
  try {
    const rest = await fetch(url, { headers: { range: "bytes=3-", "if-range": etag } });
    expect([rest.status, await rest.text()]).toEqual([206, "tent"]);
    expect(rest.headers.get("content-range")).toBe("bytes 3-6/7");
    const other = await fetch(url, { headers: { range: "bytes=3-", "if-range": '"another"' } });
    expect([other.status, await other.text()]).toEqual([200, "content"]);
    const head = await fetch(url, { method: "HEAD", headers: { range: "bytes=3-" } });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "7"]);
  } finally {
    vi.useRealTimers();
  }
});

describe("a function behind a link", () => {
  it.each(Object.entries(closed))(
    "the function %s can be called only with the secret key",
    async (name, body) => {
      const { workspace, owner, gateway } = bench;
      for (const client of [null, workspace.client, owner.client]) {
        const token = client ? await tokenOf(client) : gateway.secrets.publishableKey;
        const response = await fetch(`${gateway.url}/rest/v1/rpc/${name}`, {
          method: "POST",
          headers: {
            apikey: gateway.secrets.publishableKey,
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
          },
          body: JSON.stringify(body),
        });
        expect([401, 403, 404]).toContain(response.status);
      }
    },
  );
});

/** A new link in this state, and the values that its holder sends. */
async function prepare(purpose: Door["purpose"], state: State): Promise<Link> {
  const { client, id: user_id } = bench.workspace;
  const { sql } = bench.gateway.database;
  const hasPassword = /password/.test(state);
  const above = await addFolder();
  const file = purpose === "show" ? await addFile(above) : await addFolder(above);
  const password = "a good password";
  const limits = { max_files: 100, max_bytes: 1000 };
  const isReceiving = (purpose === "receive") !== (state === "the other purpose");
  const target = isReceiving && purpose === "show" ? above : file;
  const { data: token, error } = await client.rpc("create_share", {
    file: target,
    ...(hasPassword && { password }),
    ...(isReceiving && limits),
  });
  if (error) throw error;
  if (hasPassword) await setPassword(token, password);
  const none = { password: "", pass: "", path: "", upload: "", url: "", thumbnail: "" };
  const link: Link = { ...none, token, file };
  const passOf = async (of: string) => {
    const action = isReceiving ? "open-inbox" : "open";
    return ((await (await call({ action, token: of, password })).json()) as { pass: string }).pass;
  };
  const pass = hasPassword ? await passOf(token) : "";
  if (isReceiving) {
    const reserved = await call({
      ...{ action: "reserve", token, pass },
      files: [{ name: "x", size: 4 }],
    });
    [link.path = ""] = ((await reserved.json()) as { paths: string[] }).paths;
    const begun = await begin(link.path, 4);
    link.upload = begun.headers.get("location") ?? "";
  }
  if (!isReceiving) {
    for (const key of ["url", "thumbnail"] as const) {
      const thumbnails = key === "thumbnail";
      const answer = await call({ action: "sign", token, pass, files: [file], thumbnails });
      const { files } = (await answer.json()) as { files: { url: string }[] };
      link[key] = `${bench.gateway.url}/storage/v1${files[0]?.url}`;
    }
  }
  switch (state) {
    case "open, with its password":
      // The other requests use the returned proof of the password.
      return { ...link, password, pass };
    case "open, with what was returned for its password":
      return { ...link, pass };
    case "a wrong password":
      return { ...link, password: "another password" };
    case "what was returned for another link's password": {
      const options = { file: target, password, ...(isReceiving && limits) };
      const other = (await client.rpc("create_share", options)).data;
      await setPassword(other, password);
      return { ...link, pass: await passOf(other) };
    }
    case "its password changed since":
      await setPassword(token, "another");
      return { ...link, pass };
    case "its address replaced since":
      // The pass belongs to the earlier address.
      await sql`update private.share_links set token_hash = private.hash_token('x' || id)
        where token_hash = private.hash_token(${token})`;
      return { ...link, pass };
    case "expired":
      await sql`update private.share_links set expires_at = now()
        where token_hash = private.hash_token(${token})`;
      return link;
    case "revoked":
      await sql`delete from private.share_links where token_hash = private.hash_token(${token})`;
      return link;
    case "its file in the trash":
    case "a folder above it in the trash":
      await client.rpc("trash_files", { ids: [state.startsWith("its") ? file : above] });
      return link;
    case "its file deleted":
      await client.rpc("delete_files", { ids: [file] });
      return link;
    case "the other purpose":
      // In this state, nothing can be created that the request needs.
      return { ...link, path: `${user_id}/${target}/1-x`, ...unsigned() };
    case "never made":
      return {
        ...link,
        ...{ token: "A".repeat(22), path: `${user_id}/${target}/1-x`, ...unsigned() },
      };
    default:
      return link;
  }
}

/** Replaces a link's password, hashed at a hundredth of the cost, as it is checked often. */
async function setPassword(token: string, password: string): Promise<void> {
  await bench.gateway.database.sql`update private.share_links
    set password_hash = private.hash_password(${password}, extensions.gen_salt('bf', 4))
    where token_hash = private.hash_token(${token})`;
}

/** Signs a URL of the file, or of its thumbnail; 404 if there is none. */
async function signed({ token, pass, file }: Link, thumbnails: boolean): Promise<Response> {
  const response = await call({ action: "sign", token, pass, files: [file], thumbnails });
  const { files = [] } = (await response.clone().json()) as { files?: unknown[] };
  return response.ok && files.length === 0 ? new Response(null, { status: 404 }) : response;
}

function call(body: object): Promise<Response> {
  const { publishableKey } = bench.gateway.secrets;
  return fetch(`${bench.gateway.url}/functions/v1/open-share`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** A request of the resumable protocol, as a visitor. */
function storage(
  path: string,
  method: string,
  headers: Record<string, string>,
  body: string | null = null,
): Promise<Response> {
  const { publishableKey } = bench.gateway.secrets;
  const authorization = `Bearer ${publishableKey}`;
  return fetch(new URL(path || "/storage/v1/upload/resumable/none", bench.gateway.url), {
    method,
    headers: { apikey: publishableKey, authorization, "tus-resumable": "1.0.0", ...headers },
    body,
  });
}

function begin(path: string, length: number): Promise<Response> {
  const metadata = Object.entries({ bucketName: FILES, objectName: path })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
    .join(",");
  return storage("/storage/v1/upload/resumable", "POST", {
    "upload-length": String(length),
    "upload-metadata": metadata,
  });
}

async function addFolder(parent_id: string | null = null): Promise<string> {
  const row = { user_id: bench.workspace.id, name: randomUUID(), is_folder: true, parent_id };
  const { data, error } = await bench.workspace.client
    .from("workspace_files")
    .insert(row)
    .select("id")
    .single();
  if (error) throw error;
  return data.id;
}

async function addFile(parent_id: string): Promise<string> {
  const [path, thumbnail_path] = [bench.ownKey(), bench.ownKey()];
  await bench.upload(path, "content");
  await bench.upload(thumbnail_path, "small");
  const { client, id: user_id } = bench.workspace;
  const content = { storage_object_path: path, thumbnail_path, size: 7 };
  return addRow(client, { user_id, name: randomUUID(), parent_id, ...content });
}

/** The URLs of objects that were not signed for anybody. */
function unsigned() {
  const url = bench.address(`sign/${FILES}/${bench.ownKey()}?token=x`);
  return { upload: "", url, thumbnail: url };
}
