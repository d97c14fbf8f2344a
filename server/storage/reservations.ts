import type { Sql } from "../database/connect.ts";
import type { CallerSql } from "./as-caller.ts";
import { refuse } from "./failure.ts";
import type { ObjectAddress } from "./object-key.ts";

/** The bucket whose uploads are announced beforehand (`reserve_upload`) and counted. */
const DRIVE = "workspace-files";

/** Whether the path was announced and nobody gave it up. */
export async function hasReservation(sql: Sql, { bucket, key }: ObjectAddress): Promise<boolean> {
  if (bucket !== DRIVE) return false;
  const rows = await sql`
    select from private.blob_removals
    where path = ${key} and reserved_size is not null and due_at > now()`;
  return rows.length > 0;
}

/**
 * Gives a running upload another day. Does nothing for one that was not announced.
 * @returns false when it was given up.
 */
export async function extendReservation(sql: Sql, { key }: ObjectAddress): Promise<boolean> {
  const extended = await sql`
    update private.blob_removals set due_at = now() + interval '24 hours'
    where path = ${key} and reserved_size is not null and due_at > now()`;
  return extended.count > 0;
}

/**
 * Asks whether an object's bytes still may arrive: within the same transaction as its row, so that
 * whoever removes what is due never misses them. Leaves the person an hour to name them.
 * @throws {StorageFailure} 410 when the announced upload was given up, or PT413 without room.
 */
export async function claimRoom(
  tx: CallerSql | Sql,
  { bucket, key }: ObjectAddress,
  upload: { owner: string | null; size: number; reserved: boolean },
): Promise<void> {
  if (bucket !== DRIVE) return;
  if (upload.reserved) {
    const held = await tx`
      update private.blob_removals set due_at = greatest(due_at, now() + interval '1 hour')
      where path = ${key} and reserved_size is not null and due_at > now()`;
    if (held.count === 0) throw refuse.givenUp();
  }
  if (upload.owner) {
    await tx`select private.require_room_at(${upload.owner}, ${key}, ${upload.size})`;
  }
}

/**
 * Deletes the objects of the drive that are due, and those a day old that no row and no reservation
 * names, whoever's they are. The same table serves the browser, which does this on its own behalf.
 * @returns the blobs that are no longer needed.
 */
export async function removeDueObjects(sql: Sql): Promise<string[]> {
  const removed = await sql<{ version: string }[]>`
    delete from storage.objects as objects
    where objects.bucket_id = ${DRIVE}
      and not exists (
        select from public.workspace_files as files where files.storage_object_path = objects.name
      )
      and coalesce(
        (select due_at from private.blob_removals where path = objects.name),
        objects.created_at + interval '24 hours'
      ) <= now()
    returning objects.version`;
  await sql`
    delete from private.blob_removals as removal
    where removal.due_at <= now() and not exists (
      select from storage.objects as objects
      where objects.bucket_id = ${DRIVE} and objects.name = removal.path
    )`;
  return removed.map(({ version }) => version);
}
