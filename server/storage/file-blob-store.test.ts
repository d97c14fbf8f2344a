import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BlobStore } from "./blob-store.ts";
import { createFileBlobStore } from "./file-blob-store.ts";

let root: string;
let blobs: BlobStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "foyer-blobs-"));
  blobs = createFileBlobStore(root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function listIds(): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of blobs.list()) ids.push(id);
  return ids.sort();
}

describe("blobs as files", () => {
  it("are written, read in whole or in part, copied, listed and removed", async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await blobs.write(first, chunks("hello ", "world"));
    await blobs.copy(first, second);
    expect(await listIds()).toEqual([first, second].sort());
    for (const id of [first, second]) {
      const whole = await blobs.read(id);
      expect(whole && (await buffer(whole)).toString()).toBe("hello world");
      const part = await blobs.read(id, { start: 4, end: 6 });
      expect(part && (await buffer(part)).toString()).toBe("o w");
    }
    await blobs.remove(first);
    await blobs.remove(first);
    expect(await blobs.read(first)).toBeNull();
    expect(await listIds()).toEqual([second]);
  });

  it("are not left behind when their source fails", async () => {
    async function* failing() {
      yield Buffer.from("half");
      throw new Error("gone");
    }
    const id = randomUUID();
    await expect(blobs.write(id, failing())).rejects.toThrow("gone");
    expect(await listIds()).toEqual([]);
    await expect(blobs.copy(randomUUID(), id)).rejects.toThrow("ENOENT");
    expect(await listIds()).toEqual([]);
  });

  it("are neither overwritten nor removed by a second write to the same id", async () => {
    const id = randomUUID();
    await blobs.write(id, chunks("first"));
    await expect(blobs.write(id, chunks("second"))).rejects.toThrow("EEXIST");
    await expect(blobs.copy(id, id)).rejects.toThrow("EEXIST");
    const kept = await blobs.read(id);
    expect(kept && (await buffer(kept)).toString()).toBe("first");
  });

  it("adopt a complete file without copying it, with the current time as mtime", async () => {
    const file = join(root, "finished");
    await writeFile(file, "sent in pieces");
    await utimes(file, 0, 0);
    const id = randomUUID();
    await blobs.adopt(id, file);
    await expect(blobs.adopt(id, file)).rejects.toThrow("EEXIST");
    const [before, after] = [await stat(file), await stat(join(root, id.slice(0, 2), id))];
    expect(after.ino).toBe(before.ino);
    expect(Date.now() - after.mtimeMs).toBeLessThan(60_000);
    await rm(file);
    const kept = await blobs.read(id);
    expect(kept && (await buffer(kept)).toString()).toBe("sent in pieces");
  });

  it.each(["../../etc/passwd", "", "x", "database", `${randomUUID()}/..`, `${randomUUID()}x`])(
    "reject the id %j",
    async (id) => {
      await expect(blobs.write(id, chunks("x"))).rejects.toThrow("Not a blob id");
      await expect(blobs.read(id)).rejects.toThrow("Not a blob id");
      await expect(blobs.remove(id)).rejects.toThrow("Not a blob id");
      expect(await readdir(root)).toEqual([]);
    },
  );

  it("belong to the first database that claims them", async () => {
    const claims = Array.from({ length: 10 }, (_, index) => blobs.claim(`database ${index}`));
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
    expect(await readdir(root)).toEqual(["database"]);
    expect(await listIds()).toEqual([]);
  });
});
