import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { recordUnsynced } from "../tests/support/fakes/unsynced-writes.ts";
import { createBackupFolder } from "./backups/backup-place.ts";
import { markIfUnused, writeNote } from "./database/cluster-note.ts";
import { initialize } from "./database/initialize.ts";
import { prepareDataDir } from "./database/open.ts";
import { recordCluster } from "./database/place-cluster.ts";
import { createFile } from "./durable-files.ts";
import { generateSecrets, loadSecrets, replaceKeys } from "./secrets.ts";
import { prepareBlobFolder } from "./storage/blobs/blob-folder.ts";
import { createFileBlobStore } from "./storage/blobs/file-blob-store.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-durable-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* bytes(text: string) {
  yield Buffer.from(text);
}

const blobsIn = (dataDir: string) => createFileBlobStore(join(dataDir, "blobs"));

/** Writes that later steps depend on, each in a fresh data directory. */
const steps: Record<string, (dataDir: string) => Promise<unknown>> = {
  "the data directory": (dataDir) => prepareDataDir(join(dataDir, "a", "b")),
  secrets: (dataDir) => loadSecrets(join(dataDir, "new")),
  async "replaced keys"(dataDir) {
    await loadSecrets(dataDir);
    const { postgresPassword: _, ...keys } = generateSecrets();
    await replaceKeys(dataDir, keys);
  },
  "the note of a new directory": (dataDir) => markIfUnused(dataDir),
  "the note of an external database": (dataDir) => writeNote(dataDir, { state: "external" }),
  async "the note and the claim of a cluster outside"(dataDir) {
    await prepareDataDir(join(dataDir, "data"));
    await recordCluster(join(dataDir, "data"), join(dataDir, "postgres"));
  },
  // The content of the cluster is synced by initdb.
  "a new cluster": (dataDir) => initialize("true", join(dataDir, "postgres"), null, "password"),
  "the folder of stored files": (dataDir) => prepareBlobFolder(join(dataDir, "blobs")),
  "a stored file": (dataDir) => blobsIn(dataDir).put(randomUUID(), bytes("x")),
  "the claim of the stored files": (dataDir) => blobsIn(dataDir).claim("database"),
  async "a partial upload, and what it becomes"(dataDir) {
    const [id, blob] = [randomUUID(), randomUUID()];
    const { uploads } = blobsIn(dataDir);
    await uploads.create(id, { size: 2, metadata: {} });
    await uploads.append(id, bytes("x"), 0);
    await uploads.append(id, bytes("y"), 1);
    await uploads.publish(id, blob);
    await uploads.finish(id);
  },
  "a backup": (dataDir) =>
    createBackupFolder(join(dataDir, "backups")).write(
      "site.tar",
      Readable.from(bytes("x")),
      new AbortController().signal,
    ),
};

it.each(Object.entries(steps))("%s survives a power cut as soon as it exists", async (_, step) => {
  expect(await recordUnsynced(() => step(folder))).toEqual([]);
});

it("recordUnsynced reports contents and names that are not synced", async () => {
  const file = join(folder, "file");
  const lost = await recordUnsynced(async () => {
    await writeFile(file, "x");
    await rename(file, `${file}.2`);
  });
  expect(lost).toEqual([`${file}.2 named before its content was synced`, `the name ${file}.2`]);
});

it("exactly one of several processes creates a file, and no temporary file remains", async () => {
  const file = join(folder, "file");
  const created = await Promise.all(["a", "b", "c"].map((text) => createFile(file, text)));
  expect(created.filter(Boolean)).toHaveLength(1);
  expect(await readFile(file, "utf8")).toBe(["a", "b", "c"][created.indexOf(true)]);
  expect(await readdir(folder)).toEqual(["file"]);
});
