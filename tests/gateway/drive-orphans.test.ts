import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../../server/storage/routes.ts";
import {
  createOtherStorage,
  FILES,
  type StorageBench,
  startStorageBench,
} from "../support/bench/storage-bench.ts";
import { addRow, cleanUp, reserve, tusUpload } from "../support/drive-client.ts";
import { whileFailing } from "../support/sites/gateway.ts";

let bench: StorageBench;
/** Represents another server process; the gateway's own sweep runs only once an hour. */
let storage: Storage;
const CONTENT = randomBytes(5000);

beforeAll(async () => {
  bench = await startStorageBench();
  storage = createOtherStorage(bench.gateway);
});
afterAll(async () => {
  await storage.close();
  await bench.gateway.stop();
});
afterEach(async () => {
  await client().from("workspace_files").delete().not("id", "is", null);
  await age();
  await storage.sweep();
});

const client = () => bench.workspace.client;
const sql = () => bench.gateway.database.sql;
const blobFiles = async () =>
  (await readdir(bench.gateway.blobs, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith("database"))
    .map((entry) => join(entry.parentPath, entry.name));

async function store(path: string) {
  const { error } = await client().storage.from(FILES).upload(path, CONTENT);
  if (error) throw error;
}

async function addFile(name: string, folder?: string): Promise<{ id: string; path: string }> {
  const path = await reserve(client(), name, CONTENT.length);
  await store(path);
  const row = {
    user_id: bench.workspace.id,
    name,
    storage_object_path: path,
    size: CONTENT.length,
  };
  return { path, id: await addRow(client(), { ...row, ...(folder ? { parent_id: folder } : {}) }) };
}

async function addFolder(name: string): Promise<string> {
  const row = { user_id: bench.workspace.id, name, is_folder: true };
  const { data, error } = await client().from("workspace_files").insert(row).select("id").single();
  if (error) throw error;
  return data.id;
}

const remove = async (...ids: string[]) => {
  const { error } = await client().rpc("delete_files", { ids });
  if (error) throw error;
};

/** Simulates that more than a day has passed for everything waiting to be removed. */
async function age() {
  await sql()`update private.pending_blobs set due_at = due_at - interval '25 hours'`;
  await sql()`update storage.objects set created_at = created_at - interval '25 hours'`;
  const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const file of await blobFiles()) await utimes(file, old, old);
}

/** Interrupted operations, each of which leaves something that no row references. */
const accidents: [string, () => Promise<unknown>][] = [
  ["after the path was reserved", () => reserve(client(), "x", 5000)],
  ["after the bytes were stored", async () => store(await reserve(client(), "x", 5000))],
  ["after bytes were stored without a reservation", () => store(bench.ownKey())],
  [
    "in the middle of a resumable upload",
    async () => {
      const path = await reserve(client(), "x", 8_000_000);
      const token = bench.headers.authorization.slice("Bearer ".length);
      const { upload, done } = tusUpload(bench.gateway.url, token, path, randomBytes(8_000_000), {
        onChunkComplete: () => void upload.abort().then(() => stop()),
      });
      let stop = () => {};
      const stopped = new Promise<void>((resolve) => {
        stop = resolve;
      });
      upload.start();
      await Promise.race([stopped, done]);
      expect(await readdir(join(bench.gateway.blobs, "uploads"))).toHaveLength(2);
    },
  ],
  [
    "after a canceled upload was released",
    async () => {
      const path = await reserve(client(), "x", 5000);
      await client().rpc("release_upload", { path });
      // The request arrives although its reservation was released.
      await store(path);
    },
  ],
  ["after the row was deleted", async () => remove((await addFile("x")).id)],
  [
    "after a folder was deleted by another program",
    async () => {
      const folder = await addFolder("a");
      await addFile("x", folder);
      await client().from("workspace_files").delete().eq("id", folder);
    },
  ],
  [
    "after the bytes were removed, before that was noted",
    async () => {
      const { id, path } = await addFile("x");
      await remove(id);
      await client().storage.from(FILES).remove([path]);
    },
  ],
  [
    "while the storage refused to remove the bytes",
    async () => {
      const { id, path } = await addFile("x");
      await remove(id);
      const { error } = await whileFailing(bench.gateway, "delete on storage.objects", async () => {
        const removed = await client().storage.from(FILES).remove([path]);
        await expect(storage.sweep()).rejects.toThrow("broken");
        return removed;
      });
      expect(error).not.toBeNull();
      expect((await client().rpc("clear_due_blobs", { paths: [path] })).data).toBe(0);
    },
  ],
  [
    "after new bytes for a file were stored",
    async () => {
      await addFile("x");
      await store(await reserve(client(), "x", 5000));
      await client().from("workspace_files").delete().eq("name", "x");
    },
  ],
  ["after a file got new bytes, and the old ones became a version", () => addEdited("kept too")],
  ["after the file of a version was deleted", async () => remove(await addEdited("x"))],
];

/** A file with a thumbnail and a version. @returns its id. */
async function addEdited(name: string): Promise<string> {
  const { id } = await addFile(name);
  const [path, thumbnail] = [
    await reserve(client(), name, 5000),
    await reserve(client(), "t", 5000),
  ];
  for (const one of [path, thumbnail]) await store(one);
  const { error } = await client()
    .from("workspace_files")
    .update({ storage_object_path: path, size: 5000 })
    .eq("id", id);
  expect(error).toBeNull();
  const thumbnails = [{ id, content: path, thumbnail }];
  expect((await client().rpc("save_thumbnails", { thumbnails })).data).toEqual([thumbnail]);
  return id;
}

async function expectOnlyNamed() {
  const [rows, objects, waiting] = await Promise.all([
    sql()<{ path: string }[]>`select path from private.stored_paths order by 1`,
    sql()<
      { path: string; version: string }[]
    >`select name as path, version from storage.objects order by 1`,
    sql()`select path from private.pending_blobs`,
  ]);
  expect(objects.map(({ path }) => path)).toEqual(rows.map(({ path }) => path));
  expect(waiting).toHaveLength(0);
  const files = (await blobFiles()).map((file) => file.slice(-36)).sort();
  expect(files).toEqual(objects.map(({ version }) => version).sort());
  for (const { path } of rows) {
    const { data } = await client().storage.from(FILES).download(path);
    expect(Buffer.from(await (data as Blob).arrayBuffer()).equals(CONTENT)).toBe(true);
  }
}

describe("no blob without a row, no row without its blob", () => {
  it.each(accidents)("the server's sweep removes the leftovers of: %s", async (_, accident) => {
    await addFile("kept");
    await accident();
    await age();
    await storage.sweep();
    await expectOnlyNamed();
  });

  it.each(accidents)("the browser's sweep removes the leftovers of: %s", async (_, accident) => {
    await addFile("kept");
    await accident();
    await age();
    await cleanUp(client());
    // Bytes of incomplete uploads are removed only by the server.
    await rm(join(bench.gateway.blobs, "uploads"), { recursive: true, force: true });
    await sql()`delete from private.incoming_uploads`;
    await expectOnlyNamed();
  });

  it("a blob that could not be unlinked is removed by the next sweep", async () => {
    const { id, path } = await addFile("x");
    const [row] = await sql()<{ version: string }[]>`
      select version from storage.objects where name = ${path}`;
    const blob = row?.version ?? "";
    const file = join(bench.gateway.blobs, blob.slice(0, 2), blob);
    await remove(id);
    await rm(file);
    await mkdir(join(file, "in the way"), { recursive: true });
    await storage.sweep();
    await rm(file, { recursive: true });
    await writeFile(file, "left over");
    await age();
    await storage.sweep();
    await expectOnlyNamed();
  });

  it.each(["server", "browser"])("a version is deleted after 30 days by the %s", async (by) => {
    await addEdited("kept");
    await sql()`update public.file_versions set replaced_at = replaced_at - interval '29 days'`;
    const sweep = () => (by === "server" ? storage.sweep() : cleanUp(client()));
    await sweep();
    expect(await sql()`select from public.file_versions`).toHaveLength(1);
    await sql()`update public.file_versions set replaced_at = replaced_at - interval '1 day'`;
    await sweep();
    expect(await sql()`select from public.file_versions`).toHaveLength(0);
    await expectOnlyNamed();
  });

  it("recent uploads are not swept", async () => {
    const path = await reserve(client(), "x", 5000);
    await store(path);
    const stray = bench.ownKey();
    await store(stray);
    await storage.sweep();
    await cleanUp(client());
    const row = { user_id: bench.workspace.id, name: "x", storage_object_path: path, size: 5000 };
    expect(await addRow(client(), row)).toBeTruthy();
    expect((await client().storage.from(FILES).exists(stray)).data).toBe(true);
  });

  it("a delete that fails midway deletes nothing, and deleting a/ does not affect ab/", async () => {
    const [a, ab] = [await addFolder("a"), await addFolder("ab")];
    for (const name of ["1", "2", "3"]) await addFile(name, a);
    await addFile("kept", ab);
    const failed = await whileFailing(
      bench.gateway,
      "delete on public.workspace_files",
      async () => client().rpc("delete_files", { ids: [a] }),
      "old.name = '2'",
    );
    expect(failed.error?.message).toBe("broken");
    await age();
    await storage.sweep();
    await expectOnlyNamed();
    expect(await sql()`select name from public.workspace_files order by name`).toHaveLength(6);
    await remove(a);
    expect(await cleanUp(client())).toBe(3);
    await expectOnlyNamed();
    expect(await sql()`select name from public.workspace_files order by name`).toEqual([
      { name: "ab" },
      { name: "kept" },
    ]);
  });
});

describe("the drive through the Data API", () => {
  it("the drive through the Data API returns PostgREST's response shapes", async () => {
    const folder = await addFolder("folder");
    const { id } = await addFile('résumé "最终" 100%.pdf', folder);
    const usage = await client().rpc("drive_usage").single();
    expect(usage.data).toEqual({ used: 5000, quota: 10 * 2 ** 30, file_limit: 5 * 2 ** 30 });
    const page = await client().from("workspace_files").select().eq("parent_id", folder);
    expect(page.data).toMatchObject([{ id, is_folder: false, size: 5000, trashed_at: null }]);
    const root = await client().from("workspace_files").select().is("parent_id", null);
    expect(root.data).toMatchObject([{ name: "folder" }]);
    const found = await client().rpc("search_files", { search: "最终 100%" });
    expect(found.data).toMatchObject([{ id, folder_ids: [folder], folder_names: ["folder"] }]);
    const below = await client().rpc("list_subtree", { ids: [folder] });
    expect(below.data).toMatchObject([{ path: ["folder"] }, { id }]);
    expect((await client().rpc("trash_files", { ids: [folder] })).data).toBe(2);
    const trashed = await client()
      .from("workspace_files")
      .select("name")
      .not("trashed_at", "is", null)
      .is("trashed_with", null);
    expect(trashed.data).toEqual([{ name: "folder" }]);
    expect((await client().rpc("restore_files", { ids: [folder] })).data).toMatchObject([
      { id: folder },
    ]);
    const into = await client().rpc("move_files", { ids: [folder], folder });
    expect(into.error).toMatchObject({ code: "PT409", hint: "into-itself" });
    expect(into.status).toBe(409);
    const gone = await client().rpc("trash_files", { ids: [bench.workspace.id] });
    expect(gone).toMatchObject({ status: 404, error: { code: "PT404" } });
    expect((await client().rpc("move_files", { ids: [id] })).data).toMatchObject([
      { parent_id: null },
    ]);
    expect((await client().rpc("delete_files", { ids: [folder, id] })).data).toBe(2);
    expect((await client().rpc("empty_trash")).data).toBe(0);
    expect((await client().rpc("list_due_blobs")).data).toEqual([
      expect.stringContaining("-r_sum_"),
    ]);
    expect((await client().rpc("extend_upload", { path: "x" })).data).toBe(false);
  });
});
