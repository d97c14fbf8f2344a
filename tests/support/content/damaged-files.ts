import { open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { BlobStore } from "../../../server/storage/blobs/blob-store.ts";
import type { TestSite } from "../sites/archive-sites.ts";

/**
 * The blob id of a stored file.
 * @param name of a file in the drive, or of a picture.
 */
export async function blobOf({ sql }: Pick<TestSite, "sql">, name: string): Promise<string> {
  const [object] = await sql<{ version: string }[]>`
    select version from storage.objects where name = ${name} or bucket_id = 'workspace-files' and
      objects.name = (select storage_object_path from public.workspace_files as file where file.name = ${name})`;
  if (!object) throw new Error(`There is no stored file ${name}.`);
  return object.version;
}

/** Flips a bit of a file, simulating a bad disk. */
export async function flipBitOnDisk(file: string, at: number): Promise<void> {
  const handle = await open(file, "r+");
  try {
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ 1;
    await handle.write(byte, 0, 1, at);
  } finally {
    await handle.close();
  }
}

/** Path at which the file driver stores a blob. */
export const fileOfBlob = (folder: string, id: string) => join(folder, id.slice(0, 2), id);

/** Changes the bytes of a blob in any store. */
export async function changeBlob(
  blobs: BlobStore,
  id: string,
  change: (bytes: Buffer) => Buffer,
): Promise<void> {
  const bytes = await blobs.get(id);
  const changed = change(bytes ? await buffer(bytes) : Buffer.alloc(0));
  await blobs.delete(id);
  await blobs.put(id, Readable.from([changed]));
}

/** Returns the bytes with a flipped bit in the middle. */
export function flipBit(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = Math.floor(copy.length / 2);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** Changes the bytes of one file and deletes those of another, in a site filled with the sample. */
export async function damageFiles(site: TestSite): Promise<void> {
  await changeBlob(site.blobs, await blobOf(site, "a.bin"), flipBit);
  await site.blobs.delete(await blobOf(site, "me.png"));
}
