import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { connectForArchive, type Sql } from "../database/connect.ts";
import type { Migration } from "../database/migrate.ts";
import type { BlobStore } from "../storage/blobs/blob-store.ts";
import type { ArchiveTarget } from "./archive-ends.ts";
import { ArchiveError, DamagedArchiveError, UnknownOutcomeError } from "./archive-error.ts";
import { type Connection, lockArchive } from "./archive-lock.ts";
import { checkColumns, checkSchema, type SigningKeys, type TableManifest } from "./manifest.ts";
import { replaceRows } from "./replace-rows.ts";
import { columnsOf } from "./sql-source.ts";
import { stagedTable, stageRows } from "./staging.ts";
import { ARCHIVED_TABLES } from "./tables.ts";

export interface SqlTargetOptions {
  /** The superuser of a database with this code's schema. */
  url: string;
  blobs: BlobStore;
  migrations: readonly Migration[];
  /** Whether existing content is replaced; otherwise it is refused. */
  replace: boolean;
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
  try {
    connection = await sql.reserve();
    await lockArchive(connection);
    await connection.unsafe(
      "set statement_timeout = 0; set idle_session_timeout = 0; create temporary table staged_blobs (id uuid primary key, version uuid not null)",
    );
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
  return {
    async begin(manifest) {
      checkSchema(manifest, options.migrations);
      checkColumns(manifest, await columnsByTable(connection));
      if (!options.replace) await refuseContent(connection);
      staged = manifest.tables;
    },
    async keys(found) {
      keys = found;
    },
    rows: (table, copyText) => stageRows(connection, table, copyText),
    async file(id, size, bytes) {
      const version = randomUUID();
      stored.push(version);
      await blobs.put(version, sized(bytes, size));
      await connection`insert into staged_blobs (id, version) values (${id}, ${version})`;
    },
    async commit(signal) {
      const cancel = () => void sql.end({ timeout: 0 });
      signal?.addEventListener("abort", cancel, { once: true });
      try {
        await connection.unsafe("begin");
        await options.beforeCommit?.(connection);
        if (!options.replace) await refuseContent(connection);
        await replaceRows(connection, staged).catch(explainViolation);
        await nameBlobs(connection);
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
      // Only the answer tells whether the rows name these blobs. Without one, the sweep finds out.
      stored.length = 0;
      await connection.unsafe("commit").catch((error) => {
        throw new UnknownOutcomeError(error);
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
async function columnsByTable(connection: Connection): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const table of ARCHIVED_TABLES) found.set(table.name, await columnsOf(connection, table));
  return found;
}

/**
 * Whether a site has accounts, messages, stored files or a portfolio other than the sample.
 */
export async function hasContent(sql: Pick<Sql, "unsafe">): Promise<boolean> {
  const [row] = await sql.unsafe<{ used: boolean }[]>("select private.site_has_content() as used");
  return row?.used === true;
}

async function refuseContent(sql: Pick<Sql, "unsafe">): Promise<void> {
  if (await hasContent(sql)) throw new SiteHasContentError();
}

/** The target has content, and nobody asked to replace it. */
export class SiteHasContentError extends ArchiveError {
  override name = "SiteHasContentError";

  constructor() {
    super("The site already has content. To replace all of it by the archive, add --replace.");
  }
}

/** Rows that were read one by one may still contradict each other, or a rule of their table. */
function explainViolation(error: { code?: string; table_name?: string; constraint_name?: string }) {
  if (!error.code?.startsWith("23")) throw error;
  throw new DamagedArchiveError(
    `The archive is damaged: its rows of ${error.table_name} violate the rule ${error.constraint_name ?? "of a column"}.`,
    { cause: error },
  );
}

/** A file whose bytes the archive lacks gets an id without bytes, so that the server reports it. */
async function nameBlobs(connection: Connection): Promise<void> {
  await connection.unsafe(`update storage.objects set owner = owner_id::uuid,
    version = coalesce((select version from staged_blobs where staged_blobs.id = objects.id), gen_random_uuid())::text
    where true`);
  const [row] = await connection.unsafe<{ extra: boolean }[]>(
    `select exists (select from staged_blobs where id not in (select id from ${stagedTable("storage.objects")})) as extra`,
  );
  if (row?.extra) {
    throw new DamagedArchiveError("The archive is damaged: it has stored files without a row.");
  }
}

async function* sized(bytes: Readable, size: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of bytes) {
    received += (chunk as Uint8Array).byteLength;
    yield chunk;
  }
  if (received !== size) {
    throw new DamagedArchiveError("The archive is not complete: its end is missing.");
  }
}
