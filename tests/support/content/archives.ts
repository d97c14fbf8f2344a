import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect } from "vitest";
import { type Restored, readArchive } from "../../../server/archive/read-archive.ts";
import type { ArchiveSource, ArchiveTarget } from "../../../server/archive/source-and-target.ts";
import { openSqlSource } from "../../../server/archive/sql-source.ts";
import { openSqlTarget } from "../../../server/archive/sql-target.ts";
import { writeArchive } from "../../../server/archive/write-archive.ts";
import { createMemoryBlobStore } from "../../../server/storage/blobs/memory-blob-store.fixture.ts";
import type { PostgresVersion } from "../databases/clusters.ts";
import { createTestDatabase } from "../databases/postgres.ts";
import { anySite, fillSite, readSite, type TestSite } from "../sites/archive-sites.ts";

/** An empty site whose files are in memory. */
export async function createMemorySite(
  version: PostgresVersion = 17,
): Promise<TestSite & { drop(): Promise<void> }> {
  return { ...(await createTestDatabase(version)), blobs: createMemoryBlobStore() };
}

/** A local site as the source of an archive. */
export function sourceOf({ url, blobs }: TestSite): Promise<ArchiveSource> {
  return openSqlSource({ url, blobs });
}

/** A local site as the target of an archive. */
export function targetOf(
  { url, blobs }: TestSite,
  { replace = false } = {},
): Promise<ArchiveTarget> {
  return openSqlTarget({ url, blobs, replace });
}

export async function archiveOf(site: TestSite): Promise<Buffer> {
  return archiveFrom(await sourceOf(site));
}

export function archiveFrom(source: ArchiveSource): Promise<Buffer> {
  return buffer(writeArchive(source)).finally(source.close);
}

export async function restore(
  archive: Uint8Array,
  site: TestSite,
  options?: { replace: boolean },
): Promise<Restored> {
  return restoreInto(archive, await targetOf(site, options));
}

/** Returns the message of a failed restore, after checking that it left the site unchanged. */
export async function refusal(archive: Uint8Array, site: TestSite): Promise<string> {
  const before = await readSite(site);
  const message = await restore(archive, site).then(
    () => "restored",
    (error: Error) => `${error.name}: ${error.message}`,
  );
  expect(await readSite(site)).toEqual(before);
  return message;
}

/** Restores into a site of any kind. */
export function restoreInto(archive: Uint8Array, target: ArchiveTarget): Promise<Restored> {
  return readArchive(Readable.from([archive], { objectMode: false }), target);
}

/**
 * Checks that generated sites are equal after a transfer from `first` to the initially empty
 * `second` and back.
 */
export async function checkRoundTrips(
  first: TestSite,
  second: TestSite,
  numRuns: number,
): Promise<void> {
  const empty = await archiveOf(first);
  await fc.assert(
    fc.asyncProperty(anySite, async (content) => {
      await restore(empty, first, { replace: true });
      await fillSite(first, content);
      const before = await readSite(first);
      await restore(await archiveOf(first), second, { replace: true });
      expect(await readSite(second)).toEqual(before);
      await restore(empty, first, { replace: true });
      await restore(await archiveOf(second), first);
      expect(await readSite(first)).toEqual(before);
    }),
    { numRuns },
  );
}
