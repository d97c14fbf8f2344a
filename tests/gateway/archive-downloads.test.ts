import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { codeOf } from "../../server/archive/archive-error.ts";
import { decryptIfNeeded } from "../../server/archive/encryption.ts";
import { clearSignInCounts } from "../../server/auth/sign-in-limits.ts";
import { createArchiveDownloads } from "../../server/backups/archive-downloads.ts";
import { parseConfig } from "../../server/config.ts";
import type { Connection } from "../../server/http/visitor-address.ts";
import { silentLog } from "../../server/log/log.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { createMemorySite, restore } from "../support/content/archives.ts";
import { openForServer } from "../support/databases/postgres.ts";
import { addFactor, forgetCodes } from "../support/second-factor.ts";
import { fillSite, readSite, sampleSite } from "../support/sites/archive-sites.ts";
import {
  type Person,
  sessionIdOf,
  signIn,
  startTestGateway,
  type TestGateway,
  tokenOf,
} from "../support/sites/gateway.ts";

const password = "correct horse battery";

let gateway: TestGateway;
let owner: Person;
beforeAll(async () => {
  gateway = await startTestGateway();
  const { database, blobs } = gateway;
  await fillSite({ ...database, blobs: createFileBlobStore(blobs) }, sampleSite);
});
afterAll(() => gateway?.stop());
beforeEach(async () => {
  await clearSignInCounts(gateway.database.sql);
  owner = await signIn(gateway, { email: "owner@example.test", password });
});

async function request(body: object): Promise<{ status: number; body: Record<string, string> }> {
  const response = await fetch(`${gateway.url}/backup/v1/downloads`, {
    method: "POST",
    headers: {
      apikey: gateway.secrets.publishableKey,
      authorization: `Bearer ${await tokenOf(owner.client)}`,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function ticketFor(choice: object): Promise<string> {
  const { status, body } = await request({ password, ...choice });
  expect(status).toBe(201);
  return String(body.ticket);
}

const open = (ticket: string) => fetch(`${gateway.url}/backup/v1/archive?ticket=${ticket}`);

async function contentOf(archive: Buffer): Promise<Record<string, unknown[]>> {
  const copy = await createMemorySite();
  try {
    await restore(archive, copy);
    return await readSite(copy);
  } finally {
    await copy.drop();
  }
}

const siteContent = () =>
  readSite({ ...gateway.database, blobs: createFileBlobStore(gateway.blobs) });

describe("a download of an archive", () => {
  it("a download of an archive is refused without the password, and tries are limited", async () => {
    expect(await request({ withoutWorkspace: true })).toMatchObject({
      status: 400,
      body: { error_code: "current_password_required" },
    });
    const answers: number[] = [];
    for (let attempt = 0; attempt < 30 && !answers.includes(429); attempt += 1) {
      answers.push((await request({ password: "guess", withoutWorkspace: true })).status);
    }
    expect(answers).toContain(429);
    expect(answers).not.toContain(201);
  });

  it("a download of an archive needs a choice about the workspace, and a passphrase that cannot be guessed", async () => {
    expect(await request({ password })).toEqual({
      status: 400,
      body: { code: "400", message: "Choose a passphrase, or leave the workspace out." },
    });
    expect(await request({ password, passphrase: "short" })).toEqual({
      status: 400,
      body: { code: "400", message: "Choose a passphrase of at least 10 characters." },
    });
  });

  it("a download of an archive has everything, encrypted, once per ticket", async () => {
    const passphrase = "open sesame, please";
    const ticket = await ticketFor({ passphrase });
    const download = await open(ticket);
    expect(download.headers.get("content-disposition")).toMatch(
      /^attachment; filename="foyer-[\d-]+\.tar\.age"$/,
    );
    const bytes = Buffer.from(await download.arrayBuffer());
    expect(bytes.toString("latin1")).toMatch(/^age-encryption\.org\/v1\n/);
    const archive = await buffer(
      await decryptIfNeeded(Readable.from([bytes]), async () => passphrase),
    );
    expect(await contentOf(archive)).toEqual(await siteContent());
    expect((await open(ticket)).status).toBe(403);
    expect((await open("x")).status).toBe(403);
  });

  it("a download of an archive can exclude all data of the workspace", async () => {
    const download = await open(await ticketFor({ withoutWorkspace: true }));
    expect(download.headers.get("content-disposition")).toMatch(/foyer-[\d-]+\.tar"$/);
    const archive = Buffer.from(await download.arrayBuffer());
    const before = await siteContent();
    const content = await contentOf(archive);
    const isPrivate =
      /workspace_notes|trashed_notes|_tasks|workspace_files|note_files|file_versions/;
    for (const [table, rows] of Object.entries(content)) {
      if (isPrivate.test(table)) expect(rows, table).toEqual([]);
      else if (!/objects|digests/.test(table)) expect(rows, table).toEqual(before[table]);
    }
    expect(before["public.workspace_notes"]).not.toEqual([]);
    expect(before["public.note_files"]).not.toEqual([]);
    const { sql } = gateway.database;
    const texts = await sql<{ text: string }[]>`
      select title as text from workspace_notes union select title from trashed_notes
      union select title from workspace_tasks union select title from archived_tasks union select name from workspace_files
      union select name from storage.objects where bucket_id = 'workspace-files'`;
    expect(texts.length).toBeGreaterThan(3);
    for (const { text } of texts.filter(({ text }) => text.length > 3)) {
      expect(archive.includes(text), text).toBe(false);
    }
  });

  it("a download of an archive ends with the session that requested it", async () => {
    const ticket = await ticketFor({ withoutWorkspace: true });
    await owner.client.auth.signOut({ scope: "local" });
    expect((await open(ticket)).status).toBe(403);
  });

  it("an archive whose client has left while it was opened does not keep out the next one", async () => {
    const config = parseConfig({});
    const database = openForServer(gateway.database);
    const blobs = createFileBlobStore(gateway.blobs);
    const downloads = createArchiveDownloads({ blobs, config, database, log: silentLog });
    const sessionId = sessionIdOf(await tokenOf(owner.client));
    const openNext = (connection: Connection) =>
      downloads.open(
        downloads.issueTicket(sessionId, { passphrase: null, withoutWorkspace: true }),
        connection,
      );
    const outgoing = { destroyed: true } as Connection["outgoing"] & {};
    expect((await openNext({ outgoing }))?.status).toBe(200);
    const next = () => openNext({}).then((archive) => archive?.body?.cancel(), codeOf);
    await expect.poll(next).toBeUndefined();
    await database.stop();
  });

  it("a download of an archive needs a recent code of the second factor", async () => {
    const { sql } = gateway.database;
    const factor = await addFactor(owner);
    const choice = { password, withoutWorkspace: true };
    expect((await request(choice)).status).toBe(201);
    await sql`update auth.mfa_amr_claims set updated_at = now() - interval '121 seconds'`;
    expect(await request(choice)).toMatchObject({
      status: 403,
      body: { error_code: "reauthentication_needed" },
    });
    await forgetCodes(gateway);
    await factor.verify(owner.client);
    expect((await request(choice)).status).toBe(201);
  });
});
