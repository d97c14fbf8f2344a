import { randomUUID } from "node:crypto";
import { connectForArchive, type Sql } from "../database/connect.ts";
import { readSchema } from "../database/schema.ts";
import type { BlobStore } from "../storage/blobs/blob-store.ts";
import { ArchiveError, damagedArchive, siteHasContent } from "./archive-error.ts";
import { type Connection, lockArchive } from "./archive-lock.ts";
import { checkColumns, checkSchema, type SigningKeys, type TableManifest } from "./manifest.ts";
import { replaceRows, stagedTable, stageRows } from "./replace-rows.ts";
import type { ArchiveTarget } from "./source-and-target.ts";
import { columnsOf } from "./sql-source.ts";
import { type ArchivedTable, listArchivedTables } from "./tables.ts";

export interface SqlTargetOptions {
  /** The superuser of a database with this code's schema. */
  url: string;
  blobs: BlobStore;
  /** Whether existing content is replaced; otherwise it is refused. */
  replace: boolean;
  /** Default: the tables of archives. */
  tables?: readonly ArchivedTable[];
  /** Stores the archive's signing keys, once everything else is committed. */
  saveKeys?: (keys: SigningKeys) => Promise<void>;
  /** A last check before the commit, under the lock, such as that there is still no owner. */
  beforeCommit?: (transaction: Pick<Sql, "unsafe">) => Promise<void>;
}

/**
 * A database with its blob store. Rows wait in temporary tables and bytes under new blob ids until
 * one transaction replaces everything; until then the site works unchanged.
 */
export async function openSqlTarget(options: SqlTargetOptions): Promise<ArchiveTarget> {
  const { blobs } = options;
  const sql = connectForArchive(options.url);
  const stored: string[] = [];
  let staged: TableManifest[] = [];
  let keys: SigningKeys | null = null;
  let connection: Connection;
  let tables: readonly ArchivedTable[];
  try {
    connection = await sql.reserve();
    await lockArchive(connection);
    await connection.unsafe(
      "set statement_timeout = 0; set idle_session_timeout = 0; create temporary table staged_blobs (id uuid primary key, version uuid not null, sha256 text not null)",
    );
    tables = options.tables ?? (await listArchivedTables(connection));
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
  return {
    async begin(manifest) {
      checkSchema(manifest, await readSchema());
      checkColumns(manifest, await columnsByTable(connection, tables));
      if (!options.replace) await refuseContent(connection);
      staged = manifest.tables;
    },
    async keys(found) {
      keys = found;
    },
    rows: (table, copyText) => stageRows(connection, table, copyText),
    async file({ id, bytes, sha256 }) {
      const version = randomUUID();
      stored.push(version);
      await blobs.put(version, bytes);
      await connection`insert into staged_blobs values (${id}, ${version}, ${sha256()})`;
    },
    async markDefects(ids) {
      // No digest equals this one, so that no backup takes these bytes for the stored ones.
      await connection`update staged_blobs set sha256 = '' where id = any(${ids.damaged})`;
      return {
        missing: await nameFiles(connection, staged, ids.missing),
        damaged: await nameFiles(connection, staged, ids.damaged),
      };
    },
    async commit(signal) {
      const cancel = () => void sql.end({ timeout: 0 });
      signal?.addEventListener("abort", cancel, { once: true });
      try {
        await connection.unsafe("begin");
        await options.beforeCommit?.(connection);
        if (!options.replace) await refuseContent(connection);
        await replaceRows(connection, staged, tables);
        await nameBlobs(connection, staged);
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
      // Only the response tells whether the rows name these blobs. Without it, the sweep finds out.
      stored.length = 0;
      await connection.unsafe("commit").catch((error) => {
        throw unknownOutcome(error);
      });
      // A reserved connection never counts as finished.
      await sql.end({ timeout: 0 });
      if (keys) await options.saveKeys?.(keys);
    },
    async abort() {
      await sql.end({ timeout: 0 });
      for (const version of stored) await blobs.delete(version).catch(() => {});
    },
  };
}

/** The columns that each table of the database may have in an archive. */
async function columnsByTable(
  connection: Connection,
  tables: readonly ArchivedTable[],
): Promise<Map<string, string[]>> {
  const found = await Promise.all(tables.map((table) => columnsOf(connection, table)));
  return new Map(tables.map(({ name }, index) => [name, found[index] ?? []]));
}

/**
 * Whether a site has accounts, messages, stored files or a portfolio other than the sample.
 */
export async function hasContent(sql: Pick<Sql, "unsafe">): Promise<boolean> {
  const [row] = await sql.unsafe<{ used: boolean }[]>("select private.site_has_content() as used");
  return row?.used === true;
}

async function refuseContent(sql: Pick<Sql, "unsafe">): Promise<void> {
  if (await hasContent(sql)) throw siteHasContent();
}

function unknownOutcome(cause: unknown): ArchiveError {
  return new ArchiveError(
    "The connection to the database was lost at the end of the restore, so its outcome is unknown: the site has either all of its earlier content or all of the archive's. Look at it before trying again.",
    { code: "outcome_unknown", cause },
  );
}

/**
 * A file whose bytes the archive lacks gets an id without bytes, so that the server reports it. Rows
 * of the same host have their ids already.
 */
async function nameBlobs(connection: Connection, staged: readonly TableManifest[]): Promise<void> {
  await connection.unsafe(`update storage.objects set owner = owner_id::uuid,
    version = coalesce((select version from staged_blobs where staged_blobs.id = objects.id)::text, version, gen_random_uuid()::text)
    where true`);
  await connection.unsafe(`update storage.objects
    set metadata = coalesce(metadata, '{}') || jsonb_build_object('sha256', staged_blobs.sha256)
    from staged_blobs where staged_blobs.id = objects.id and metadata ->> 'sha256' is null`);
  const named = hasRows(staged, "storage.objects")
    ? `where id not in (select id from ${stagedTable("storage.objects")})`
    : "";
  const [row] = await connection.unsafe<{ extra: boolean }[]>(
    `select exists (select from staged_blobs ${named}) as extra`,
  );
  if (row?.extra) {
    throw damagedArchive("it has stored files without a row.");
  }
}

/** Whether the archive has rows of a table; otherwise none are staged. */
const hasRows = (staged: readonly TableManifest[], table: string) =>
  staged.some(({ name, rows }) => name === table && rows > 0);

/** @returns the names in the drive, or the paths, in the same order. */
async function nameFiles(
  connection: Connection,
  staged: readonly TableManifest[],
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0 || !hasRows(staged, "storage.objects")) return [...ids];
  const inDrive = hasRows(staged, "public.workspace_files")
    ? `(select name from ${stagedTable("public.workspace_files")} where storage_object_path = objects.name limit 1)`
    : "null";
  const rows = await connection.unsafe<{ name: string }[]>(
    `select coalesce(${inDrive}, bucket_id || '/' || objects.name, listed.id) as name
     from unnest($1::text[]) with ordinality as listed (id, place)
     left join ${stagedTable("storage.objects")} as objects on objects.id::text = listed.id
     order by place`,
    [ids],
  );
  return rows.map(({ name }) => name);
}
