import { open, opendir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFolder, nullWhenAbsent, replaceFile, writeAll } from "../../durable-files.ts";
import {
  assertBlobId,
  isBlobId,
  type PartialUpload,
  type PartialUploads,
  type UploadRecord,
} from "./blob-store.ts";

interface StoredRecord extends UploadRecord {
  finished: boolean;
}

/**
 * Partial uploads as files: `<id>` contains the bytes so far, `<id>.json` the record. The file's
 * length is the offset, so a killed server or a power cut loses at most the bytes that were not yet
 * synced.
 * @param publish links the finished, durable file under the name of a blob.
 */
export function createFilePartialUploads(
  blobFolder: string,
  publish: (file: string, blobId: string) => Promise<void>,
): PartialUploads {
  const folder = uploadsFolder(blobFolder);
  return {
    async create(id, record) {
      const file = locate(folder, id);
      await createFolder(folder);
      await writeFile(file, "", { flag: "wx", mode: 0o600 });
      await saveRecord(file, { ...record, finished: false });
    },
    find: async (id) => findUpload(locate(folder, id)),
    append: async (id, source, offset) => appendBytes(locate(folder, id), source, offset),
    publish: async (id, blobId) => publish(locate(folder, id), blobId),
    async finish(id) {
      const file = locate(folder, id);
      const record = await readRecord(file);
      if (record) await saveRecord(file, { ...record, finished: true });
      await rm(file, { force: true });
    },
    delete: (id) => deleteUpload(folder, id),
    list: () => listUploads(folder),
  };
}

/** The folder of partial uploads, on the blobs' disk, so that a file can be linked as a blob. */
export function uploadsFolder(blobFolder: string): string {
  return join(blobFolder, "uploads");
}

async function findUpload(file: string): Promise<PartialUpload | null> {
  const record = await readRecord(file);
  if (!record) return null;
  const bytes = await stat(file).catch(nullWhenAbsent);
  const offset = record.finished ? record.size : (bytes?.size ?? null);
  return { ...record, offset, modified: bytes?.mtimeMs ?? 0 };
}

/** Bytes after which a large body is synced while it arrives, so that little is left at its end. */
const SYNC_BYTES = 64 * 1024 * 1024;

async function appendBytes(
  file: string,
  source: AsyncIterable<Uint8Array>,
  offset: number,
): Promise<number | null> {
  const handle = await open(file, "r+").catch(nullWhenAbsent);
  if (!handle) return null;
  let end = offset;
  // Each piece is written while the next one arrives.
  let writing = Promise.resolve();
  let syncing = Promise.resolve();
  let synced = offset;
  try {
    for await (const chunk of source) {
      await writing;
      writing = writeAll(handle, chunk, end);
      writing.catch(() => {});
      end += chunk.byteLength;
      if (end - synced < SYNC_BYTES) continue;
      synced = end;
      syncing = syncing.then(() => handle.datasync());
      syncing.catch(() => {});
    }
  } finally {
    await writing
      .finally(() => syncing)
      .finally(() => handle.sync())
      .finally(() => handle.close());
  }
  return end;
}

/** Deletes the bytes, the record, and the record's temporary files. */
async function deleteUpload(folder: string, id: string): Promise<void> {
  assertBlobId(id);
  const entries = await opendir(folder).catch(nullWhenAbsent);
  if (!entries) return;
  for await (const { name } of entries) {
    if (name.startsWith(id)) await rm(join(folder, name), { force: true });
  }
}

async function* listUploads(folder: string) {
  const found = new Map<string, number>();
  const entries = await opendir(folder).catch(nullWhenAbsent);
  if (!entries) return;
  for await (const { name } of entries) {
    const id = name.slice(0, 36);
    if (!isBlobId(id)) continue;
    const file = await stat(join(folder, name)).catch(nullWhenAbsent);
    if (file) found.set(id, Math.max(found.get(id) ?? 0, file.mtimeMs));
  }
  for (const [id, modified] of found) yield { id, modified };
}

/**
 * @returns null if the record is missing, or was truncated by a power cut under an earlier version.
 */
async function readRecord(file: string): Promise<StoredRecord | null> {
  const text = await readFile(`${file}.json`, "utf8").catch(nullWhenAbsent);
  if (text === null) return null;
  try {
    return JSON.parse(text) as StoredRecord;
  } catch {
    return null;
  }
}

/** Saves the record, and syncs the folder, which makes the upload's file name durable, too. */
function saveRecord(file: string, record: StoredRecord): Promise<void> {
  return replaceFile(`${file}.json`, JSON.stringify(record));
}

function locate(folder: string, id: string): string {
  assertBlobId(id);
  return join(folder, id);
}
