import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, open, opendir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  createFile,
  createFolder,
  linkFile,
  nullWhenAbsent,
  syncFolder,
  writeAll,
} from "../../durable-files.ts";
import { assertBlobId, type BlobStore, isBlobId } from "./blob-store.ts";
import { createFilePartialUploads } from "./file-partial-uploads.ts";

/** File with the id of the database that the folder belongs to. Its name is not a valid blob id. */
const OWNER_FILE = "database";

/** File with the id by which servers recognize that they share the folder. */
const ID_FILE = "store";

/** Bytes read at a time. Each read is a round trip to a thread of Node.js. */
const READ_BYTES = 512 * 1024;

/**
 * Blobs as files under `root/<first two characters>/<id>`. Several processes may share the folder:
 * every blob is written by only one of them, under a new random id.
 */
export function createFileBlobStore(root: string): BlobStore {
  return {
    put: (id, source) => putFile(root, id, source),
    get: async (id, range) => {
      const handle = await open(locate(root, id)).catch(nullWhenAbsent);
      return handle?.createReadStream({ ...range, highWaterMark: READ_BYTES }) ?? null;
    },
    exists: async (id) => (await stat(locate(root, id)).catch(nullWhenAbsent)) !== null,
    delete: async (id) => rm(locate(root, id), { force: true }),
    copy: (from, to) => copyBlob(root, from, to),
    list: () => listFiles(root),
    claim: async (database) => (await setOnce(root, OWNER_FILE, database)) === database,
    async release(database) {
      const file = join(root, OWNER_FILE);
      if ((await readFile(file, "utf8").catch(nullWhenAbsent)) === database) await rm(file);
    },
    identify: () => setOnce(root, ID_FILE, randomUUID()),
    uploads: createFilePartialUploads(root, async (bytes, blobId) => {
      const { folder, file } = await place(root, blobId);
      await linkFile(bytes, file, folder);
    }),
  };
}

async function putFile(root: string, id: string, source: AsyncIterable<Uint8Array>): Promise<void> {
  const { folder, file } = await place(root, id);
  const handle = await open(file, "wx", 0o600);
  try {
    try {
      for await (const chunk of source) await writeAll(handle, chunk);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncFolder(folder);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function copyBlob(root: string, from: string, to: string): Promise<void> {
  const { folder, file } = await place(root, to);
  try {
    await copyFile(locate(root, from), file, constants.COPYFILE_EXCL);
    const handle = await open(file, "r+");
    try {
      await handle.chmod(0o600);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncFolder(folder);
  } catch (error) {
    // A blob that already existed belongs to another object.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") await rm(file, { force: true });
    throw error;
  }
}

async function* listFiles(root: string) {
  const shards = await opendir(root).catch(nullWhenAbsent);
  if (!shards) return;
  for await (const shard of shards) {
    if (!/^[0-9a-f]{2}$/.test(shard.name)) continue;
    for await (const entry of await opendir(join(root, shard.name))) {
      if (!isBlobId(entry.name)) continue;
      const found = await stat(join(root, shard.name, entry.name)).catch(nullWhenAbsent);
      if (found) yield { id: entry.name, modified: found.mtimeMs };
    }
  }
}

/** @returns the file's text: the given one unless the file existed. */
async function setOnce(root: string, name: string, value: string): Promise<string> {
  await createFolder(root);
  const file = join(root, name);
  await createFile(file, value);
  return readFile(file, "utf8");
}

function locate(root: string, id: string): string {
  assertBlobId(id);
  return join(root, id.slice(0, 2), id);
}

async function place(root: string, id: string): Promise<{ folder: string; file: string }> {
  const file = locate(root, id);
  const folder = join(root, id.slice(0, 2));
  await createFolder(folder);
  return { folder, file };
}
