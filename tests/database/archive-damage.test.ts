import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readArchive } from "../../server/archive/read-archive.ts";
import { listArchivedTables } from "../../server/archive/tables.ts";
import { silentLog } from "../../server/log/log.ts";
import { sweepOrphans } from "../../server/storage/sweep.ts";
import { archiveOf, createMemorySite, restore, targetOf } from "../support/content/archives.ts";
import { checkDamage, LIST_FLIPS, withMalformedRows } from "../support/content/damaged-archives.ts";
import { damageFiles } from "../support/content/damaged-files.ts";
import { startLostAnswerProxy } from "../support/fakes/lost-answer-proxy.ts";
import { fillSite, readSite, sampleSite, type TestSite } from "../support/sites/archive-sites.ts";

type MemorySite = Awaited<ReturnType<typeof createMemorySite>>;

let archive: Buffer;
let site: MemorySite;
let empty: Buffer;

beforeAll(async () => {
  const from = await createMemorySite();
  await fillSite(from, sampleSite);
  await damageFiles(from);
  archive = await archiveOf(from);
  await from.drop();
  site = await createMemorySite();
  empty = await archiveOf(site);
});
afterAll(() => site.drop());
beforeEach(async () => {
  await restore(empty, site, { replace: true });
});

const replacing = (target: TestSite) => targetOf(target, { replace: true });

it("a row that its table refuses is refused in a sentence, whichever table it is in", async () => {
  const before = await readSite(site);
  const damaged = withMalformedRows(archive);
  expect(damaged.length).toBeGreaterThan((await listArchivedTables(site.sql)).length / 2);
  for (const [table, copy] of damaged) {
    await expect(restore(copy, site)).rejects.toThrow(
      `The archive is damaged: a row of ${table} cannot be read.`,
    );
  }
  expect(await readSite(site)).toEqual(before);
  await restore(archive, site);
});

it("an archive with a flipped bit, or cut anywhere, restores all of the site or nothing", async () => {
  const found = await checkDamage(archive, site, { flips: 24, cuts: 8 });
  expect(found.refused + found.accepted).toBe(32 + 2 * LIST_FLIPS);
  expect(found.refused).toBeGreaterThan(8);
});

describe("a canceled restore ends and releases the site", () => {
  it("a canceled restore ends and releases the site while the archive is not being sent any more", async () => {
    const before = await readSite(site);
    const stop = new AbortController();
    const input = new PassThrough();
    input.write(archive.subarray(0, archive.length / 2));
    const restoring = readArchive(input, await replacing(site), {
      signal: stop.signal,
      onProgress: ({ rows }) => rows > 0 && stop.abort(),
    });
    await expect(restoring).rejects.toThrow("aborted");
    expect(await readSite(site)).toEqual(before);
    await restore(archive, site);
  });

  it("a canceled restore ends and releases the site while its transaction waits for another one", async () => {
    const stop = new AbortController();
    let restoring: Promise<unknown> = Promise.resolve();
    await site.sql.begin(async (tx) => {
      await tx`lock table public.messages in share mode`;
      restoring = readArchive(Readable.from([archive]), await replacing(site), {
        signal: stop.signal,
      });
      restoring.catch(() => {});
      await expect
        .poll(async () => (await tx`select from pg_locks where not granted`).length)
        .toBeGreaterThan(0);
      stop.abort();
      await expect(restoring).rejects.toThrow("aborted");
      // The archive lock is free while the other transaction still runs.
      await (await replacing(site)).abort();
    });
    expect(await archiveOf(site)).toHaveLength(empty.length);
  });
});

describe("when the connection is lost at the commit", () => {
  it.each([
    ["was made", true],
    ["was not made", false],
  ])("a site whose commit %s has all rows and files, also after a sweep", async (_, isMade) => {
    const other = await createMemorySite();
    await fillSite(other, { ...sampleSite, notes: [], info: [["displayName", "Grace"]] });
    await restore(await archiveOf(other), site, { replace: true });
    await other.drop();
    const before = await readSite(site);
    const proxy = await startLostAnswerProxy(site.url, { text: "commit", isAnswered: isMade });
    try {
      const target = await replacing({ ...site, url: proxy.url });
      await expect(readArchive(Readable.from([archive]), target)).rejects.toMatchObject({
        code: "outcome_unknown",
      });
    } finally {
      await proxy.stop();
    }
    const { sql, blobs } = site;
    // The database notices the closed connection a moment later.
    await expect.poll(() => sweepOrphans({ sql, blobs, log: silentLog }, 0)).toBeGreaterThan(0);
    const after = await readSite(site);
    if (!isMade) return expect(after).toEqual(before);
    await restore(archive, site, { replace: true });
    expect(after).toEqual(await readSite(site));
  });
});
