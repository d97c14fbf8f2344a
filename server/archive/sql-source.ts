import type { Readable } from "node:stream";
import { connectForArchive, type Sql, tableExists } from "../database/connect.ts";
import { quoteName, quoteTable } from "../database/quote-name.ts";
import type { BlobStore } from "../storage/blobs/blob-store.ts";
import { ArchiveError } from "./archive-error.ts";
import { type Connection, lockArchive } from "./archive-lock.ts";
import type { Manifest, SigningKeys, TableManifest } from "./manifest.ts";
import { createSalvage, skipDamagedPages } from "./salvage.ts";
import type { ArchivedFile, ArchiveSource, NamedFile } from "./source-and-target.ts";
import { type ArchivedTable, archivedRows, listArchivedTables } from "./tables.ts";

/** A stored file as its row names it. */
interface FileRow extends NamedFile {
  id: string;
  /** Id of the blob. */
  version: string | null;
  sha256: string | null;
}

export interface SqlSourceOptions {
  /** A superuser's connection, or one of the tables' owner, past any transaction pooler. */
  url: string;
  blobs: Pick<BlobStore, "get">;
  keys?: SigningKeys | null;
  /** Default: the tables of archives. */
  tables?: readonly ArchivedTable[];
  /** Leaves out everything that only the workspace user may read. */
  withoutWorkspace?: boolean;
  /** Leaves out the rows on damaged pages, which otherwise prevent an archive. */
  skipDamaged?: boolean;
}

/**
 * Opens one snapshot of a site of this host: all rows and the list of files are from the same
 * moment, while others continue to read and write. The files' bytes are kept from deletion until
 * `close`.
 */
export async function openSqlSource(options: SqlSourceOptions): Promise<ArchiveSource> {
  const salvage = createSalvage();
  const sql = connectForArchive(options.url, { onWarning: salvage.warn });
  const close = () => sql.end({ timeout: 0 });
  const { withoutWorkspace = false } = options;
  try {
    const connection = await sql.reserve();
    // Locked before the snapshot, so that every file of it stays stored until the lock ends.
    await lockArchive(connection);
    await beginSnapshot(connection);
    const archived = options.tables ?? (await listArchivedTables(connection));
    const tables = await describeTables(connection, archived);
    const conditions = new Map(
      archived.map((table) => [table.name, archivedRows(table, { withoutWorkspace })]),
    );
    if (options.skipDamaged) {
      await skipDamagedPages(connection);
      for (const [name, condition] of conditions) {
        conditions.set(name, await salvage.readableRows(connection, name, condition));
      }
    }
    const count = async (table: TableManifest) => {
      table.rows = await countRows(connection, table.name, conditions);
    };
    await Promise.all(tables.map(count));
    const files = await selectFiles(connection, conditions);
    const unmatched = await listUnmatched(connection, conditions);
    const contents: ArchiveSource["contents"] = {
      createdAt: await momentOf(connection),
      migrations: await listMigrations(connection),
      tables,
      files,
      ...(withoutWorkspace ? { withoutWorkspace } : {}),
      keys: options.keys != null,
    };
    return {
      contents,
      keys: options.keys ?? null,
      // An archive that leaves rows out cannot report lost rows.
      provenRows: withoutWorkspace ? {} : await provenRows(connection, archived),
      rows: (table) => copyRows(connection, table, archived, conditions),
      files: () => openFiles(connection, options.blobs),
      unmatched: () => unmatched,
      skipped: salvage.sentences,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Conditions of the archived rows of each table, in SQL. */
type Conditions = ReadonlyMap<string, string>;

async function beginSnapshot(connection: Connection): Promise<void> {
  await connection.unsafe("begin isolation level repeatable read, read only");
  // Values are written in the format that every server reads.
  await connection.unsafe(
    "set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0",
  );
}

/** The snapshot's time, which decides where the archived rows begin. */
async function momentOf(connection: Connection): Promise<string> {
  const [row] = await connection<{ now: string }[]>`select now() as now`;
  return new Date(row?.now ?? "").toISOString();
}

/** The archived tables of the database with their columns. */
async function describeTables(
  connection: Connection,
  archived: readonly ArchivedTable[],
): Promise<TableManifest[]> {
  const columns = await Promise.all(archived.map((table) => columnsOf(connection, table)));
  return (
    archived
      .map(({ name }, index) => ({ name, columns: columns[index] ?? [], rows: 0 }))
      // A database of an older schema lacks the newer tables.
      .filter((table) => table.columns.length > 0)
  );
}

async function countRows(connection: Connection, table: string, conditions: Conditions) {
  const [row] = await connection
    .unsafe<{ rows: number }[]>(
      `select count(*)::float8 as rows from ${quoteTable(table)} where ${conditions.get(table)}`,
    )
    .catch(explainUnreadable(table));
  return row?.rows ?? 0;
}

/** The columns of a table to archive; empty for a missing table. */
export async function columnsOf(
  connection: Pick<Sql, "unsafe">,
  { name: table, columns }: Pick<ArchivedTable, "name" | "columns">,
): Promise<string[]> {
  const rows = await connection.unsafe<{ name: string }[]>(
    `select attname as name from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped
       and attgenerated = '' and attidentity = '' order by attnum`,
    [quoteTable(table)],
  );
  const names = rows.map(({ name }) => name);
  return columns ? columns.filter((name) => names.includes(name)) : names;
}

async function listMigrations(connection: Connection) {
  const rows = await connection.unsafe<{ version: string; sha256: string | null }[]>(
    `select version, sha256 from supabase_migrations.schema_migrations
     left join supabase_migrations.migration_checksums using (version) order by version`,
  );
  return [...rows];
}

/** Rows of stored files fetched at a time. */
const FILE_ROWS = 1000;

/** Opens the list of the stored files as a cursor, which outlives the snapshot. */
async function selectFiles(
  connection: Connection,
  conditions: Conditions,
): Promise<Manifest["files"]> {
  const named = `(select name from ${DRIVE} where storage_object_path = objects.name limit 1)`;
  const list = `select id, version, coalesce(${named}, bucket_id || '/' || name) as name,
      coalesce((metadata ->> 'size')::float8, 0) as size, metadata ->> 'sha256' as sha256,
      bucket_id = 'workspace-files' as "isPrivate", created_at as "createdAt"
    from storage.objects where ${conditions.get("storage.objects")} order by bucket_id, objects.name`;
  await connection.unsafe(`declare archived_files no scroll cursor with hold for ${list}`);
  const [row] = await connection.unsafe<Manifest["files"][]>(
    `select count(*)::float8 as count, coalesce(sum(size), 0) as bytes from (${list}) as files`,
  );
  return row ?? { count: 0, bytes: 0 };
}

const DRIVE = "public.workspace_files";
const VERSIONS = "public.file_versions";

async function listUnmatched(connection: Connection, conditions: Conditions): Promise<NamedFile[]> {
  return connection.unsafe<NamedFile[]>(
    `select name, coalesce(size, 0) as size, created_at as "createdAt", true as "isPrivate"
     from (
       select name, storage_object_path, size, created_at
       from ${DRIVE} where (${conditions.get(DRIVE)}) and not is_folder
       union all select storage_object_path, storage_object_path, size, created_at
       from ${VERSIONS} where ${conditions.get(VERSIONS)}
     ) as entries
     where not exists (
       select from storage.objects
       where bucket_id = 'workspace-files' and objects.name = storage_object_path) order by name`,
  );
}

async function provenRows(
  connection: Connection,
  archived: readonly ArchivedTable[],
): Promise<Record<string, number>> {
  if (!(await tableExists(connection, "gateway.backups"))) return {};
  const [row] = await connection<{ tables: Record<string, number> | null }[]>`
    select proven -> 'tables' as tables from gateway.backups`;
  const expire = new Set(archived.flatMap(({ name, expires }) => (expires ? [name] : [])));
  return Object.fromEntries(
    Object.entries(row?.tables ?? {}).filter(([name]) => !expire.has(name)),
  );
}

async function* copyRows(
  connection: Connection,
  { name, columns }: TableManifest,
  archived: readonly ArchivedTable[],
  conditions: Conditions,
): AsyncGenerator<Uint8Array> {
  const list = columns.map(quoteName).join(", ");
  const { order = columns } = archived.find((one) => one.name === name) ?? {};
  const query = `select ${list} from ${quoteTable(name)} where ${conditions.get(name)} order by ${order.map(quoteName).join(", ")}`;
  const rows = await connection.unsafe(`copy (${query}) to stdout`).readable();
  // The end of a canceled archive ends the connection, when nothing reads the rows.
  rows.on("error", () => {});
  try {
    yield* rows;
  } catch (error) {
    explainUnreadable(name)(error);
  }
  resumeConnection(rows);
}

/**
 * postgres.js stops reading from the connection while rows wait to be taken. When the last ones
 * come with the end of the COPY, nothing asks for more, and every later query would wait
 * indefinitely. Its `_read` resumes the connection, whatever it is wrapped in.
 */
function resumeConnection(rows: Readable): void {
  try {
    rows._read(0);
  } catch {
    // The connection was closed meanwhile, which the next query reports.
  }
}

async function* openFiles(
  connection: Connection,
  blobs: SqlSourceOptions["blobs"],
): AsyncGenerator<ArchivedFile> {
  // Every row has been read. A long transaction would keep dead rows from being cleaned up.
  await connection.unsafe("commit");
  for (;;) {
    const files = await connection.unsafe<FileRow[]>(`fetch ${FILE_ROWS} from archived_files`);
    const trusted: Trusted[] = [];
    for (const file of files) {
      const { id, version } = file;
      const trust = (sha256: string) => trusted.push({ id, version, sha256 });
      const open = async () => (version ? blobs.get(version) : null);
      yield { ...file, open, trust };
    }
    if (trusted.length > 0) await saveDigests(connection, trusted);
    if (files.length < FILE_ROWS) return;
  }
}

type Trusted = Pick<FileRow, "id" | "version"> & { sha256: string };

/** A file that was replaced meanwhile has another version. */
async function saveDigests(connection: Connection, trusted: Trusted[]): Promise<void> {
  await connection`update storage.objects
    set metadata = coalesce(metadata, '{}') || jsonb_build_object('sha256', trusted.sha256)
    from jsonb_to_recordset(${connection.json(trusted)}) as trusted (id uuid, version text, sha256 text)
    where objects.id = trusted.id and objects.version = trusted.version`;
}

/**
 * For `catch`: explains that a table's file is damaged on the disk.
 * @throws {ArchiveError} then, and any other error unchanged.
 */
function explainUnreadable(table: string): (error: unknown) => never {
  return (error) => {
    const { code = "", message = "" } = error as { code?: string; message?: string };
    if (!DAMAGED.test(code)) throw error;
    throw new ArchiveError(
      `The rows of ${table} cannot be read: the database's files are damaged on the disk (${message}). docs/archive.md says how to save everything else.`,
      { cause: error },
    );
  };
}

/** Corrupted data, a corrupted index, a failed read, and a missing file. */
const DAMAGED = /^(XX001|XX002|58030|58P01)$/;
