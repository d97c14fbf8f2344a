import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connect } from "../../server/database/connect.ts";
import type { Log } from "../../server/log/log.ts";
import { renewLink } from "../../server/setup/setup-links.ts";
import { FILES, PICTURES } from "../support/bench/storage-bench.ts";
import { createTestDatabase } from "../support/databases/postgres.ts";
import { startCuttableRelay } from "../support/fakes/cuttable-relay.ts";
import {
  type Person,
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";
import { createStandInSite } from "../support/sites/stand-in-site.ts";

let gateway: TestGateway;
let owner: Person;
let workspace: Person;
let cut: () => () => void;
const logged: string[] = [];
/** Values created while the database was available. */
const made = { key: "", link: "", upload: "", ticket: "", setupToken: "", token: "" };

beforeAll(async () => {
  const database = await createTestDatabase(17);
  const relay = await startCuttableRelay(database.url);
  const url = new URL(database.url);
  url.host = new URL(relay.origin).host;
  const relayed = { sql: connect(url.href, { max: 4 }), url: url.href, drop: async () => {} };
  const site = await createStandInSite();
  const write = (line: string, cause?: unknown) => void logged.push(`${line} ${cause ?? ""}`);
  const log: Log = { info: write, warn: write, error: write };
  cut = relay.cut;
  gateway = await startTestGateway({ database: relayed, log, paths: site.paths });
  owner = await signInOwner(gateway);
  workspace = await signInWorkspaceUser(gateway);
  await prepare();
  return async () => {
    await gateway.stop();
    await relayed.sql.end({ timeout: 1 });
    await relay.close();
    await database.drop();
    await site.remove();
  };
});
afterAll(() => {
  vi.restoreAllMocks();
});

async function prepare(): Promise<void> {
  const { client } = workspace;
  made.key = `${workspace.id}/root/1-a.txt`;
  const bucket = client.storage.from(FILES);
  expect((await bucket.upload(made.key, "private")).error).toBeNull();
  made.link = (await bucket.createSignedUrl(made.key, 60)).data?.signedUrl ?? "";
  const picture = owner.client.storage.from(PICTURES).upload("public/1.gif", GIF, {
    contentType: "image/gif",
  });
  expect((await picture).error).toBeNull();
  const begun = await ask("POST", "/storage/v1/upload/resumable", workspace, null, tus());
  made.upload = new URL(begun.headers.get("location") ?? "", gateway.url).pathname;
  const choice = { password: owner.password, withoutWorkspace: true };
  const ticket = await ask("POST", "/backup/v1/downloads", owner, choice);
  made.ticket = (await ticket.json()).ticket;
  const link = await renewLink(gateway.database.sql, { replace: true });
  made.setupToken = link.owned ? "x".repeat(43) : (link.token ?? "");
  made.token = (await client.auth.getSession()).data.session?.refresh_token ?? "";
}

type Caller = Person | "visitor" | "secret key" | "nobody";

async function ask(
  method: string,
  path: string,
  caller: Caller,
  body: object | string | null = null,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { publishableKey, secretKey } = gateway.secrets;
  const token = typeof caller === "object" && (await tokenOf(caller.client));
  return fetch(`${gateway.url}${path}`, {
    method,
    headers: {
      ...(caller !== "nobody" && { apikey: caller === "secret key" ? secretKey : publishableKey }),
      ...(token && { authorization: `Bearer ${token}` }),
      "content-type": typeof body === "string" ? "text/plain" : "application/json",
      ...headers,
    },
    body: body === null || typeof body === "string" ? body : JSON.stringify(body),
  });
}

type Call = [
  method: string,
  path: string,
  caller: Caller,
  body?: object | string | null,
  headers?: Record<string, string>,
];

/** Every family of routes that uses the database. */
const families: Record<string, () => Call[]> = {
  "the Data API": () => [
    ["GET", "/rest/v1/projects?select=id", "visitor"],
    ["HEAD", "/rest/v1/projects?select=id", "visitor"],
    [
      "POST",
      "/rest/v1/messages",
      "visitor",
      { id: randomUUID(), name: "a", email: "a@b.example", subject: "s", message: "m" },
    ],
    ["POST", "/rest/v1/visits", "visitor", {}],
    ["PATCH", "/rest/v1/projects?id=eq.1", owner, { name: "x" }],
    ["DELETE", `/rest/v1/workspace_notes?id=eq.${randomUUID()}`, workspace],
    ["POST", "/rest/v1/rpc/own_role", owner, {}],
    ["GET", "/rest/v1/projects", "secret key"],
  ],
  Auth: () => [
    [
      "POST",
      "/auth/v1/token?grant_type=password",
      "visitor",
      { email: owner.email, password: owner.password },
    ],
    ["POST", "/auth/v1/token?grant_type=refresh_token", "visitor", { refresh_token: made.token }],
    ["GET", "/auth/v1/user", owner],
    [
      "PUT",
      "/auth/v1/user",
      owner,
      { email: "new@example.test", current_password: owner.password },
    ],
    ["POST", "/auth/v1/logout?scope=others", owner],
    ["POST", "/auth/v1/factors", owner, { factor_type: "totp", current_password: owner.password }],
    ["POST", `/auth/v1/factors/${randomUUID()}/challenge`, owner, {}],
    ["POST", `/auth/v1/factors/${randomUUID()}/verify`, owner, {}],
    ["DELETE", `/auth/v1/factors/${randomUUID()}`, owner],
    ["GET", "/auth/v1/admin/users", "secret key"],
    [
      "POST",
      "/auth/v1/admin/users",
      "secret key",
      { email: "n@example.test", password: "long enough password" },
    ],
    ["PUT", `/auth/v1/admin/users/${owner.id}`, "secret key", { email_confirm: true }],
    ["DELETE", `/auth/v1/admin/users/${randomUUID()}`, "secret key", {}],
    ["GET", `/auth/v1/admin/users/${owner.id}/factors`, "secret key"],
  ],
  storage: () => [
    ["GET", "/storage/v1/bucket", "secret key"],
    ["GET", `/storage/v1/object/public/${PICTURES}/public/1.gif`, "nobody"],
    ["GET", `/storage/v1/object/info/public/${PICTURES}/public/1.gif`, "nobody"],
    ["GET", `/storage/v1/object/${FILES}/${made.key}`, workspace],
    ["HEAD", `/storage/v1/object/authenticated/${FILES}/${made.key}`, workspace],
    ["POST", `/storage/v1/object/${FILES}/${workspace.id}/root/2-b.txt`, workspace, "text"],
    ["PUT", `/storage/v1/object/${FILES}/${made.key}`, workspace, "text"],
    ["POST", `/storage/v1/object/list/${FILES}`, workspace, { prefix: `${workspace.id}/root` }],
    [
      "POST",
      "/storage/v1/object/copy",
      workspace,
      { bucketId: FILES, sourceKey: made.key, destinationKey: `${workspace.id}/root/3-c.txt` },
    ],
    [
      "POST",
      "/storage/v1/object/move",
      workspace,
      { bucketId: FILES, sourceKey: made.key, destinationKey: `${workspace.id}/root/4-d.txt` },
    ],
    ["DELETE", `/storage/v1/object/${FILES}`, workspace, { prefixes: [made.key] }],
    ["DELETE", `/storage/v1/object/${FILES}/${made.key}`, workspace],
  ],
  "signed addresses": () => [
    ["POST", `/storage/v1/object/sign/${FILES}/${made.key}`, workspace, { expiresIn: 60 }],
    ["POST", `/storage/v1/object/sign/${FILES}`, workspace, { expiresIn: 60, paths: [made.key] }],
    ["GET", new URL(made.link).pathname + new URL(made.link).search, "nobody"],
    ["POST", `/storage/v1/object/upload/sign/${FILES}/${workspace.id}/root/5-e.txt`, workspace, {}],
  ],
  "resumable uploads": () => [
    ["POST", "/storage/v1/upload/resumable", workspace, null, tus()],
    ["HEAD", made.upload, workspace, null, { "tus-resumable": "1.0.0" }],
    [
      "PATCH",
      made.upload,
      workspace,
      "bytes",
      {
        "tus-resumable": "1.0.0",
        "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
      },
    ],
    ["DELETE", made.upload, workspace, null, { "tus-resumable": "1.0.0" }],
  ],
  functions: () => [
    [
      "POST",
      "/functions/v1/workspace-sign-in",
      "visitor",
      { identifier: workspace.email, password: workspace.password },
    ],
    ["POST", "/functions/v1/workspace-user", owner, { action: "force-logout" }],
    ["POST", "/functions/v1/fetch-notion-notes", workspace, {}],
    ["POST", "/functions/v1/send-notices", owner, { test: true }],
  ],
  "the setup page": () => [
    ["GET", "/setup/v1/owner", "visitor"],
    [
      "POST",
      "/setup/v1/owner",
      "visitor",
      { token: made.setupToken, email: "a@b.example", password: "long enough password" },
    ],
    ["POST", "/setup/v1/archive/check", "visitor", "x"],
    ["POST", "/setup/v1/archive", "visitor", "x"],
  ],
  backups: () => [
    ["GET", "/backup/v1/status", owner],
    ["GET", "/backup/v1/archives", owner],
    ["GET", "/backup/v1/downloads", owner],
    ["POST", "/backup/v1/downloads", owner, { password: owner.password, withoutWorkspace: true }],
    ["DELETE", "/backup/v1/downloads", owner],
    ["GET", `/backup/v1/archive?ticket=${made.ticket}`, "nobody"],
  ],
  notices: () => [
    ["GET", "/notices/v1/delivery", owner],
    ["PUT", "/notices/v1/delivery", owner, { password: owner.password, delivery: null }],
  ],
  pictures: () => [["POST", "/picture/v1/avif", owner, GIF, { "content-type": "image/gif" }]],
};

/** Documents generated from the content; only the page was rendered before. */
const documents = ["/cv", "/resume.json", "/sitemap.xml", "/favicon.svg", "/og.png", "/llms.txt"];

describe("while the database is unavailable", () => {
  interface Answer {
    status: number;
    retryAfter: string | null;
    text: string;
  }
  const answers: Record<string, Answer[]> = {};
  const documentAnswers: Answer[] = [];
  let page: Response;

  beforeAll(async () => {
    // The engine's own output is not part of the server's log here.
    vi.spyOn(console, "error").mockImplementation(() => {});
    const calls = Object.entries(families).map(([family, make]) => [family, make()] as const);
    logged.length = 0;
    const restore = cut();
    await Promise.all(
      calls.map(async ([family, list]) => {
        answers[family] = await Promise.all(list.map(async (call) => answerOf(await ask(...call))));
      }),
    );
    for (const path of documents) {
      documentAnswers.push(await answerOf(await fetch(`${gateway.url}${path}`)));
    }
    page = await fetch(gateway.url);
    restore();
  });

  async function answerOf(response: Response): Promise<Answer> {
    const retryAfter = response.headers.get("retry-after");
    return { status: response.status, retryAfter, text: await response.text() };
  }

  it.each(Object.entries(families))(
    "%s requests get 503 with a retry time without a database",
    (family) => {
      const calls = families[family]?.() ?? [];
      const seen = calls.map(([method, path], at) => {
        const { status, retryAfter, text } = answers[family]?.[at] ?? {};
        const isPlain = text === "" || text?.includes("The database does not answer.");
        return [method, path.replace(/[0-9a-f-]{36}/g, "…"), status, retryAfter, isPlain];
      });
      expect(seen).toEqual(seen.map(([method, path]) => [method, path, 503, "2", true]));
    },
  );

  it("without a database the last page is sent, and other documents have a Retry-After header", () => {
    expect(page.status).toBe(200);
    expect(documentAnswers.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(
      documents.map(() => [503, "5"]),
    );
  });

  it("the log reports an unavailable database in sentences, without the driver's errors", () => {
    const isKnown = /^The database does not answer\.|^The landing page could not be rendered: The/;
    expect(logged.filter((line) => !isKnown.test(line))).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
  });

  it("the server works again when the database is back", async () => {
    const calls = families.storage?.() ?? [];
    for (const [method, path, caller, ...rest] of calls.filter(([verb]) => verb === "GET")) {
      await expect.poll(async () => (await ask(method, path, caller, ...rest)).status).toBe(200);
    }
    const [, , upload] = families["resumable uploads"]?.() ?? [];
    expect(upload && (await ask(...upload)).status).toBe(204);
  });
});

function tus(): Record<string, string> {
  const fields = {
    bucketName: FILES,
    objectName: `${workspace.id}/root/6-f.txt`,
    contentType: "text/plain",
  };
  return {
    "tus-resumable": "1.0.0",
    "upload-length": "5",
    "upload-metadata": Object.entries({ ...fields, request: randomUUID() })
      .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
      .join(","),
  };
}

const GIF = "GIF89a\x01\x00\x01\x00\x00\x00\x00;";
