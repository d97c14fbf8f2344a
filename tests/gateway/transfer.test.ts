import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { generateSecrets } from "../../server/secrets.ts";
import { loadSharedKeys } from "../../server/shared-keys.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { openS3BlobStore } from "../../server/storage/blobs/s3/s3-blob-store.ts";
import { runTransferCommand } from "../../server/transfer/command.ts";
import { damageFiles } from "../support/content/damaged-files.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases/postgres.ts";
import { openTestBuckets } from "../support/fakes/test-buckets.ts";
import { fillSite, readSite, sampleSite, type TestSite } from "../support/sites/archive-sites.ts";

let folder: string;
let databases: TestDatabase[];
let from: TestSite;
let to: TestSite;
let toEnvironment: NodeJS.ProcessEnv;
let fromEnvironment: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-transfer-"));
  databases = [await createTestDatabase(17), await createTestDatabase(17)];
  const site = ({ sql, url }: TestDatabase, name: string) => ({
    site: { sql, url, blobs: createFileBlobStore(join(folder, name, "blobs")) },
    environment: { DATABASE_URL: url, FOYER_DATA_DIR: join(folder, name) },
  });
  const [first, second] = databases as [TestDatabase, TestDatabase];
  ({ site: from, environment: fromEnvironment } = site(first, "from"));
  ({ site: to, environment: toEnvironment } = site(second, "to"));
  for (const name of ["from", "to"]) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "secrets.json"), JSON.stringify(generateSecrets()));
  }
  await fillSite(from, sampleSite);
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await to.sql`delete from auth.users`;
  await to.sql`delete from storage.objects`;
  await to.sql`delete from public.messages`;
});

/** Runs a command with the given standard input. */
async function run(
  args: string[],
  environment: NodeJS.ProcessEnv,
  { input = Buffer.alloc(0), signal = new AbortController().signal } = {},
) {
  const [stdin, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(input);
  const written = buffer(output);
  const printed = text(errors);
  const code = await runTransferCommand({
    args,
    environment,
    input: stdin,
    output,
    errors,
    signal,
    folder,
  });
  output.end();
  errors.end();
  return { code, output: await written, printed: await printed };
}

it("an archive is written to standard output and read from standard input", async () => {
  const { output, ...backup } = await run(["backup", "--out", "-"], fromEnvironment);
  expect(backup).toEqual({
    code: 0,
    printed: expect.stringMatching(/^Backing up .*\nWrote \d+ rows and 5 files \(2\.9 KB\)/),
  });
  const restore = await run(["restore", "-", "--replace"], toEnvironment, { input: output });
  expect(restore.printed).toMatch(
    /^Restoring into .*\nIts owner is owner@example\.test, its workspace user workspace@example\.test\.\nRestored \d+ rows and 5 files/,
  );
  expect(await readSite(to)).toEqual(await readSite(from));
});

it("files are restored into a bucket", async () => {
  const buckets = openTestBuckets();
  try {
    const location = await buckets.newLocation();
    const { output } = await run(["backup", "--out", "-"], fromEnvironment);
    const environment = {
      ...toEnvironment,
      FOYER_BLOBS: `s3://${location.bucket}/${location.prefix}`,
      AWS_ENDPOINT_URL_S3: location.endpoint ?? "",
    };
    await run(["restore", "-", "--replace"], environment, { input: output });
    const blobs = await openS3BlobStore(location);
    expect(await readSite({ ...to, blobs })).toEqual(await readSite(from));
  } finally {
    await buckets.close();
  }
});

it("damaged files are named when an archive is made and after it is restored", async () => {
  const database = await createTestDatabase(17);
  databases.push(database);
  const dataDir = join(folder, "damaged");
  const environment = { DATABASE_URL: database.url, FOYER_DATA_DIR: dataDir };
  await mkdir(dataDir);
  await writeFile(join(dataDir, "secrets.json"), JSON.stringify(generateSecrets()));
  const site = { ...database, blobs: createFileBlobStore(join(dataDir, "blobs")) };
  await fillSite(site, sampleSite);
  await damageFiles(site);
  const problems =
    "1 stored file has other bytes than when it was stored: a.bin.\n1 stored file has no bytes: profile-pictures/me.png.\n";
  const { output, printed } = await run(["backup", "--out", "-"], environment);
  expect(printed).toMatch(/\nWrote \d+ rows and 5 files/);
  expect(printed.endsWith(problems)).toBe(true);
  const restored = await run(["restore", "-", "--replace"], toEnvironment, { input: output });
  expect(restored).toMatchObject({ code: 0, printed: expect.stringContaining("\nRestored ") });
  expect(restored.printed.endsWith(problems)).toBe(true);
});

it("a full disk is reported in a sentence", async () => {
  const output = createWriteStream("/dev/full");
  const errors = new PassThrough();
  const printed = text(errors);
  const code = await runTransferCommand({
    args: ["backup", "--out", "-"],
    environment: fromEnvironment,
    input: new PassThrough(),
    output,
    errors,
    signal: new AbortController().signal,
    folder,
  });
  errors.end();
  expect(code).toBe(1);
  expect(await printed).toMatch(/^Backing up .*\nThe disk is full\. Nothing was changed\.\n$/);
});

it("a site is moved with its signing keys only when asked to", async () => {
  const sites = [
    "--from",
    from.url,
    "--from-data",
    join(folder, "from"),
    "--to",
    to.url,
    "--to-data",
    join(folder, "to"),
  ];
  expect((await run(["move", ...sites, "--replace"], {})).printed).toMatch(
    /\nMoved \d+ rows and 5 files/,
  );
  expect(await readSite(to)).toEqual(await readSite(from));
  const keysOf = ({ sql }: TestSite) => loadSharedKeys(sql, folder);
  const source = await keysOf(from);
  expect((await keysOf(to)).jwtSecret).not.toBe(source.jwtSecret);
  await run(["move", ...sites, "--replace", "--with-keys"], {});
  expect(await keysOf(to)).toEqual(source);
});

it("an encrypted archive requires a passphrase, which the command asks for", async () => {
  const file = join(folder, "secret.age");
  const withPassphrase = (environment: NodeJS.ProcessEnv, FOYER_ARCHIVE_PASSPHRASE: string) => ({
    ...environment,
    FOYER_ARCHIVE_PASSPHRASE,
  });
  await run(["backup", "--out", file, "--passphrase"], withPassphrase(fromEnvironment, "sesame"));
  const none = await run(["restore", file], toEnvironment);
  expect(none.printed).toBe("The archive needs a passphrase. Set FOYER_ARCHIVE_PASSPHRASE.\n");
  expect(
    await run(["restore", file, "--replace"], withPassphrase(toEnvironment, "sesame")),
  ).toMatchObject({
    code: 0,
  });
});

it("a canceled transfer leaves no file and no change behind", async () => {
  await run(["backup", "--out", "site.tar"], fromEnvironment);
  const before = await readdir(folder);
  const canceled = { signal: AbortSignal.abort() };
  const message = {
    code: 130,
    printed: expect.stringMatching(/Canceled; nothing was changed\.\n$/),
  };
  expect(await run(["backup", "--out", "other.tar"], fromEnvironment, canceled)).toMatchObject(
    message,
  );
  expect(await run(["restore", "site.tar"], toEnvironment, canceled)).toMatchObject(message);
  expect(await readdir(folder)).toEqual(before);
  expect(await to.sql`select from auth.users`).toHaveLength(0);
});

it.each<[title: string, args: () => string[], code: number, printed: RegExp]>([
  [
    "a file that does not exist",
    () => ["restore", "nothing.tar"],
    1,
    /nothing\.tar cannot be read \(ENOENT\)\.\n$/,
  ],
  [
    "a folder that does not exist",
    () => ["backup", "--out", "no/site.tar"],
    1,
    /no\/site\.tar cannot be written \(ENOENT\)\.\n$/,
  ],
  [
    "a backup without a file",
    () => ["backup"],
    2,
    /^Name the file to write with --out\.\n\nWrites everything/,
  ],
  [
    "a move of a site into itself",
    () => ["move", "--from", from.url, "--to", from.url],
    1,
    /same data directory/,
  ],
  [
    "an address that names no site",
    () => ["move", "--from", "ftp://x", "--to", "embedded"],
    1,
    /“ftp:\/\/x” names no site/,
  ],
  [
    "an upgrade of another site than the environment's",
    () => ["upgrade", "--from-data", from.url],
    2,
    /^An upgrade takes no other option than --binaries\./,
  ],
])("npm run archive refuses %s", async (_title, args, code, printed) => {
  const result = await run(args(), fromEnvironment);
  expect(result).toMatchObject({ code, printed: expect.stringMatching(printed) });
});
