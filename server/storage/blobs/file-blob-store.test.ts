import { randomUUID } from "node:crypto";
import { mkdtemp, open, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BlobStore } from "./blob-store.ts";
import { createFileBlobStore } from "./file-blob-store.ts";

let root: string;
let blobs: BlobStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-blobs-"));
  blobs = createFileBlobStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const pathOf = (id: string) => join(root, id.slice(0, 2), id);
const uploadOf = (id: string) => join(root, "uploads", id);

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function startUpload(): Promise<string> {
  const id = randomUUID();
  await blobs.uploads.create(id, { size: 4, metadata: {} });
  await blobs.uploads.append(id, chunks("film"), 0);
  return id;
}

describe("blobs as files", () => {
  it("blobs as files are readable by their owner only, and leave no temporary file of the claim", async () => {
    const id = randomUUID();
    await blobs.put(id, chunks("x"));
    await blobs.claim("database 1");
    expect((await stat(pathOf(id))).mode & 0o777).toBe(0o600);
    expect((await readdir(root)).sort()).toEqual([id.slice(0, 2), "database"].sort());
  });

  it("blobs as files reuse an upload's file without copying it, with the current time as mtime", async () => {
    const [upload, id] = [await startUpload(), randomUUID()];
    await utimes(uploadOf(upload), 0, 0);
    const before = await stat(uploadOf(upload));
    await blobs.uploads.publish(upload, id);
    const after = await stat(pathOf(id));
    expect(after.ino).toBe(before.ino);
    expect(Date.now() - after.mtimeMs).toBeLessThan(60_000);
  });
});

describe("a partial upload as files", () => {
  it("a partial upload as files fails when bytes cannot be synced while others arrive", async () => {
    const id = await startUpload();
    const handle = await open(uploadOf(id));
    await handle.close();
    const sync = vi.spyOn(Object.getPrototypeOf(handle), "datasync");
    sync.mockRejectedValue(new Error("EIO"));
    const blocks = async function* (count: number) {
      for (let at = 0; at < count; at += 1) yield Buffer.alloc(1024 * 1024);
    };
    await blobs.uploads.append(id, blocks(63), 0);
    await expect(blobs.uploads.append(id, blocks(130), 0)).rejects.toThrow("EIO");
    sync.mockRestore();
  });

  it("a partial upload as files counts its lifetime from its last byte", async () => {
    const id = await startUpload();
    await utimes(uploadOf(id), 1000, 1000);
    expect((await blobs.uploads.find(id))?.modified).toBe(1_000_000);
  });

  it("a partial upload as files has no offset when its bytes were lost", async () => {
    const id = await startUpload();
    await rm(uploadOf(id));
    expect(await blobs.uploads.find(id)).toMatchObject({ offset: null, finished: false });
  });

  it("a partial upload as files is listed and deleted even if a power cut truncated its record", async () => {
    const id = await startUpload();
    await writeFile(`${uploadOf(id)}.json`, "");
    await writeFile(`${uploadOf(id)}.${randomUUID()}`, "a draft of the record");
    expect(await blobs.uploads.find(id)).toBeNull();
    const listed: string[] = [];
    for await (const upload of blobs.uploads.list()) listed.push(upload.id);
    expect(listed).toEqual([id]);
    await blobs.uploads.delete(id);
    expect(await readdir(join(root, "uploads"))).toEqual([]);
  });
});
