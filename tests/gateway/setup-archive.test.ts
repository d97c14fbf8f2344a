import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { encrypt } from "../../server/archive/encryption.ts";
import { hasOwner, setOwner } from "../../server/owner/account.ts";
import { generateSecrets } from "../../server/secrets.ts";
import { renewLink } from "../../server/setup/setup-links.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import type { RestoreState } from "../../shared/restore.ts";
import { archiveOf, createMemorySite, restore } from "../support/content/archives.ts";
import { withMalformedRows } from "../support/content/damaged-archives.ts";
import { damageFiles } from "../support/content/damaged-files.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases/postgres.ts";
import { quickPasswords } from "../support/quick-passwords.ts";
import { fillSite, readSite, sampleSite } from "../support/sites/archive-sites.ts";
import { signIn, startTestGateway, type TestGateway } from "../support/sites/gateway.ts";

const secrets = generateSecrets();
/** Archive of a site with accounts and files, and the empty site that the tests restore into. */
let archive: Buffer;
let empty: Buffer;
let encrypted: Buffer;
/** Archive with a row that violates a rule of its table. */
let contradictory: Buffer;
let original: Record<string, unknown[]>;
let database: TestDatabase;
/** Two servers of one site without an owner. */
let host: TestGateway;
let other: TestGateway;
let token: string;
/** The initial state of the site without an owner. */
let before: Record<string, unknown[]>;

beforeAll(async () => {
  const from = await createMemorySite();
  empty = await archiveOf(from);
  // The archive must be longer than the part that is checked first.
  const big = new Uint8Array(1_200_000).fill(1);
  await fillSite(from, {
    ...sampleSite,
    files: [...sampleSite.files, ["big.bin", big, false, false]],
  });
  original = await readSite(from);
  archive = await archiveOf(from);
  encrypted = await buffer(
    await encrypt(Readable.from([archive], { objectMode: false }), "schön geheim", 10),
  );
  await from.sql.unsafe(`alter table public.experience alter title drop not null;
    insert into public.experience (title, organization) values (null, 'y')`);
  contradictory = await archiveOf(from);
  await from.drop();
  database = await createTestDatabase(17);
  host = await startTestGateway({ database, secrets });
  other = await startTestGateway({ database, secrets });
});
afterAll(async () => {
  await host.stop();
  await other.stop();
  await database.drop();
});

const siteOf = ({ blobs }: TestGateway) => ({ ...database, blobs: createFileBlobStore(blobs) });

/** A fresh site: no accounts, no files, a little content, and a valid link. */
beforeEach(async () => {
  await restore(empty, siteOf(host), { replace: true });
  await rm(host.blobs, { recursive: true, force: true });
  await database.sql`insert into public.personal_info (key, value) values ('displayName', 'Fresh')`;
  before = await readSite(siteOf(host));
  const renewal = await renewLink(database.sql, { replace: true });
  token = renewal.owned ? "" : (renewal.token ?? "");
});

interface Sent {
  token?: string;
  passphrase?: string;
  id?: string;
  origin?: string;
}

function headersOf({ passphrase, id = randomUUID(), origin, ...sent }: Sent) {
  return {
    apikey: secrets.publishableKey,
    "content-type": "application/octet-stream",
    "x-setup-token": sent.token ?? token,
    "x-restore-id": id,
    ...(passphrase === undefined ? {} : { "x-archive-passphrase": encodeURIComponent(passphrase) }),
    ...(origin === undefined ? {} : { origin }),
  };
}

async function post(path: string, body: Uint8Array, sent: Sent = {}) {
  const response = await fetch(`${host.url}/setup/v1/${path}`, {
    method: "POST",
    headers: headersOf(sent),
    body: Buffer.from(body),
  });
  return { status: response.status, body: await response.json() };
}

const send = (body: Uint8Array, sent?: Sent) => post("archive", body, sent);
const check = (body: Uint8Array, sent?: Sent) =>
  post("archive/check", body.subarray(0, 512 * 1024), sent);

/**
 * Starts a restore whose body stays open until the test ends; no other restore can begin before.
 */
function begin(id: string) {
  const request = httpRequest(`${host.url}/setup/v1/archive`, {
    method: "POST",
    headers: headersOf({ id }),
  });
  onTestFinished(async () => {
    request.destroy();
    await expect.poll(() => stateOf(id, host)).not.toMatchObject({ state: "restoring" });
  });
  request.on("error", () => {});
  const answer = new Promise<{ status: number; body: unknown }>((resolve) => {
    request.on("response", async (response) => {
      const body = JSON.parse((await buffer(response)).toString());
      resolve({ status: response.statusCode ?? 0, body });
    });
  });
  request.write(archive.subarray(0, archive.length - 2048));
  return { request, answer };
}

async function stateOf(id: string, { url }: TestGateway): Promise<RestoreState> {
  const headers = { apikey: secrets.publishableKey };
  return (await fetch(`${url}/setup/v1/archive?id=${id}`, { headers })).json();
}

/**
 * Checks that a refused or canceled restore leaves nothing behind, and that the link still works.
 */
async function expectFresh() {
  expect(await readSite(siteOf(host))).toEqual(before);
  const stored = await readdir(host.blobs, { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  expect(stored.filter((entry) => entry.isFile() && /^[0-9a-f-]{36}$/.test(entry.name))).toEqual(
    [],
  );
  expect((await check(archive)).status).toBe(200);
}

describe("an archive on the setup page", () => {
  it("the setup page describes an archive from its first bytes", async () => {
    expect(await check(archive)).toEqual({
      status: 200,
      body: {
        passphrase: null,
        archive: {
          createdAt: expect.any(String),
          rows: expect.any(Number),
          files: 6,
          fileBytes: 1_203_010,
          accounts: { owner: "owner@example.test", workspace: "workspace@example.test" },
        },
        replacesContent: true,
      },
    });
  });

  it("the setup page names an archive's accounts, or says that there are none or that the archive's beginning does not contain them", async () => {
    expect((await check(empty)).body).toMatchObject({
      archive: { accounts: { owner: null, workspace: null } },
    });
    const beforeRoles = archive.subarray(0, archive.indexOf("tables/private.members/"));
    expect((await check(beforeRoles)).body).toMatchObject({ archive: { accounts: null } });
    const opened = await check(encrypted, { passphrase: "schön geheim" });
    expect(opened.body).toMatchObject({ archive: { accounts: { owner: "owner@example.test" } } });
  });

  it("an archive on the setup page is restored with the names of the files that are not intact in it", async () => {
    const from = await createMemorySite();
    await fillSite(from, sampleSite);
    await damageFiles(from);
    const damaged = await archiveOf(from);
    await from.drop();
    const id = randomUUID();
    const { body } = await send(damaged, { id });
    expect(body).toMatchObject({
      state: "done",
      problems: [
        "1 stored file has other bytes than when it was stored: a.bin.",
        "1 stored file has no bytes: profile-pictures/me.png.",
      ],
    });
    // Database notifications, which carry the state to other servers, have a limited length.
    await expect.poll(() => stateOf(id, other)).toEqual(body);
  });

  it("an archive on the setup page replaces the site, whose owner signs in, and closes setup on every server", async () => {
    const id = randomUUID();
    const restored = await send(archive, { id });
    expect(restored).toEqual({
      status: 201,
      body: {
        state: "done",
        rows: expect.any(Number),
        files: 6,
        problems: [],
        owner: "owner@example.test",
      },
    });
    expect(await readSite(siteOf(host))).toEqual(original);
    await signIn(other, { email: "owner@example.test", password: "correct horse battery" });
    // The state is read on another server, even after setup is closed.
    await expect.poll(() => stateOf(id, other)).toEqual(restored.body);
    expect((await send(archive)).status).toBe(410);
    expect((await check(archive)).status).toBe(410);
    expect(await database.sql`select from private.setup_links`).toHaveLength(0);
  });

  it("an archive on the setup page without an owner leaves setup open", async () => {
    const restored = await send(empty);
    expect(restored.body).toMatchObject({ state: "done", files: 0, owner: null });
    expect(await database.sql`select from public.personal_info`).toHaveLength(0);
    expect((await check(archive)).status).toBe(200);
  });

  it("an archive on the setup page that is encrypted opens with its passphrase only", async () => {
    expect((await check(encrypted)).body).toEqual({ passphrase: "needed" });
    expect((await check(encrypted, { passphrase: "falsch" })).body).toEqual({
      passphrase: "wrong",
    });
    expect((await send(encrypted, { passphrase: "falsch" })).body).toEqual({
      state: "failed",
      code: "passphrase_wrong",
      message: "The passphrase does not open this archive.",
    });
    expect((await check(encrypted, { passphrase: "schön geheim" })).body).toMatchObject({
      archive: { files: 6 },
    });
    const restored = await send(encrypted, { passphrase: "schön geheim" });
    expect(restored.body).toMatchObject({ state: "done", files: 6 });
    expect(await readSite(siteOf(host))).toEqual(original);
  });

  it.each<[string, () => Uint8Array, number, RegExp]>([
    ["foreign", () => Buffer.alloc(5000, "PK"), 422, /^This file is not a Foyer archive\.$/],
    ["truncated", () => archive.subarray(0, archive.length - 4096), 422, /its end is missing/],
    ["changed", () => edited('"displayName"', '"displayname"', "Ada", "Eve"), 422, /other bytes/],
    [
      "with a row that its table refuses",
      () => withMalformedRows(archive)[0]?.[1] ?? archive,
      422,
      /a row of [\w.]+ cannot be read\.$/,
    ],
    [
      "with rows that a rule refuses",
      () => contradictory,
      422,
      /^The archive is damaged: its rows of public\.experience are refused \(null value in column "title" .*\)\.$/,
    ],
    ["newer", () => edited('"version": 1,', '"version": 2,'), 422, /has format 2.* Update Foyer/],
    [
      "larger than the free space",
      () => edited('"bytes": 1203010', '"bytes": 9e15'),
      507,
      /^Not enough space on the server: [\d,]+ MB needed, [\d,]+ MB free\.$/,
    ],
  ])(
    "an archive on the setup page that is %s is refused and changes nothing",
    async (_kind, change, status, message) => {
      const id = randomUUID();
      const refused = await send(change(), { id });
      expect(refused).toMatchObject({ status, body: { state: "failed" } });
      expect(refused.body.message).toMatch(message);
      await expect.poll(() => stateOf(id, other)).toEqual(refused.body);
      await expectFresh();
    },
  );

  it("a restore on the setup page needs the link, a key, and the site's own page", async () => {
    expect(await send(archive, { token: "wrong" })).toMatchObject({
      status: 403,
      body: { code: "setup_link_wrong" },
    });
    expect((await check(archive, { token: "wrong" })).status).toBe(403);
    expect((await send(archive, { origin: "https://evil.example" })).status).toBe(403);
    expect((await send(archive, { id: "x" })).status).toBe(400);
    const bare = await fetch(`${host.url}/setup/v1/archive`, { method: "POST", body: "x" });
    expect(bare.status).toBe(401);
    await expectFresh();
  });
});

describe("while an archive is being sent", () => {
  it("a canceled upload of an archive leaves the site as it was", async () => {
    const id = randomUUID();
    const { request } = begin(id);
    await expect
      .poll(() => stateOf(id, other))
      .toMatchObject({ state: "restoring", progress: { total: { files: 6 } } });
    request.destroy();
    await expect
      .poll(() => stateOf(id, other))
      .toMatchObject({ state: "failed", code: "connection_lost" });
    await expectFresh();
  });

  it("a second archive is refused while one is being sent", async () => {
    const first = randomUUID();
    const { request } = begin(first);
    await expect.poll(() => stateOf(first, host)).toMatchObject({ progress: expect.any(Object) });
    expect(await send(archive)).toMatchObject({ status: 409, body: { code: "archive_busy" } });
    request.destroy();
    await expect.poll(() => stateOf(first, host)).toMatchObject({ state: "failed" });
  });

  it("an unavailable database during the upload of an archive is reported in one sentence, and the site is unchanged", async () => {
    const id = randomUUID();
    const { request, answer } = begin(id);
    await expect.poll(() => stateOf(id, host)).toMatchObject({ progress: expect.any(Object) });
    // The restore's connection holds the lock of archives.
    await expect
      .poll(
        () => database.sql`select pg_terminate_backend(pid) from pg_locks
          where locktype = 'advisory' and mode = 'ExclusiveLock' and objid = 7031992
            and database = (select oid from pg_database where datname = current_database())`,
      )
      .toHaveLength(1);
    request.end(archive.subarray(archive.length - 2048));
    expect(await answer).toEqual({
      status: 503,
      body: {
        state: "failed",
        code: "database_away",
        message: "The database does not answer. Nothing was changed.",
      },
    });
    await expectFresh();
  });

  it("an owner created by another server stays, and the restore is refused", async () => {
    const id = randomUUID();
    const { request, answer } = begin(id);
    await expect.poll(() => stateOf(id, host)).toMatchObject({ progress: expect.any(Object) });
    const quick = { email: "quick@example.test", password: "correct horse battery" };
    await setOwner({ database, passwords: quickPasswords }, quick);
    request.end(archive.subarray(archive.length - 2048));
    expect(await answer).toMatchObject({ status: 410, body: { code: "owner_exists" } });
    expect(await hasOwner(host)).toBe(true);
    await signIn(other, quick);
  });
});

/** The archive with texts replaced by others of equal length. */
function edited(...pairs: string[]): Buffer {
  let text = archive.toString("latin1");
  for (let at = 0; at < pairs.length; at += 2) {
    const [from = "", to = ""] = pairs.slice(at, at + 2);
    text = text.replace(from, to.padEnd(from.length));
  }
  return Buffer.from(text, "latin1");
}
