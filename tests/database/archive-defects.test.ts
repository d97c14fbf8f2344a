import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { SiteDefects } from "../../server/archive/site-defects.ts";
import { describeDefects } from "../../server/archive/site-defects.ts";
import { writeArchive } from "../../server/archive/write-archive.ts";
import { openBackupRecord } from "../../server/backups/backup-record.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { openS3BlobStore } from "../../server/storage/blobs/s3/s3-blob-store.ts";
import { createMemorySite, restore, sourceOf } from "../support/content/archives.ts";
import {
  blobOf,
  changeBlob,
  fileOfBlob,
  flipBit,
  flipBitOnDisk,
} from "../support/content/damaged-files.ts";
import { userIds } from "../support/databases/personas.ts";
import { createTestDatabase } from "../support/databases/postgres.ts";
import { openTestBuckets } from "../support/fakes/test-buckets.ts";
import { fillSite, readSite, sampleSite, type TestSite } from "../support/sites/archive-sites.ts";

const buckets = openTestBuckets();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(() => buckets.close());

/** A filled site that stores its files in a new folder or bucket. */
async function openSite(store: "folder" | "bucket"): Promise<TestSite & { folder: string }> {
  const database = await createTestDatabase(17);
  const folder = await mkdtemp(join(tmpdir(), "foyer-defects-"));
  cleanups.push(
    () => database.drop(),
    () => rm(folder, { recursive: true }),
  );
  const blobs =
    store === "folder"
      ? createFileBlobStore(folder)
      : await openS3BlobStore(await buckets.newLocation());
  const site = { ...database, blobs, folder };
  await fillSite(site, sampleSite);
  return site;
}

async function emptySite(): Promise<TestSite> {
  const site = await createMemorySite();
  cleanups.push(() => site.drop());
  return site;
}

/** @returns the archive and the problems that it reports. */
async function archive(site: TestSite): Promise<{ bytes: Buffer; problems: string[] }> {
  const source = await sourceOf(site);
  let defects: SiteDefects | undefined;
  try {
    const bytes = await buffer(
      writeArchive(source, {
        onWritten: (written) => {
          defects = written.defects;
        },
      }),
    );
    return { bytes, problems: defects ? describeDefects(defects) : ["not written"] };
  } finally {
    await source.close();
  }
}

const digestIn = async ({ sql }: TestSite, name: string) => {
  const version = await blobOf({ sql }, name);
  const [row] = await sql<{ sha256: string | null }[]>`
    select metadata ->> 'sha256' as sha256 from storage.objects where version = ${version}`;
  return row?.sha256;
};

describe.each(["folder", "bucket"] as const)("a site with its files in a %s", (store) => {
  it("a site has no problems at first, and again after a restore", async () => {
    const [site, copy] = [await openSite(store), await emptySite()];
    const first = await archive(site);
    expect(first.problems).toEqual([]);
    await restore(first.bytes, copy);
    expect(await readSite(copy)).toEqual(await readSite(site));
    expect((await archive(copy)).problems).toEqual([]);
  });

  it("an archive names the files that are damaged, truncated or missing, and its restore has all others", async () => {
    const [site, copy] = [await openSite(store), await emptySite()];
    await changeBlob(site.blobs, await blobOf(site, "a.bin"), flipBit);
    await changeBlob(site.blobs, await blobOf(site, "me.png"), (bytes) => bytes.subarray(0, 3));
    await site.blobs.delete(await blobOf(site, "empty.txt"));
    await site.sql`insert into public.workspace_files (user_id, name, storage_object_path, size)
      select user_id, 'lost.pdf', user_id || '/root/lost', 5 from public.workspace_files limit 1`;
    await site.sql`update public.file_versions set storage_object_path = user_id || '/root/lost version'`;
    const found = await archive(site);
    const names = [
      "2 stored files have other bytes than when they were stored: profile-pictures/me.png, a.bin.",
      "1 stored file has no bytes: empty.txt.",
    ];
    expect(found.problems).toEqual([
      ...names,
      `2 entries of the drive have no stored file: ${userIds.workspace}/root/lost version, lost.pdf.`,
    ]);

    const { defects } = await restore(found.bytes, copy);
    expect(defects).toEqual({
      missing: ["empty.txt"],
      damaged: ["profile-pictures/me.png", "a.bin"],
    });
    const { digests, ...rows } = await readSite(copy);
    const { digests: _before, ...before } = await readSite(site);
    expect(rows).toEqual(before);
    expect(digests).toHaveLength(4);
    const bytes = await copy.blobs.get(await blobOf(copy, "a.bin"));
    expect(bytes && (await buffer(bytes))).toEqual(flipBit(Buffer.alloc(3000, 7)));
    // A copy has the same problems, although its files have other ids.
    expect((await archive(copy)).problems).toEqual(found.problems);
  });

  it("a file of an earlier version without a digest is accepted by the next backup, and compared from then on", async () => {
    const site = await openSite(store);
    await site.sql`update storage.objects set metadata = metadata - 'sha256'`;
    const original = await digestIn(site, "a.bin");
    expect(original).toBeNull();
    expect((await archive(site)).problems).toEqual([]);
    expect(await digestIn(site, "a.bin")).toMatch(/^[0-9a-f]{64}$/);
    await changeBlob(site.blobs, await blobOf(site, "a.bin"), flipBit);
    expect((await archive(site)).problems).toEqual([
      "1 stored file has other bytes than when it was stored: a.bin.",
    ]);
  });

  it("a file that was damaged before its digest was known is never treated as intact", async () => {
    const [site, copy] = [await openSite(store), await emptySite()];
    await site.sql`update storage.objects set metadata = metadata - 'sha256'`;
    await changeBlob(site.blobs, await blobOf(site, "a.bin"), (bytes) => bytes.subarray(0, 3));
    const found = await archive(site);
    const problem = "1 stored file has other bytes than when it was stored: a.bin.";
    expect(found.problems).toEqual([problem]);
    await restore(found.bytes, copy);
    expect((await archive(copy)).problems).toEqual([problem]);
    expect((await archive(copy)).problems).toEqual([problem]);
  });
});

describe("on the disk", () => {
  it("a flipped bit of a file is noticed", async () => {
    const site = await openSite("folder");
    await flipBitOnDisk(fileOfBlob(site.folder, await blobOf(site, "a.bin")), 1500);
    expect((await archive(site)).problems).toEqual([
      "1 stored file has other bytes than when it was stored: a.bin.",
    ]);
  });

  it("a file that cannot be read is noticed, and the others are archived", async () => {
    const [site, copy] = [await openSite("folder"), await emptySite()];
    const id = await blobOf(site, "a.bin");
    await site.blobs.delete(id);
    await mkdir(fileOfBlob(site.folder, id));
    const { bytes, problems } = await archive(site);
    expect(problems).toEqual(["1 stored file has other bytes than when it was stored: a.bin."]);
    await restore(bytes, copy);
    const zeros = await copy.blobs.get(await blobOf(copy, "a.bin"));
    expect(zeros && (await buffer(zeros))).toEqual(Buffer.alloc(3000));
  });
});

it("the archive lists damaged files after the missing ones, which a tar program can read", async () => {
  const site = await openSite("folder");
  await changeBlob(site.blobs, await blobOf(site, "a.bin"), flipBit);
  await site.blobs.delete(await blobOf(site, "me.png"));
  const { bytes } = await archive(site);
  const text = bytes.toString("latin1");
  const [{ damaged = "", missing = "" } = {}] = await site.sql<
    { damaged: string; missing: string }[]
  >`
    select (select id::text from storage.objects where version = ${await blobOf(site, "a.bin")}) as damaged,
      (select id::text from storage.objects where name = 'me.png') as missing`;
  expect(text.indexOf("missing.json")).toBeLessThan(text.indexOf("damaged.json"));
  expect(text).toContain(`[\n  "${damaged}"\n]\n`);
  expect(text).toContain(`[\n  "${missing}"\n]\n`);
});

it("lost rows are noticed against the last proven backup", async () => {
  const site = await openSite("folder");
  const { sql } = site;
  await sql`insert into public.workspace_tasks (user_id, title)
    select user_id, number::text from public.workspace_users, generate_series(1, 19) as number`;
  expect((await archive(site)).problems).toEqual([]);
  const tables = { "public.workspace_tasks": 20, "public.visits": 1000 };
  const proven = { at: new Date().toISOString(), archive: "a.tar", rows: 20, files: 0, tables };
  await openBackupRecord(sql).prove(new Date(), proven);
  expect((await archive(site)).problems).toEqual([]);
  await sql`delete from public.workspace_tasks
    where id in (select id from public.workspace_tasks limit 10)`;
  const { bytes, problems } = await archive(site);
  expect(problems).toEqual([
    "public.workspace_tasks has 10 rows instead of 20 at the last proven backup.",
  ]);
  const copy = await emptySite();
  await restore(bytes, copy);
  expect(await readSite(copy)).toEqual(await readSite(site));
});

it("a connection to the bucket that breaks fails the backup instead of damaging a file", async () => {
  const site = await openSite("folder");
  const broken = await blobOf(site, "a.bin");
  const blobs = {
    ...site.blobs,
    get: async (id: string) => {
      if (id !== broken) return site.blobs.get(id);
      return Readable.from(
        (async function* () {
          yield Buffer.alloc(10);
          throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
        })(),
      );
    },
  };
  await expect(archive({ ...site, blobs })).rejects.toThrow("ECONNRESET");
});
