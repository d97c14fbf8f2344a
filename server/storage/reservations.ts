import type { Sql } from "../database/connect.ts";
import { refuse } from "./failure.ts";
import type { ObjectAddress } from "./object-key.ts";
import type { CallerSql } from "./run-as-caller.ts";

/** Seconds for which space is reserved while an object's row is written. */
const COMMIT_RESERVATION_SECONDS = 60;

/** The bucket whose uploads are reserved in advance (`reserve_upload`) and counted. */
const DRIVE = "workspace-files";

/** Whether the path has a reservation that was not canceled. */
export async function hasReservation(sql: Sql, { bucket, key }: ObjectAddress): Promise<boolean> {
  return (await listReserved(sql, bucket, [key])).has(key);
}

/** Those of the keys that have a reservation that was not canceled. */
export async function listReserved(
  sql: Sql,
  bucket: string,
  keys: readonly string[],
): Promise<Set<string>> {
  if (bucket !== DRIVE) return new Set();
  const rows = await sql<{ path: string }[]>`
    select path from private.pending_blobs
    where path = any(${keys}) and reserved_size is not null and due_at > now()`;
  return new Set(rows.map(({ path }) => path));
}

/**
 * Extends a running upload's reservation. Does nothing for an upload without one.
 * @param seconds from now; a day by default.
 * @returns false when the reservation was canceled.
 */
export async function extendReservation(
  sql: Sql,
  { key }: ObjectAddress,
  seconds = 24 * 60 * 60,
): Promise<boolean> {
  const extended = await sql`
    update private.pending_blobs set due_at = greatest(due_at, now() + make_interval(secs => ${seconds}))
    where path = ${key} and reserved_size is not null and due_at > now()`;
  return extended.count > 0;
}

/** An upload as input of the quota check. */
export interface SpaceReservation {
  /** Constant for the whole upload. */
  id: string;
  /** The user whose quota is used; null skips the quota, as with the secret key. */
  owner: string | null;
  /** Bytes. */
  size: number;
}

/**
 * Reserves space for incoming bytes, replacing the upload's previous reservation.
 * @param lifetime seconds after which the reservation expires unless it is renewed.
 * @throws PT413 when there is not enough space.
 */
export async function reserveSpace(
  tx: CallerSql | Sql,
  { bucket, key }: ObjectAddress,
  { id, owner, size }: SpaceReservation,
  lifetime: number,
): Promise<void> {
  if (bucket !== DRIVE || !owner) return;
  await tx`select private.reserve_space(${id}, ${owner}, ${key}, ${size}, make_interval(secs => ${lifetime}))`;
}

/**
 * Assigns a path that a link has reserved to one visitor's upload at a time. The upload takes over
 * the space of the received bytes.
 * @param lifetime seconds after which another upload may take the path, unless renewed.
 * @returns the uploads that held it before, which must be ended.
 * @throws PT409 while another upload holds it.
 */
export async function holdPath(
  sql: Sql,
  { key }: ObjectAddress,
  { id, size }: Pick<SpaceReservation, "id" | "size">,
  lifetime: number,
): Promise<string[]> {
  const [row] = await sql<{ ended: string[] }[]>`
    select private.hold_received(${id}, ${key}, ${size}, make_interval(secs => ${lifetime})) as ended`;
  await sql`update private.incoming_uploads set bytes = ${size} where id = ${id}`;
  return row?.ended ?? [];
}

/** Releases the space that `reserveSpace` reserved. */
export async function releaseSpace(tx: CallerSql | Sql, id: string): Promise<void> {
  await tx`delete from private.incoming_uploads where id = ${id}`;
}

/**
 * Converts reserved space to stored space in the transaction of the object's row, so that the
 * cleanup of due objects never misses the object, and no other upload takes its space in between.
 * The client then has an hour to create the file's row for a reserved path.
 * @throws {StorageFailure} 410 when the reservation was canceled, or PT413 without space.
 */
export async function commitReservation(
  tx: CallerSql | Sql,
  address: ObjectAddress,
  upload: SpaceReservation & { reserved: boolean },
): Promise<void> {
  if (address.bucket !== DRIVE) return;
  // Sent at once and executed in this order. The first statement takes the lock before any row, in
  // the same order as changes to the folder tree. It sums the whole drive, so it is skipped if a
  // reservation is large enough: its space becomes the object's.
  const { id, owner, size, reserved } = upload;
  const [, , held] = await Promise.all([
    owner &&
      tx`select private.reserve_space(
          ${id}, ${owner}, ${address.key}, ${size}, make_interval(secs => ${COMMIT_RESERVATION_SECONDS}))
        where not ${reserved} or not exists (
          select from private.pending_blobs
          where path = ${address.key} and reserved_size >= ${size} and due_at > now()
        ) or exists (
          select from storage.objects where bucket_id = ${DRIVE} and name = ${address.key}
        )`.execute(),
    releaseSpace(tx, id),
    reserved &&
      tx`update private.pending_blobs set due_at = greatest(due_at, now() + interval '1 hour')
        where path = ${address.key} and reserved_size is not null and due_at > now()`.execute(),
  ]);
  if (held && held.count === 0) throw refuse.uploadCanceled();
}

/**
 * For all users, deletes expired versions, the drive's due objects, and objects older than a day to
 * which no row and no reservation refers. Browsers use the same table to clean up for their user.
 * @returns the blobs that are no longer needed.
 */
export async function removeDueObjects(sql: Sql): Promise<string[]> {
  await sql`delete from public.file_versions where replaced_at < now() - interval '30 days'`;
  const removed = await sql<{ version: string }[]>`
    delete from storage.objects as objects
    where objects.bucket_id = ${DRIVE}
      and not exists (select from private.stored_paths where path = objects.name)
      and coalesce(
        (select due_at from private.pending_blobs where path = objects.name),
        objects.created_at + interval '24 hours'
      ) <= now()
    returning objects.version`;
  await sql`delete from private.incoming_uploads where expires_at <= now()`;
  await sql`
    delete from private.pending_blobs as pending
    where pending.due_at <= now() and not exists (
      select from storage.objects as objects
      where objects.bucket_id = ${DRIVE} and objects.name = pending.path
    )`;
  return removed.map(({ version }) => version);
}
