import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { parseConfig } from "../../server/config.ts";
import { connect } from "../../server/database/connect.ts";
import { openDatabase, prepareDataDir } from "../../server/database/open.ts";
import { silentLog } from "../../server/log/log.ts";
import { loadSecrets } from "../../server/secrets.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { runTransferCommand } from "../../server/transfer/command.ts";
import { fillSite, readSite, sampleSite } from "../support/archive-sites.ts";
import { clientFor } from "../support/gateway.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-hosted-archive-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function move(from: string, to: string): Promise<{ code: number; printed: string }> {
  const { secretKey, dbUrl } = inject("hosted");
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const printed = text(errors);
  const code = await runTransferCommand({
    args: ["move", "--from", from, "--to", to, "--replace"],
    environment: { SUPABASE_SECRET_KEY: secretKey, DATABASE_URL: dbUrl },
    input,
    output,
    errors,
    signal: new AbortController().signal,
    folder,
  });
  errors.end();
  return { code, printed: await printed };
}

/** The database of a data directory, while no server runs on it. */
async function withSite<T>(
  name: string,
  work: (site: Parameters<typeof readSite>[0]) => Promise<T>,
): Promise<T> {
  const dataDir = await prepareDataDir(join(folder, name));
  const database = await openDatabase({
    config: parseConfig({ FOYER_DATA_DIR: dataDir, FOYER_SAMPLE_CONTENT: "off" }),
    secrets: await loadSecrets(dataDir),
    log: silentLog,
  });
  try {
    const { sql, url } = database;
    return await work({ sql, url, blobs: createFileBlobStore(join(dataDir, "blobs")) });
  } finally {
    await database.stop();
  }
}

/** Without what GoTrue and Storage choose themselves: times, ids of identities and objects. */
function comparable(state: Record<string, unknown[]>) {
  const {
    "auth.users": users,
    "auth.identities": identities,
    "storage.objects": objects,
    ...rest
  } = state as Record<string, Record<string, unknown>[]>;
  return {
    ...rest,
    users: users?.map(({ id, email, encrypted_password }) => ({ id, email, encrypted_password })),
    identities: identities?.map(({ user_id, provider }) => ({ user_id, provider })),
    // Hosted Storage gives them new ids, which decide the order they were read in.
    objects: objects
      ?.map(({ bucket_id, name, metadata }) => ({
        bucket_id,
        name,
        size: (metadata as { size: number }).size,
      }))
      .sort((a, b) => String(a.name).localeCompare(String(b.name))),
  };
}

test("a site moves to a hosted project and back with equal rows, files and passwords", async () => {
  const { url, publishableKey, dbUrl } = inject("hosted");
  const before = await withSite("first", async (site) => {
    await fillSite(site, sampleSite);
    return readSite(site);
  });
  const there = await move(`embedded:${join(folder, "first")}`, `hosted:${url}`);
  expect(there).toEqual({
    code: 0,
    printed: expect.stringMatching(/\nMoved \d+ rows and 3 files/),
  });
  const client = clientFor(url, publishableKey);
  const signedIn = await client.auth.signInWithPassword({
    email: "owner@example.test",
    password: "correct horse battery",
  });
  expect(signedIn.error).toBeNull();
  const back = await move(`hosted:${url}`, `embedded:${join(folder, "second")}`);
  expect(back).toEqual({ code: 0, printed: expect.stringMatching(/\nMoved \d+ rows and 3 files/) });
  const after = await withSite("second", readSite);
  expect(comparable(after)).toEqual(comparable(before));
  // Replaces it by nothing, so that the tests after this one find an empty project.
  await withSite("empty", async () => {});
  await move(`embedded:${join(folder, "empty")}`, `hosted:${url}`);
  const sql = connect(dbUrl, { max: 1 });
  const left = await sql`select id::text from auth.users union select name from storage.objects
    union select subject from public.messages union select key from public.personal_info`;
  await sql.end();
  expect(left).toEqual([]);
});
