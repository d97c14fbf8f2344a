import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ANY_BODY_HEADER } from "../../shared/api-paths.ts";
import { offsetOf } from "../support/bench/resumable-bench.ts";
import { FILES, type StorageBench, startStorageBench } from "../support/bench/storage-bench.ts";
import { addRow, reserve } from "../support/drive-client.ts";
import { sessionIdOf, signIn, tokenOf } from "../support/sites/gateway.ts";

/** More bytes than the buffers of both sides hold. */
const content = randomBytes(48 * 1024 * 1024);

const RECHECK_MS = 25_000;

let bench: StorageBench;
/** A stored file, and its entry in the drive. */
let key: string;
let file: string;
/** The checks of running downloads, which run only on demand here. */
let checks: Set<() => Promise<void>>;

beforeAll(async () => {
  bench = await startStorageBench();
  key = bench.ownKey();
  await bench.upload(key, content);
  const row = { user_id: bench.workspace.id, name: "large", size: content.length };
  file = await addRow(bench.workspace.client, { ...row, storage_object_path: key });
});
afterAll(() => bench.gateway.stop());
beforeEach(() => {
  checks = new Set();
  const { setInterval, clearInterval } = globalThis;
  const timers = new Map<unknown, () => Promise<void>>();
  vi.spyOn(globalThis, "setInterval").mockImplementation(((
    work: () => Promise<void>,
    ms: number,
  ) => {
    if (ms !== RECHECK_MS) return setInterval(work, ms);
    const timer = {};
    timers.set(timer, work);
    checks.add(work);
    return timer;
  }) as typeof setInterval);
  vi.spyOn(globalThis, "clearInterval").mockImplementation(((timer: unknown) => {
    const work = timers.get(timer);
    if (work) checks.delete(work);
    else clearInterval(timer as NodeJS.Timeout);
  }) as typeof clearInterval);
});
afterEach(() => vi.restoreAllMocks());

/** Begins a download and stops reading. */
async function begin(url: string, headers: Record<string, string> = {}) {
  const sending = request(url, { headers, agent: false });
  sending.on("error", () => {});
  sending.end();
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  await once(response, "readable");
  await expect.poll(() => checks.size).toBe(1);
  return response;
}

async function check(): Promise<void> {
  for (const work of [...checks]) await work();
}

/** The remaining bytes; null when the download is aborted. */
async function rest(response: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk);
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

async function guest() {
  const email = "workspace@example.test";
  return (await signIn(bench.gateway, { email, password: "quiet back room 42" })).client;
}

async function callShare(body: object) {
  const { publishableKey } = bench.gateway.secrets;
  const answer = await fetch(`${bench.gateway.url}/functions/v1/open-share`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { files: { url: string }[] };
}

interface Begun {
  response: IncomingMessage;
  revoke(): Promise<unknown>;
}

const begun: [name: string, () => Promise<Begun>][] = [
  [
    "its session",
    async () => {
      const token = await tokenOf(await guest());
      const authorization = `Bearer ${token}`;
      const { publishableKey: apikey } = bench.gateway.secrets;
      const url = bench.address(`authenticated/${FILES}/${key}`);
      return {
        response: await begin(url, { apikey, authorization }),
        revoke: () => bench.gateway.database.sql`
          delete from auth.sessions where id = ${sessionIdOf(token)}`,
      };
    },
  ],
  [
    "the session that signed its URL",
    async () => {
      const client = await guest();
      const { data } = await client.storage.from(FILES).createSignedUrl(key, 600);
      return {
        response: await begin(data?.signedUrl ?? ""),
        revoke: async () =>
          expect((await client.auth.signOut({ scope: "local" })).error).toBeNull(),
      };
    },
  ],
  [
    "its link",
    async () => {
      const { data: token } = await bench.workspace.client.rpc("create_share", { file });
      const { files } = await callShare({ action: "sign", token, files: [file] });
      return {
        response: await begin(`${bench.gateway.url}/storage/v1${files[0]?.url}`),
        revoke: () => bench.gateway.database.sql`delete from private.share_links`,
      };
    },
  ],
  [
    "the session of its archive",
    async () => {
      const email = "owner@example.test";
      const password = "correct horse battery";
      const { client } = await signIn(bench.gateway, { email, password });
      const answer = await fetch(`${bench.gateway.url}/backup/v1/downloads`, {
        method: "POST",
        headers: {
          apikey: bench.gateway.secrets.publishableKey,
          authorization: `Bearer ${await tokenOf(client)}`,
        },
        body: JSON.stringify({ password, passphrase: "a long passphrase" }),
      });
      const { ticket } = await answer.json();
      return {
        response: await begin(`${bench.gateway.url}/backup/v1/archive?ticket=${ticket}`),
        revoke: async () =>
          expect((await client.auth.signOut({ scope: "local" })).error).toBeNull(),
      };
    },
  ],
];

describe.each(begun)("a download that is still running when %s ends", (_, start) => {
  it("a running download is interrupted at the next check after its access ends", async () => {
    const { response, revoke } = await start();
    await revoke();
    await check();
    expect(await rest(response)).toBeNull();
    await expect.poll(() => checks.size).toBe(0);
  });

  it("a running download whose access lasts continues to its last byte, and is then no longer checked", async () => {
    const { response } = await start();
    await check();
    expect((await rest(response))?.length).toBeGreaterThan(content.length * 0.9);
    await expect.poll(() => checks.size).toBe(0);
  });
});

it("a running upload is interrupted at the next check after its session ends, and what has arrived is stored", async () => {
  const path = await reserve(bench.workspace.client, "running.bin", content.length);
  const token = await tokenOf(await guest());
  const headers = { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0" };
  const named = (text: string) => Buffer.from(text).toString("base64");
  const create = (more: Record<string, string> = {}) =>
    fetch(`${bench.gateway.url}/storage/v1/upload/resumable`, {
      method: "POST",
      headers: {
        ...headers,
        ...more,
        "upload-length": `${content.length}`,
        "upload-metadata": `bucketName ${named(FILES)},objectName ${named(path)}`,
      },
    });
  const created = await create();
  expect([created.status, created.headers.get(ANY_BODY_HEADER)]).toEqual([201, "1"]);
  expect((await create({ "x-forwarded-for": "192.0.2.1" })).headers.has(ANY_BODY_HEADER)).toBe(
    false,
  );
  const address = new URL(created.headers.get("location") ?? "", bench.gateway.url);
  const sending = request(address, {
    method: "PATCH",
    headers: {
      ...headers,
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
      "content-length": content.length,
    },
  });
  const ended = once(sending, "error");
  sending.write(content.subarray(0, 3_000_000));
  await expect.poll(() => checks.size).toBe(1);
  await check();
  sending.write(content.subarray(3_000_000, 5_000_000));
  expect(sending.destroyed).toBe(false);
  await bench.gateway.database.sql`delete from auth.sessions where id = ${sessionIdOf(token)}`;
  await check();
  expect(await ended).toMatchObject([{ code: "ECONNRESET" }]);
  await expect.poll(() => checks.size).toBe(0);
  const offset = await offsetOf(`${address}`, await tokenOf(await guest()));
  expect(offset).toBeGreaterThan(0);
});
