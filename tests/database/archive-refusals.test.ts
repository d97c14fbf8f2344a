import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Decrypter, Encrypter } from "age-encryption";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { decryptIfNeeded, encrypt } from "../../server/archive/encryption.ts";
import { readArchive } from "../../server/archive/read-archive.ts";
import type { BlobStore } from "../../server/storage/blobs/blob-store.ts";
import { createFileBlobStore } from "../../server/storage/blobs/file-blob-store.ts";
import { archiveOf, createMemorySite, refusal, targetOf } from "../support/content/archives.ts";
import { fillSite, sampleSite, type TestSite } from "../support/sites/archive-sites.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function openSite(): Promise<TestSite> {
  const site = await createMemorySite();
  cleanups.push(() => site.drop());
  return site;
}

describe("a damaged archive", () => {
  let archive: Buffer;
  let site: Awaited<ReturnType<typeof createMemorySite>>;
  beforeAll(async () => {
    const from = await createMemorySite();
    await fillSite(from, sampleSite);
    archive = await archiveOf(from);
    await from.drop();
    site = await createMemorySite();
  });
  afterAll(() => site.drop());

  /** The archive with its manifest's text replaced by one of equal length. */
  const edited = (from: string, to: string) =>
    Buffer.from(archive.toString("latin1").replace(from, to), "latin1");

  it.each<[what: string, change: () => Uint8Array, message: RegExp]>([
    ["an empty file", () => Buffer.alloc(0), /^ArchiveError: This file is not a Foyer archive\.$/],
    [
      "a foreign file",
      () => Buffer.alloc(5000, "PK"),
      /^ArchiveError: This file is not a Foyer archive\.$/,
    ],
    [
      "a truncated archive",
      () => archive.subarray(0, archive.length - 4096),
      /^ArchiveError: The archive is not complete: its end is missing\.$/,
    ],
    [
      "an archive cut within a file",
      () => archive.subarray(0, archive.indexOf(Buffer.alloc(500, 7)) + 100),
      /^ArchiveError: The archive is not complete/,
    ],
    [
      "a flipped byte in a file",
      () => flipped(archive, archive.indexOf(Buffer.alloc(500, 7))),
      /^ArchiveError: The archive is damaged: files\/.* has other bytes/,
    ],
    [
      "a name with a control character",
      () => edited("  files/", "  fil\u001bs/"),
      /^ArchiveError: The archive is damaged: fil\\u001bs\/.* has other bytes.*\.$/,
    ],
    [
      "a flipped byte in a row",
      () => flipped(archive, archive.indexOf("A message")),
      /^ArchiveError: The archive is damaged: tables\/public\.messages/,
    ],
    [
      "a newer format",
      () => edited('"version": 1,', '"version": 2,'),
      /^ArchiveError: The archive has format 2/,
    ],
    [
      "a manifest that is too long to be parsed",
      () => withLongPart("manifest.json", archive),
      /^ArchiveError: The archive is damaged: its manifest\.json is too long\.$/,
    ],
    [
      "a list of digests that is too long to be kept",
      () => withLongPart("SHA256SUMS", archive),
      /^ArchiveError: The archive is damaged: it has an unexpected part SHA256SUMS\.$/,
    ],
    [
      "a table twice",
      () => edited('"name": "public.education"', '"name": "public.projects" '),
      /^ArchiveError: The archive is damaged: its manifest is incomplete\.$/,
    ],
    [
      "a column twice",
      () => edited('"aud",', '"id", '),
      /^ArchiveError: The archive is damaged: its manifest is incomplete\.$/,
    ],
    [
      "a newer schema",
      () => edited('"version": "2026', '"version": "3026'),
      /^ArchiveError: The archive was made by a newer version of Foyer/,
    ],
  ])("a damaged archive is refused and changes nothing: %s", async (_what, change, message) => {
    expect(await refusal(change(), site)).toMatch(message);
    const left = [];
    for await (const blob of site.blobs.list()) left.push(blob);
    expect(left).toEqual([]);
  });

  it("the digests in an archive can be checked with sha256sum", async () => {
    const lines = archive.subarray(archive.lastIndexOf("SHA256SUMS") + 512).toString("latin1");
    const digest = /^([0-9a-f]{64}) {2}tables\/public\.messages\/000001\.copy$/m.exec(lines)?.[1];
    const start = archive.indexOf("tables/public.messages/000001.copy") + 512;
    const size = Number.parseInt(
      archive.toString("latin1", start - 512 + 124, start - 512 + 135),
      8,
    );
    expect(digest).toBe(
      createHash("sha256")
        .update(archive.subarray(start, start + size))
        .digest("hex"),
    );
  });

  it("a damaged archive is distinguished from a wrong passphrase", async () => {
    const secret = await buffer(
      await encrypt(Readable.from([archive], { objectMode: false }), "open sesame", 10),
    );
    expect(secret.toString("latin1", 0, 21)).toBe("age-encryption.org/v1");
    const open = async (bytes: Uint8Array, passphrase: string) =>
      buffer(
        await decryptIfNeeded(
          Readable.from([bytes], { objectMode: false }),
          async () => passphrase,
        ),
      );
    expect((await open(secret, "open sesame")).equals(archive)).toBe(true);
    // Only the passphrase is handled by our code; this implementation of age does the rest.
    const age = new Decrypter();
    age.addPassphrase("open sesame");
    expect(Buffer.from(await age.decrypt(secret)).equals(archive)).toBe(true);
    const other = new Encrypter();
    other.setPassphrase("open sesame");
    other.setScryptWorkFactor(10);
    expect((await open(await other.encrypt(archive), "open sesame")).equals(archive)).toBe(true);
    await expect(open(secret, "wrong")).rejects.toThrow(
      "The passphrase does not open this archive.",
    );
    await expect(open(secret.subarray(0, -10), "open sesame")).rejects.toThrow(
      "cannot be decrypted to its end",
    );
  });
});

describe("rows that a rule of their table refuses", () => {
  it.each<[rule: string, change: string, message: string]>([
    [
      "a check",
      `alter table public.personal_info drop constraint personal_info_key_check;
       insert into public.personal_info (key, value) values ('', 'x')`,
      `public.personal_info are refused (new row for relation "personal_info" violates check constraint "personal_info_key_check").`,
    ],
    [
      "a required value",
      `alter table public.experience alter title drop not null;
       insert into public.experience (title, organization) values (null, 'y')`,
      `public.experience are refused (null value in column "title" of relation "experience" violates not-null constraint).`,
    ],
    [
      "uniqueness",
      `alter table public.skill_categories drop constraint skill_categories_name_key;
       insert into public.skill_categories (name) values ('Twice'), ('Twice')`,
      `public.skill_categories are refused (duplicate key value violates unique constraint "skill_categories_name_key").`,
    ],
    [
      "a reference",
      `alter table public.skills drop constraint skills_category_id_fkey;
       insert into public.skills (name, category_id) values ('x', gen_random_uuid())`,
      `public.skills are refused (insert or update on table "skills" violates foreign key constraint "skills_category_id_fkey").`,
    ],
  ])(
    "rows that a rule of their table refuses are refused in a sentence: %s",
    async (_rule, change, message) => {
      const [from, to] = [await openSite(), await openSite()];
      await from.sql.unsafe(change);
      expect(await refusal(await archiveOf(from), to)).toBe(
        `ArchiveError: The archive is damaged: its rows of ${message}`,
      );
    },
  );
});

/** Size of the pieces in which a file is read. */
const PIECE = 64 * 1024;

it("a disk that fills up during a restore is named as the reason, and no file remains on it", async () => {
  const [from, to] = [await openSite(), await openSite()];
  const big = new Uint8Array(3_000_000).fill(7);
  await fillSite(from, { ...sampleSite, files: [["big.bin", big, false, false]] });
  const folder = await mkdtemp(join(tmpdir(), "foyer-full-"));
  cleanups.push(() => rm(folder, { recursive: true }));
  const files = createFileBlobStore(folder);
  const blobs: BlobStore = { ...files, put: (id, source) => files.put(id, untilFull(source)) };
  const archive = await archiveOf(from);
  const pieces = Array.from({ length: Math.ceil(archive.length / PIECE) }, (_, at) =>
    archive.subarray(at * PIECE, (at + 1) * PIECE),
  );
  const target = await targetOf({ ...to, blobs });
  await expect(readArchive(Readable.from(pieces), target)).rejects.toMatchObject({
    code: "ENOSPC",
  });
  const left = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);

  async function* untilFull(source: AsyncIterable<Uint8Array>) {
    let stored = 0;
    for await (const chunk of source) {
      yield chunk;
      stored += chunk.byteLength;
      if (stored < 1_000_000) continue;
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    }
  }
});

/**
 * The archive up to one part, whose header claims 45 MB, so that a reader reaches the end of the
 * input.
 */
function withLongPart(name: string, archive: Buffer): Buffer {
  const start = archive.lastIndexOf(`${name}\0`);
  const copy = Buffer.from(archive.subarray(0, start + 512));
  const header = copy.subarray(start);
  header.write(`${(45_000_000).toString(8).padStart(11, "0")} `, 124, "latin1");
  // In its own checksum, the checksum field counts as spaces.
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return copy;
}

function flipped(archive: Buffer, at: number): Buffer {
  const copy = Buffer.from(archive);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
