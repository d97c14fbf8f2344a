import type { JSONValue } from "postgres";
import type { Caller } from "../auth/caller.ts";
import type { Sql } from "../database/connect.ts";
import { refuse } from "./failure.ts";
import type { ObjectAddress } from "./object-key.ts";
import { assumeRole, type CallerSql, runAsCaller } from "./run-as-caller.ts";

export interface Bucket {
  id: string;
  name: string;
  owner: string | null;
  public: boolean;
  /** Maximum bytes per file; null when the bucket has no limit. */
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
  created_at: string;
  updated_at: string;
}

/** Hosted Supabase's metadata plus `plainPicture` and `sha256`. */
export interface ObjectMetadata {
  /** Includes the quotation marks. */
  eTag: string;
  size: number;
  contentLength: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  httpStatusCode: number;
  /** Verified at upload: whether the file may be shown inline in a tab. */
  plainPicture?: boolean;
  /**
   * SHA-256 of the stored bytes in hexadecimal, which every backup verifies. Files of earlier
   * versions get it during their first backup.
   */
  sha256?: string;
}

export interface StoredObject {
  id: string;
  bucket_id: string;
  name: string;
  /** Id of the blob. */
  version: string;
  owner: string | null;
  metadata: ObjectMetadata;
  user_metadata: JSONValue;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
}

export interface NewObject extends ObjectAddress {
  id: string;
  version: string;
  metadata: ObjectMetadata;
  userMetadata: JSONValue;
}

/** `create` rejects an existing key, `upsert` replaces it. */
export type SaveMode = "create" | "upsert";

export async function getBucket(sql: Sql, id: string): Promise<Bucket> {
  const [bucket] = await sql<Bucket[]>`
    select id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at
    from storage.buckets where id = ${id}`;
  if (!bucket) throw refuse.noSuchBucket();
  return bucket;
}

/** The buckets visible to the caller under row level security. */
export async function listBuckets(sql: Sql, caller: Caller): Promise<Bucket[]> {
  return runAsCaller(
    sql,
    caller,
    (tx) => tx<Bucket[]>`
      select id, name, owner, public, file_size_limit, allowed_mime_types, created_at, updated_at
      from storage.buckets order by id`,
  );
}

/**
 * An object that the caller may read.
 * @throws {StorageFailure} 404 whether it is missing or forbidden.
 */
export async function getObject(
  sql: Sql,
  caller: Caller,
  address: ObjectAddress,
): Promise<StoredObject> {
  const found = await runAsCaller(sql, caller, (tx) => findObject(tx, address));
  if (!found) throw refuse.noSuchObject();
  return found;
}

/** Returns the keys that the caller may read, in a single query. */
export async function listReadable(
  sql: Sql,
  caller: Caller,
  bucket: string,
  keys: string[],
): Promise<Set<string>> {
  const rows = await runAsCaller(
    sql,
    caller,
    (tx) => tx<{ name: string }[]>`
      select name from storage.objects where bucket_id = ${bucket} and name = any(${keys})`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * Reads an object without applying policies: one in a public bucket, or one for the server itself.
 */
export async function getObjectUnchecked(sql: Sql, address: ObjectAddress): Promise<StoredObject> {
  const found = await findObject(sql, address);
  if (!found) throw refuse.noSuchObject();
  return found;
}

/**
 * Checks under the policies whether the caller may save here, before any byte is read. Does not
 * change anything.
 * @throws like `saveObject`.
 */
export async function checkMaySave(
  sql: Sql,
  caller: Caller,
  object: NewObject,
  mode: SaveMode,
): Promise<void> {
  try {
    await runAsCaller(sql, caller, async (tx) => {
      await writeObject(tx, caller, object, mode);
      throw ROLLBACK;
    });
  } catch (error) {
    if (error !== ROLLBACK) throw error;
  }
}

/**
 * Commits the row of an uploaded blob.
 * @param claim runs first, in the same transaction, with full rights; must send all its statements
 * before it awaits the first.
 * @returns the id of the object, and of the replaced blob if there was one.
 */
export async function saveObject(
  sql: Sql,
  caller: Caller,
  object: NewObject,
  mode: SaveMode,
  claim: (tx: CallerSql) => Promise<void>,
): Promise<{ id: string; replaced: string | null }> {
  const { bucket, key } = object;
  return sql.begin(async (tx) => {
    // Sent at once, in this order, because round trips dominate the cost of small files.
    const [[old]] = await Promise.all([
      // Read without policies: the caller may be able to replace objects they cannot list.
      tx<{ id: string; version: string | null }[]>`
        select id, version from storage.objects
        where bucket_id = ${bucket} and name = ${key} for update`.execute(),
      claim(tx),
      assumeRole(tx, caller),
      writeObject(tx, caller, object, mode),
    ]);
    return { id: old?.id ?? object.id, replaced: old?.version ?? null };
  });
}

/**
 * Deletes those objects of the keys that the caller may delete.
 * @returns the deleted rows.
 */
export async function removeObjects(
  sql: Sql,
  caller: Caller,
  bucket: string,
  keys: string[],
): Promise<StoredObject[]> {
  return runAsCaller(
    sql,
    caller,
    (tx) => tx<StoredObject[]>`
      delete from storage.objects where bucket_id = ${bucket} and name = any(${keys})
      returning ${columns(tx)}`,
  );
}

/**
 * Changes an object's key.
 * @throws {StorageFailure} when the object is missing or forbidden, or the key is taken.
 */
export async function moveObject(
  sql: Sql,
  caller: Caller,
  from: ObjectAddress,
  to: ObjectAddress,
): Promise<void> {
  const moved = await runAsCaller(
    sql,
    caller,
    (tx) => tx`
      update storage.objects set bucket_id = ${to.bucket}, name = ${to.key}, updated_at = now()
      where bucket_id = ${from.bucket} and name = ${from.key}`,
  );
  if (moved.count === 0) throw refuse.noSuchObject();
}

export function infoOf(object: StoredObject) {
  const { metadata } = object;
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: object.user_metadata,
    last_modified: metadata.lastModified,
    created_at: object.created_at,
  };
}

async function findObject(
  tx: Sql | CallerSql,
  { bucket, key }: ObjectAddress,
): Promise<StoredObject | undefined> {
  const [found] = await tx<StoredObject[]>`
    select ${columns(tx)} from storage.objects where bucket_id = ${bucket} and name = ${key}`;
  return found;
}

async function writeObject(
  tx: CallerSql,
  caller: Caller,
  object: NewObject,
  mode: SaveMode,
): Promise<void> {
  const { bucket, key, version } = object;
  const metadata = tx.json(object.metadata as unknown as JSONValue);
  const userMetadata = tx.json(object.userMetadata);
  const owner = ownerOf(caller);
  // Without `returning`, which would also require the right to read.
  await tx`
    insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${object.id}, ${bucket}, ${key}, ${owner}, ${owner}, ${version}, ${metadata}, ${userMetadata})
    ${
      mode === "upsert"
        ? tx`on conflict (bucket_id, name) do update set version = excluded.version,
            metadata = excluded.metadata, user_metadata = excluded.user_metadata,
            owner = excluded.owner, owner_id = excluded.owner_id, updated_at = now()`
        : tx``
    }`;
}

function ownerOf({ claims }: Caller): string | null {
  return typeof claims.sub === "string" ? claims.sub : null;
}

function columns(tx: Sql | CallerSql) {
  return tx`id, bucket_id, name, version, owner, metadata, user_metadata, created_at, updated_at,
    last_accessed_at`;
}

/** Thrown to roll back a transaction that only checks. */
const ROLLBACK = Symbol("rollback");
