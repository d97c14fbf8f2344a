import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { describeDefects } from "../../server/archive/site-defects.ts";
import { writeArchive } from "../../server/archive/write-archive.ts";
import { parseConfig } from "../../server/config.ts";
import { connect, type Sql } from "../../server/database/connect.ts";
import { openDatabase, prepareDataDir } from "../../server/database/open.ts";
import { silentLog } from "../../server/log/log.ts";
import { loadSecrets } from "../../server/secrets.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { runTransferCommand } from "../../server/transfer/command.ts";
import { hostedSite } from "../../server/transfer/sites.ts";
import { archiveFrom, restoreInto } from "../support/content/archives.ts";
import { fillSite, hostedState, readSite, sampleSite } from "../support/sites/archive-sites.ts";
import { clientFor } from "../support/sites/gateway.ts";

let folder: string;
let sql: Sql;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-hosted-archive-"));
  sql = connect(inject("hosted").dbUrl, { max: 1 });
});
afterAll(async () => {
  await sql.end();
  await rm(folder, { recursive: true, force: true });
});

async function move(from: string, to: string): Promise<{ code: number; printed: string }> {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const printed = text(errors);
  const code = await runTransferCommand({
    args: ["move", "--from", from, "--to", to, "--replace"],
    environment: { SUPABASE_SECRET_KEY: inject("hosted").secretKey },
    input,
    output,
    errors,
    signal: new AbortController().signal,
    folder,
  });
  errors.end();
  return { code, printed: await printed };
}

/** Opens the database of a data directory while no server runs on it. */
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

/** Names of everything in the project that a restore writes. */
async function namesInProject(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select id::text as name from auth.users union select name from storage.objects
    union select subject from public.messages union select key from public.personal_info
    union select table_name from private.transfer_parts union select id::text from private.transfer_lease
    order by 1`;
  return rows.map(({ name }) => name);
}

/** The project, optionally with another key than its secret one. */
const project = (key = inject("hosted").secretKey) =>
  hostedSite(inject("hosted").url, { SUPABASE_SECRET_KEY: key });

const archiveOfProject = async () => archiveFrom(await project().openSource({ withKeys: false }));

const restore = async (
  archive: Buffer,
  { replace = true, key = undefined as string | undefined } = {},
) => restoreInto(archive, await project(key).openTarget({ replace, withKeys: false }));

test("a site moves to a hosted project and back, by the secret key alone, with equal rows, files and passwords", async () => {
  const { url, publishableKey } = inject("hosted");
  const earlier = { names: await namesInProject(), archive: await archiveOfProject() };
  const before = await withSite("first", async (site) => {
    await fillSite(site, sampleSite);
    return readSite(site);
  });
  const there = await move(`embedded:${join(folder, "first")}`, `hosted:${url}`);
  expect(there).toEqual({
    code: 0,
    printed: expect.stringMatching(/\nMoved \d+ rows and 5 files/),
  });
  const client = clientFor(url, publishableKey);
  const signedIn = await client.auth.signInWithPassword({
    email: "owner@example.test",
    password: "correct horse battery",
  });
  expect(signedIn.error).toBeNull();
  const back = await move(`hosted:${url}`, `embedded:${join(folder, "second")}`);
  expect(back).toEqual({ code: 0, printed: expect.stringMatching(/\nMoved \d+ rows and 5 files/) });
  const after = await withSite("second", readSite);
  expect(hostedState(after)).toEqual(hostedState(before));

  const full = { names: await namesInProject(), archive: await archiveOfProject() };
  await expect(restore(full.archive, { replace: false })).rejects.toThrow("already has content");
  // All rows and files are received before the missing part.
  const truncated = full.archive.subarray(0, full.archive.lastIndexOf("SHA256SUMS"));
  await expect(restore(truncated)).rejects.toThrow("The archive is not complete");
  const running = await project().openTarget({ replace: true, withKeys: false });
  await expect(restore(full.archive)).rejects.toThrow("Another backup or restore");
  await running.abort();
  expect(await namesInProject()).toEqual(full.names);

  await sql`update storage.objects set metadata = metadata || '{"size": 2999}'
    where name = (select storage_object_path from public.workspace_files where name = 'a.bin')`;
  await sql`insert into public.workspace_files (user_id, name, storage_object_path, size)
    select user_id, 'lost.pdf', user_id || '/root/lost', 5 from public.workspace_users`;
  const source = await project().openSource({ withKeys: false });
  const problems: string[] = [];
  await buffer(
    writeArchive(source, {
      onWritten: ({ defects }) => problems.push(...describeDefects(defects)),
    }),
  ).finally(source.close);
  expect(problems).toEqual([
    "1 stored file has other bytes than when it was stored: a.bin.",
    "1 entry of the drive has no stored file: lost.pdf.",
  ]);

  // Restored for the following tests.
  await restore(earlier.archive);
  expect(await namesInProject()).toEqual(earlier.names);
});

test("a project that does not fit is refused with one sentence", async () => {
  const archive = await archiveOfProject();
  const { publishableKey } = inject("hosted");
  for (const key of [publishableKey, "sb_secret_unknown"]) {
    await expect(restore(archive, { key })).rejects.toThrow(
      "is not the secret key of this project.",
    );
  }
  const [newest] = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version desc limit 1`;
  const version = newest?.version ?? "";
  await sql`delete from supabase_migrations.schema_migrations where version = ${version}`;
  await expect(restore(archive)).rejects.toThrow(
    `older schema than this version of Foyer (it lacks migration ${version})`,
  );
  await sql`insert into supabase_migrations.schema_migrations (version)
    values (${version}), ('29990101000000')`;
  await expect(restore(archive)).rejects.toThrow(
    "newer schema than this version of Foyer (it has migration 29990101000000",
  );
  await sql`delete from supabase_migrations.schema_migrations where version = '29990101000000'`;
  await sql`alter function public.begin_transfer() rename to begin_earlier`;
  const refusal = () => restore(archive).catch((error: Error) => error.message);
  await expect.poll(refusal).toContain("has no schema of Foyer, or an older one");
  await sql`alter function public.begin_earlier() rename to begin_transfer`;
  await expect.poll(refusal).toMatchObject({ defects: { missing: [], damaged: [] } });
});
