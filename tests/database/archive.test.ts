import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { ANNOUNCING_TABLES } from "../../scripts/doctor/live-check.ts";
import { compareRows } from "../../server/archive/compare-rows.ts";
import { HOST_TABLES, listArchivedTables } from "../../server/archive/tables.ts";
import { writeArchive } from "../../server/archive/write-archive.ts";
import { OLDEST_RELEASE } from "../../server/database/schema.ts";
import { silentLog } from "../../server/log/log.ts";
import { sweepOrphans } from "../../server/storage/sweep.ts";
import { copyToNewDatabase } from "../../server/upgrade/copy-site.ts";
import {
  archiveOf,
  checkRoundTrips,
  createMemorySite,
  refusal,
  restore,
  sourceOf,
} from "../support/content/archives.ts";
import type { PostgresVersion } from "../support/databases/clusters.ts";
import { withFrozenDatabase } from "../support/databases/interrupted-migrations.ts";
import { expectArchivedRows, expectRows, readRows } from "../support/frozen-sites/rows.ts";
import { fillSite, readSite, sampleSite, type TestSite } from "../support/sites/archive-sites.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function openSite(version?: PostgresVersion): Promise<TestSite> {
  const site = await createMemorySite(version);
  cleanups.push(() => site.drop());
  return site;
}

describe("an archive", () => {
  it("an archive restores any site to equal rows and files on another PostgreSQL", async () => {
    await checkRoundTrips(await openSite(17), await openSite(15), 3);
  }, 600_000);

  it("an archive includes the tables that follow one that is read slower than it is sent", async () => {
    const site = await openSite();
    await site.sql`insert into public.messages (name, email, subject, message)
      select 'Ada', 'ada@example.test', 'Hello', repeat('x', 1000) from generate_series(1, 100)`;
    const source = await sourceOf(site);
    cleanups.push(source.close);
    for (const table of source.contents.tables) {
      for await (const _rows of source.rows(table)) {
        // During this pause the rest arrives, so the table ends in one chunk with its last rows.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
    }
  });

  it("an archive omits sessions and unfinished uploads", async () => {
    const [from, to] = [await openSite(), await openSite()];
    await fillSite(from, sampleSite);
    await restore(await archiveOf(from), to);
    const [left] = await to.sql`select
      (select count(*) from auth.sessions) as sessions, (select count(*) from private.pending_blobs) as pending,
      (select count(*) from storage.objects where name like '%unfinished') as unfinished`;
    expect(left).toEqual({ sessions: 0, pending: 0, unfinished: 0 });
  });

  it("an archive replaces a site only when asked to, in one transaction", async () => {
    const [from, to] = [await openSite(), await openSite()];
    await fillSite(from, sampleSite);
    await fillSite(to, { ...sampleSite, notes: [], info: [["displayName", "Grace"]] });
    const archive = await archiveOf(from);
    expect(await refusal(archive, to)).toMatch(/^ArchiveError: The site already has content/);
    await restore(archive, to, { replace: true });
    expect(await readSite(to)).toEqual(await readSite(from));
    const note =
      await to.sql`update public.workspace_notes set title = 'Changed' returning revision`;
    expect(note).toEqual([{ revision: 4 }]);
    const [live] = await to.sql`select private.live_state() -> 'tables' as tables`;
    expect(live?.tables).toEqual(expect.arrayContaining(ANNOUNCING_TABLES));
  });
});

describe("while an archive is made", () => {
  it("an archive contains the state of one moment, and no server deletes bytes that it still needs", async () => {
    const site = await openSite();
    await fillSite(site, sampleSite);
    const before = await readSite(site);
    const source = await sourceOf(site);
    await site.sql`delete from public.workspace_files`;
    await site.sql`delete from storage.objects`;
    await site.sql`update public.workspace_notes set content = 'later'`;
    const sweep = () => sweepOrphans({ sql: site.sql, blobs: site.blobs, log: silentLog }, 0);
    expect(await sweep()).toBe(0);
    const archive = await buffer(writeArchive(source));
    await source.close();
    // The database notices a moment later that the archive's connection is closed.
    await expect.poll(sweep).toBeGreaterThan(0);
    const copy = await openSite();
    await restore(archive, copy);
    expect(await readSite(copy)).toEqual(before);
  });

  it("a second archive is refused while one is made", async () => {
    const site = await openSite();
    const source = await sourceOf(site);
    await expect(sourceOf(site)).rejects.toThrow(
      "Another backup or restore of this site is running.",
    );
    await source.close();
  });

  it("an archive lists a stored file whose bytes are missing and includes the rest", async () => {
    const [site, copy] = [await openSite(), await openSite()];
    await fillSite(site, sampleSite);
    const [{ version = "" } = {}] = await site.sql<{ version: string }[]>`
      select version from storage.objects where name = 'me.png'`;
    await site.blobs.delete(version);
    const restored = await restore(await archiveOf(site), copy);
    expect(restored.defects).toEqual({ missing: ["profile-pictures/me.png"], damaged: [] });
  });
});

it("an upgrade copies all rows of a site of the oldest release and of its host into a new database", () =>
  withFrozenDatabase(OLDEST_RELEASE.version, async (copy) => {
    const [from, to] = [await copy(), await openSite()];
    const rows = await readRows(from.sql);
    await copyToNewDatabase(from, to, { blobs: to.blobs, say: () => {} });
    await expectArchivedRows(to.sql, rows);
    // A new database numbers sign-ins itself, and lacks columns of sessions that were never used.
    const present = await readRows(to.sql);
    const isKept = (name: string, column: string) =>
      present.get(name)?.columns.includes(column) && `${name}.${column}` !== "private.sign_ins.id";
    await expectRows(to.sql, rows, (name, columns) =>
      name in HOST_TABLES ? columns.filter((column) => isKept(name, column)) : [],
    );
  }));

/** Every other table whose rows are not archived, with the reason. */
const OMITTED_TABLES: Readonly<Record<string, string>> = {
  ...HOST_TABLES,
  "auth.mfa_challenges": "Codes about to be entered.",
  "auth.flow_state": "Sign-ins in progress.",
  "auth.audit_log_entries": "Unused.",
  "gateway.keys": "Written to keys.json, only with --with-keys.",
  "gateway.read_budgets": "Counts of the current minutes.",
  "gateway.rate_limits": "Counts of the current minutes.",
  "private.last_import": "Refers to versions by their number, which a restore changes.",
  "private.setup_links": "Valid for minutes, on one server.",
  "private.deleted_rows": "Restored notes are numbered again, so that every device reads them.",
  "private.message_search": "Derived from public.messages by index_message.",
  "private.visit_hours": "Derived from public.visits by count_added_visits.",
  "private.transfer_lease": "The backup or restore in progress.",
  "private.transfer_parts": "Rows of the backup or restore in progress.",
  "storage.buckets": "Created by the migrations.",
  "supabase_migrations.schema_migrations": "Listed in the manifest.",
  "supabase_migrations.migration_checksums": "Listed in the manifest.",
  "supabase_migrations.expected_rights": "Derived from the schema.",
  "supabase_migrations.seed_files": "Whether this database was seeded.",
};

it("a comparison of two databases names the table that has other values or rows", async () => {
  const [from, to] = [await openSite(15), await openSite(17)];
  await fillSite(from, sampleSite);
  await restore(await archiveOf(from), to);
  const { contents, close } = await sourceOf(from);
  await close();
  // The restored rows name the bytes of another store.
  const archived = await listArchivedTables(to.sql);
  const tables = archived.filter(({ name }) => name !== "storage.objects");
  const compare = () => compareRows(to.sql, contents, { original: from.sql, tables });
  await compare();
  await to.sql`update public.messages set is_read = not is_read`;
  await expect(compare()).rejects.toThrow("public.messages has other values after a restore.");
  await to.sql`delete from public.messages`;
  await expect(compare()).rejects.toThrow("public.messages has 0 rows instead of 1 after a");
});

it("every table of the database is archived or omitted with a reason", async () => {
  const { sql } = await openSite();
  const rows = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname in ('public', 'private', 'auth', 'storage', 'supabase_migrations') order by 1`;
  const known = new Set([
    ...(await listArchivedTables(sql)).map(({ name }) => name),
    ...Object.keys(OMITTED_TABLES),
  ]);
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});
